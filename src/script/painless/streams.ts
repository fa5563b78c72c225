import { PainlessFailure } from './errors.ts';
import type { MemberTable } from './memberTable.ts';
import {
  asBoolean,
  asInteger,
  asNumber,
  asText,
  compare,
  Double,
  isNumeric,
  type Lambda,
  type PainlessObject,
  typeName,
  type Value,
} from './values.ts';

/** java.util.Optional and its primitive relatives. */
export class Optional implements PainlessObject {
  readonly className = 'java.util.Optional';
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }

  toString(): string {
    return this.value === null ? 'Optional.empty' : `Optional[${asText(this.value)}]`;
  }
}

function present({ value }: Optional): Value {
  if (value !== null) return value;
  throw new PainlessFailure('illegal_state_exception', 'No value present');
}

export const optionalMembers: MemberTable<Optional> = {
  get: present,
  getAsInt: present,
  getAsLong: present,
  getAsDouble: present,
  isPresent: ({ value }) => value !== null,
  isEmpty: ({ value }) => value === null,
  orElse: ({ value }, [other]) => value ?? other,
  orElseGet: ({ value }, [make]) => value ?? lambda(make)(),
  ifPresent: ({ value }, [use]) => (value === null ? null : lambda(use)(value)),
  map: ({ value }, [change]) => new Optional(value === null ? null : lambda(change)(value)),
  filter: (self, [test]) =>
    self.value !== null && asBoolean(lambda(test)(self.value)) ? self : new Optional(null),
  toString: (self: Optional) => self.toString(),
};

/** What `collect` of a stream does with its items. */
export class Collector implements PainlessObject {
  readonly className = 'java.util.stream.Collector';
  readonly finish: (items: readonly Value[]) => Value;

  constructor(finish: (items: readonly Value[]) => Value) {
    this.finish = finish;
  }

  toString(): string {
    return this.className;
  }
}

export function lambda(value: Value): Lambda {
  if (typeof value === 'function') return value;
  throw new PainlessFailure('class_cast_exception', 'a lambda was expected');
}

const order = (by: Value | undefined): ((a: Value, b: Value) => number) =>
  by === undefined || by === null ? compare : (a, b) => asInteger(lambda(by)(a, b));

function best(items: readonly Value[], by: Value | undefined, sign: 1 | -1): Optional {
  const compareItems = order(by);
  return new Optional(
    items.reduce<Value>(
      (found, item) => (found === null || sign * compareItems(item, found) < 0 ? item : found),
      null,
    ),
  );
}

export function total(items: readonly Value[]): Value {
  const sum = items.reduce<number>((before, item) => before + asNumber(item), 0);
  return items.some((item) => item instanceof Double) ? new Double(sum) : sum;
}

export function distinct(items: readonly Value[]): Value[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = isNumeric(item) ? `n${asNumber(item)}` : `${typeName(item)} ${asText(item)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const same = (self: Value[]): Value => self;

function reduce(self: readonly Value[], args: readonly Value[]): Value {
  const step = lambda(args[args.length - 1]);
  if (args.length > 1) return self.reduce((a, b) => step(a, b), args[0]);
  return new Optional(self.length === 0 ? null : self.reduce((a, b) => step(a, b)));
}

/** Streams are lists here: each operation makes the next list. */
export const streamMembers: MemberTable<Value[]> = {
  stream: same,
  boxed: same,
  parallel: same,
  sequential: same,
  asLongStream: same,
  toList: same,
  toArray: (self) => [...self],
  map: (self, [change]) => self.map((item) => lambda(change)(item)),
  mapToInt: (self, [change]) => self.map((item) => lambda(change)(item)),
  mapToLong: (self, [change]) => self.map((item) => lambda(change)(item)),
  mapToObj: (self, [change]) => self.map((item) => lambda(change)(item)),
  mapToDouble: (self, [change]) => self.map((item) => new Double(asNumber(lambda(change)(item)))),
  asDoubleStream: (self) => self.map((item) => new Double(asNumber(item))),
  flatMap: (self, [change]) => self.flatMap((item) => lambda(change)(item) as Value[]),
  filter: (self, [test]) => self.filter((item) => asBoolean(lambda(test)(item))),
  peek: (self, [use]) => {
    for (const item of self) lambda(use)(item);
    return self;
  },
  anyMatch: (self, [test]) => self.some((item) => asBoolean(lambda(test)(item))),
  allMatch: (self, [test]) => self.every((item) => asBoolean(lambda(test)(item))),
  noneMatch: (self, [test]) => !self.some((item) => asBoolean(lambda(test)(item))),
  sorted: (self, [by]) => [...self].sort(order(by)),
  distinct: (self) => distinct(self),
  limit: (self, [count]) => self.slice(0, asInteger(count)),
  skip: (self, [count]) => self.slice(asInteger(count)),
  count: (self, [test]) =>
    test === undefined ? self.length : self.filter((item) => asBoolean(lambda(test)(item))).length,
  sum: (self, [change]) => total(change === undefined ? self : self.map((item) => lambda(change)(item))),
  average: (self) => new Optional(self.length === 0 ? null : new Double(asNumber(total(self)) / self.length)),
  min: (self, [by]) => best(self, by, 1),
  max: (self, [by]) => best(self, by, -1),
  findFirst: (self) => new Optional(self[0] ?? null),
  findAny: (self) => new Optional(self[0] ?? null),
  reduce,
  collect: (self, [how]) =>
    how instanceof Collector ? how.finish(self) : self.map((item) => lambda(how)(item)),
};

/** What Painless adds to lists. */
export const iterableMembers: MemberTable<Value[]> = {
  any: streamMembers.anyMatch,
  every: streamMembers.allMatch,
  each: (self, [use]) => {
    for (const item of self) lambda(use)(item);
    return self;
  },
  eachWithIndex: (self, [use]) => {
    self.forEach((item, i) => void lambda(use)(item, i));
    return self;
  },
  find: (self, [test]) => self.find((item) => asBoolean(lambda(test)(item))) ?? null,
  findAll: streamMembers.filter,
  findResult: (self, [change]) =>
    self.map((item) => lambda(change)(item)).find((found) => found !== null) ?? null,
  groupBy: (self, [key]) => groupBy(self, lambda(key)),
  join: (self, [separator]) => self.map(asText).join(asText(separator)),
  split: (self, [test]) => {
    const matches = self.filter((item) => asBoolean(lambda(test)(item)));
    return [matches, self.filter((item) => !matches.includes(item))];
  },
  asList: same,
  asCollection: same,
};

export function groupBy(items: readonly Value[], key: Lambda): Map<string, Value> {
  const groups = new Map<string, Value[]>();
  for (const item of items) {
    const name = asText(key(item));
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups;
}
