import { BigDecimal, BigInteger, decimalMembers, integerMembers } from './bigNumbers.ts';
import { Period, periodMembers } from './calendarClasses.ts';
import { castBetween, conform, conversion, toInt, toLong } from './casts.ts';
import { listMembers, mapMembers } from './collectionMembers.ts';
import { dateMembers, formatterMembers, temporalMembers } from './dateMembers.ts';
import { DateFormatter, TemporalValue, ZonedDateTime } from './dates.ts';
import { PainlessFailure } from './errors.ts';
import { exceptionMembers, ThrownException } from './exceptions.ts';
import { hashCode } from './hashes.ts';
import { Instance } from './instance.ts';
import { JavaArray, keyIn, MapEntry } from './mapViews.ts';
import { holdsMembers, type Member, type MemberTable } from './memberTable.ts';
import { Matcher, matcherMembers, Pattern, patternMembers } from './regexes.ts';
import { Optional, optionalMembers } from './streams.ts';
import { stringMembers } from './stringMembers.ts';
import { builderMembers, TextBuilder } from './textClasses.ts';
import { ChronoUnit, Duration, durationMembers, unitMembers } from './timeClasses.ts';
import { getterOf, type Method, methodOf } from './types.ts';
import {
  asInteger,
  asNumber,
  asText,
  compare,
  Double,
  isNumeric,
  isWhole,
  javaEquals,
  type Lambda,
  Narrow,
  typeName,
  type Value,
} from './values.ts';

const numberMembers: MemberTable<number | bigint | Double | Narrow> = {
  intValue: (self) => toInt(self),
  longValue: (self) => toLong(self),
  doubleValue: (self) => new Double(asNumber(self)),
  floatValue: (self) => conversion('float')(self),
  shortValue: (self) => conversion('short')(self),
  byteValue: (self) => conversion('byte')(self),
  charValue: (self) => self,
  toString: (self: number | bigint | Double | Narrow) => asText(self),
  compareTo: (self, [other]) =>
    typeof self === 'object' && self instanceof Narrow
      ? compare(self, other)
      : Math.sign(compare(self, other)),
  equals: (self, [other]) => javaEquals(self, other),
  hashCode: (self) => hashCode(self),
  isNaN: (self) => Number.isNaN(asNumber(self)),
  isInfinite: (self) => Math.abs(asNumber(self)) === Number.POSITIVE_INFINITY,
};

const entryMembers: MemberTable<MapEntry> = {
  key: (self) => self.key,
  value: (self) => self.value,
  setValue: (self, [value]) => self.setValue(value),
  toString: (self: MapEntry) => self.toString(),
  equals: (self, [other]) => javaEquals(self, other),
  hashCode: (self) => hashCode(self.key) ^ hashCode(self.value),
};

const booleanMembers: MemberTable<boolean> = {
  booleanValue: (self) => self,
  toString: (self: boolean) => String(self),
  equals: (self, [other]) => self === other,
  compareTo: (self, [other]) => Math.sign(compare(self, other)),
  hashCode: (self) => hashCode(self),
};

/** Members by class. */
const OBJECTS: readonly (readonly [abstract new (...args: never[]) => unknown, MemberTable<never>])[] = [
  [TextBuilder, builderMembers as MemberTable<never>],
  [Optional, optionalMembers as MemberTable<never>],
  [Pattern, patternMembers as MemberTable<never>],
  [Matcher, matcherMembers as MemberTable<never>],
  [ThrownException, exceptionMembers as MemberTable<never>],
  [Duration, durationMembers as MemberTable<never>],
  [BigDecimal, decimalMembers as MemberTable<never>],
  [BigInteger, integerMembers as MemberTable<never>],
  [Period, periodMembers as MemberTable<never>],
  [MapEntry, entryMembers as MemberTable<never>],
  [ZonedDateTime, dateMembers as MemberTable<never>],
  [TemporalValue, temporalMembers as MemberTable<never>],
  [DateFormatter, formatterMembers as MemberTable<never>],
  [ChronoUnit, unitMembers as MemberTable<never>],
];

/** Additional members of some kinds of list. Other rooms may add theirs. */
const LISTS: (readonly [abstract new (...args: never[]) => unknown, MemberTable<Value[]>])[] = [];

export function registerListMembers(
  kind: abstract new (...args: never[]) => unknown,
  members: MemberTable<Value[]>,
): void {
  LISTS.push([kind, { ...listMembers, ...members }]);
}

function listTable(value: readonly Value[]): MemberTable<Value[]> {
  for (const [kind, members] of LISTS) if (value instanceof kind) return members;
  return listMembers;
}

function tableOf(value: Value): MemberTable<never> | null {
  if (typeof value === 'string') return stringMembers as MemberTable<never>;
  if (Array.isArray(value)) return listTable(value) as MemberTable<never>;
  if (value instanceof Map) return mapMembers as MemberTable<never>;
  if (isNumeric(value)) return numberMembers as MemberTable<never>;
  if (typeof value === 'boolean') return booleanMembers as MemberTable<never>;
  const found = OBJECTS.find(([type]) => value instanceof type);
  return found === undefined ? null : found[1];
}

/** Resolved members by table and name; bounded by the size of the tables. */
const known = new Map<MemberTable<never>, Map<string, Member<never>>>();

function find(table: MemberTable<never>, name: string): Member<never> | undefined {
  let members = known.get(table);
  if (members === undefined) known.set(table, (members = new Map()));
  let member = members.get(name);
  if (member !== undefined) return member;
  member = findNamed(table, name);
  if (member !== undefined) members.set(name, member);
  return member;
}

function findNamed(table: MemberTable<never>, name: string): Member<never> | undefined {
  if (Object.hasOwn(table, name)) return table[name];
  const getter = /^(?:get|is)([A-Z])(\w*)$/.exec(name);
  const property = getter ? getter[1].toLowerCase() + getter[2] : null;
  return property !== null && Object.hasOwn(table, property) ? table[property] : undefined;
}

/** `x.name(args)`. Throws illegal_argument_exception for methods that are not allowed, like the original. */
export function callMember(target: Value, name: string, args: readonly Value[]): Value {
  if (target === null) throw nullTarget();
  if (target instanceof Instance && Object.hasOwn(target.members, name)) return target.members[name](args);
  if (holdsMembers(target)) return target.member(name, args);
  if (typeof target === 'function') return callFunctional(target, name, args);
  const table = tableOf(target);
  const member = table ? find(table, name) : undefined;
  if (member) return member(target as never, args);
  const common = Object.hasOwn(OBJECT_MEMBERS, name) ? OBJECT_MEMBERS[name] : undefined;
  if (common) return common(target, args);
  throw notFound('method', target, `${name}/${args.length}`);
}

const OBJECT_MEMBERS: MemberTable<Value> = {
  toString: (self: Value) => asText(self),
  equals: (self, [other]) => javaEquals(self, other),
  hashCode: (self) => hashCode(self),
  compareTo: (self, [other]) => Math.sign(compare(self, other)),
};

/** Calls a function through its functional interface: Comparator, Predicate, Function … */
function callFunctional(target: Lambda, name: string, args: readonly Value[]): Value {
  switch (name) {
    case 'reversed':
      return (a: Value, b: Value) => target(b, a);
    case 'thenComparing':
    case 'thenComparingInt':
    case 'thenComparingLong':
    case 'thenComparingDouble':
      return thenBy(target, args);
    case 'negate':
      return (...given: readonly Value[]) => target(...given) !== true;
    case 'and':
      return (...given: readonly Value[]) => target(...given) === true && (args[0] as Lambda)(...given);
    case 'or':
      return (...given: readonly Value[]) => target(...given) === true || (args[0] as Lambda)(...given);
    case 'andThen':
      return (...given: readonly Value[]) => (args[0] as Lambda)(target(...given));
    case 'compose':
      return (given: Value) => target((args[0] as Lambda)(given));
    default:
      return target(...args);
  }
}

function thenBy(first: Lambda, [next, order]: readonly Value[]): Value {
  const second = next as Lambda;
  const byKey = (a: Value, b: Value) =>
    order === undefined ? compare(second(a), second(b)) : asInteger((order as Lambda)(second(a), second(b)));
  return (a: Value, b: Value) => {
    const decided = asInteger(first(a, b));
    if (decided !== 0) return decided;
    return second.length === 2 ? second(a, b) : Math.sign(byKey(a, b));
  };
}

/** `x.name`: a getter, a map entry, or a list element. */
export function readMember(target: Value, name: string): Value {
  if (target === null) throw nullTarget();
  return readNamed(target, name, getterOf(typeName(target), name));
}

/**
 * Like readMember, for one location in a script: caches the getter, as it mostly meets values of one class.
 */
export function memberReader(name: string): (target: Value) => Value {
  let type: string | null = null;
  let getter: Method | null = null;
  return (target) => {
    if (target === null) throw nullTarget();
    const met = typeName(target);
    if (met !== type) {
      getter = getterOf(met, name);
      type = met;
    }
    return readNamed(target, name, getter);
  };
}

function readNamed(target: Value, name: string, getter: Method | null): Value {
  if (target instanceof JavaArray && name === 'length') return target.length;
  if (getter !== null) return conform(getter.returns, callMember(target, getter.name, []));
  if (target instanceof Map) return target.get(name) ?? null;
  if (Array.isArray(target) && /^\d+$/.test(name)) return element(target, Number(name));
  if (holdsMembers(target)) return target.member(name, []);
  throw notFound('getter', target, name);
}

/** `x.name = value`. */
export function setMember(target: Value, name: string, value: Value): void {
  if (target === null) throw nullTarget();
  const setter = methodOf(typeName(target), `set${name.charAt(0).toUpperCase()}${name.slice(1)}`, 1);
  if (setter !== null) callMember(target, setter.name, [value]);
  else if (target instanceof Map) target.set(name, value);
  else if (Array.isArray(target) && /^\d+$/.test(name)) writeIndex(target, Number(name), value);
  else throw notFound('setter', target, name);
}

export function readIndex(target: Value, index: Value): Value {
  if (target === null) throw nullTarget();
  if (target instanceof Map) return target.get(keyIn(target, index)) ?? null;
  if (Array.isArray(target)) return element(target, positionIn(target, index));
  if (holdsMembers(target)) return target.at(index);
  throw notArray(target);
}

export function writeIndex(target: Value, index: Value, value: Value): void {
  if (target === null) throw nullTarget();
  if (target instanceof Map) target.set(keyIn(target, index), value);
  else if (Array.isArray(target)) {
    const given = positionIn(target, index);
    const at = given < 0 ? target.length + given : given;
    if (at < 0 || at >= target.length) throw outOfBounds(given, target);
    target[at] = target instanceof JavaArray ? stored(target, value) : value;
  } else throw notArray(target);
}

/** Array elements are converted to the element type. */
function stored({ className }: JavaArray, value: Value): Value {
  const convert = castBetween('def', className.slice(0, -2), { internal: true });
  return convert === null ? value : convert(value);
}

function positionIn(target: Value, index: Value): number {
  if (typeof index === 'number') return index;
  if (isWhole(index) && typeof index === 'object') return index.value;
  if (index === null) throw nullTarget();
  throw new PainlessFailure(
    'class_cast_exception',
    `Cannot cast [${typeName(index)}] to [int] to address [${typeName(target)}]`,
  );
}

function element(list: readonly Value[], index: number): Value {
  const at = index < 0 ? list.length + index : index;
  if (at >= 0 && at < list.length) return list[at];
  const { get } = listTable(list);
  if (get === listMembers.get) throw outOfBounds(index, list);
  return get(list as Value[], [index]);
}

function outOfBounds(index: number, list: readonly Value[]): PainlessFailure {
  return new PainlessFailure(
    list instanceof JavaArray ? 'array_index_out_of_bounds_exception' : 'index_out_of_bounds_exception',
    `Index ${index} out of bounds for length ${list.length}`,
  );
}

function nullTarget(): PainlessFailure {
  return new PainlessFailure(
    'null_pointer_exception',
    'Cannot invoke "Object.getClass()" because "callArgs[0]" is null',
  );
}

function notFound(what: 'method' | 'getter' | 'setter', target: Value, name: string): PainlessFailure {
  if (what === 'getter' && Array.isArray(target) && !(target instanceof JavaArray)) {
    return new PainlessFailure('illegal_argument_exception', `Illegal list shortcut value [${name}].`);
  }
  return new PainlessFailure(
    'illegal_argument_exception',
    `dynamic ${what} [${typeName(target)}, ${name}] not found`,
  );
}

function notArray(target: Value): PainlessFailure {
  return new PainlessFailure(
    'illegal_argument_exception',
    `Attempting to address a non-array-like type [${typeName(target)}] as an array.`,
  );
}
