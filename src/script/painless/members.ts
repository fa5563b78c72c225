import { listMembers, mapMembers } from './collectionMembers.ts';
import { dateMembers, formatterMembers, temporalMembers } from './dateMembers.ts';
import { DateFormatter, TemporalValue, ZonedDateTime } from './dates.ts';
import { PainlessFailure } from './errors.ts';
import { exceptionMembers, ThrownException } from './exceptions.ts';
import { holdsMembers, type Member, type MemberTable } from './memberTable.ts';
import { Matcher, matcherMembers, Pattern, patternMembers } from './regexes.ts';
import { Optional, optionalMembers } from './streams.ts';
import { stringMembers } from './stringMembers.ts';
import { builderMembers, TextBuilder } from './textClasses.ts';
import { ChronoUnit, Duration, durationMembers, unitMembers } from './timeClasses.ts';
import { asInteger, asText, compare, Double, equal, isNumeric, long, type Value } from './values.ts';

const numberMembers: MemberTable<number | bigint | Double> = {
  intValue: (self) => asInteger(self),
  longValue: (self) => (typeof self === 'bigint' ? long(self) : asInteger(self)),
  doubleValue: (self) =>
    new Double(typeof self === 'bigint' ? Number(self) : self instanceof Double ? self.value : self),
  floatValue: (self) => new Double(Math.fround(self instanceof Double ? self.value : Number(self))),
  toString: (self: number | bigint | Double) => asText(self),
  compareTo: (self, [other]) => Math.sign(compare(self, other)),
  equals: (self, [other]) => equal(self, other),
  hashCode: (self) => asInteger(self) | 0,
};

const booleanMembers: MemberTable<boolean> = {
  booleanValue: (self) => self,
  toString: (self: boolean) => String(self),
  equals: (self, [other]) => self === other,
};

/** The members of other classes. */
const OBJECTS: readonly (readonly [abstract new (...args: never[]) => unknown, MemberTable<never>])[] = [
  [TextBuilder, builderMembers as MemberTable<never>],
  [Optional, optionalMembers as MemberTable<never>],
  [Pattern, patternMembers as MemberTable<never>],
  [Matcher, matcherMembers as MemberTable<never>],
  [ThrownException, exceptionMembers as MemberTable<never>],
  [Duration, durationMembers as MemberTable<never>],
  [ChronoUnit, unitMembers as MemberTable<never>],
];

function tableOf(value: Value): MemberTable<never> | null {
  if (typeof value === 'string') return stringMembers as MemberTable<never>;
  if (Array.isArray(value)) return listMembers as MemberTable<never>;
  if (value instanceof Map) return mapMembers as MemberTable<never>;
  if (isNumeric(value)) return numberMembers as MemberTable<never>;
  if (typeof value === 'boolean') return booleanMembers as MemberTable<never>;
  if (value instanceof ZonedDateTime) return dateMembers as MemberTable<never>;
  if (value instanceof TemporalValue) return temporalMembers as MemberTable<never>;
  if (value instanceof DateFormatter) return formatterMembers as MemberTable<never>;
  const found = OBJECTS.find(([type]) => value instanceof type);
  return found === undefined ? null : found[1];
}

function find(table: MemberTable<never>, name: string): Member<never> | undefined {
  if (Object.hasOwn(table, name)) return table[name];
  const getter = /^(?:get|is)([A-Z])(\w*)$/.exec(name);
  const property = getter ? getter[1].toLowerCase() + getter[2] : null;
  return property !== null && Object.hasOwn(table, property) ? table[property] : undefined;
}

/** `x.name(args)`. Throws illegal_argument_exception for a method that is not on the list, as the original does. */
export function callMember(target: Value, name: string, args: readonly Value[]): Value {
  if (target === null) throw nullTarget('method', name);
  if (holdsMembers(target)) return target.member(name, args);
  if (typeof target === 'function') return target(...args);
  const table = tableOf(target);
  const member = table ? find(table, name) : undefined;
  if (!member) throw unknownMember(target, `method`, `${name}, ${args.length}`);
  return member(target as never, args);
}

/** `x.name`: a map's entry, a list's element, or a getter. */
export function readMember(target: Value, name: string): Value {
  if (target === null) throw nullTarget('field', name);
  if (target instanceof Map) return target.get(name) ?? null;
  if (holdsMembers(target)) return target.member(name, []);
  if (Array.isArray(target) && /^\d+$/.test(name)) return element(target, Number(name));
  if (Array.isArray(target) && name === 'length') return target.length;
  const table = tableOf(target);
  const member = table ? find(table, name) : undefined;
  if (!member) throw unknownMember(target, 'field', name);
  return member(target as never, []);
}

export function readIndex(target: Value, index: Value): Value {
  if (target === null) throw nullTarget('index', asText(index));
  if (target instanceof Map) return target.get(asText(index)) ?? null;
  if (Array.isArray(target)) return element(target, asInteger(index));
  if (holdsMembers(target)) return target.at(index);
  throw unknownMember(target, 'index', asText(index));
}

export function writeIndex(target: Value, index: Value, value: Value): void {
  if (target instanceof Map) target.set(asText(index), value);
  else if (Array.isArray(target)) {
    const at = asInteger(index);
    if (at < 0 || at >= target.length) throw outOfBounds(at, target.length);
    target[at] = value;
  } else throw unknownMember(target, 'index', asText(index));
}

function element(list: readonly Value[], index: number): Value {
  const at = index < 0 ? list.length + index : index;
  if (at < 0 || at >= list.length) throw outOfBounds(index, list.length);
  return list[at];
}

function outOfBounds(index: number, length: number): PainlessFailure {
  return new PainlessFailure(
    'index_out_of_bounds_exception',
    `Index ${index} out of bounds for length ${length}`,
  );
}

function nullTarget(what: string, name: string): PainlessFailure {
  return new PainlessFailure(
    'null_pointer_exception',
    `cannot access method/field [${name}] from a null def reference (${what})`,
  );
}

function unknownMember(target: Value, what: string, name: string): PainlessFailure {
  return new PainlessFailure(
    'illegal_argument_exception',
    `dynamic ${what} [${typeOf(target)}, ${name}] not found`,
  );
}

function typeOf(value: Value): string {
  if (typeof value === 'string') return 'java.lang.String';
  if (Array.isArray(value)) return 'java.util.ArrayList';
  if (value instanceof Map) return 'java.util.HashMap';
  if (value instanceof Double) return 'java.lang.Double';
  if (typeof value === 'boolean') return 'java.lang.Boolean';
  if (typeof value === 'object' && value !== null) return value.className;
  return 'java.lang.Long';
}
