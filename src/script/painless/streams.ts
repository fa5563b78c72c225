import { PainlessFailure } from './errors.ts';
import { failureOf } from './exceptions.ts';
import { Instance } from './instance.ts';
import { keyIn, LinkedMap } from './mapViews.ts';
import type { MemberTable } from './memberTable.ts';
import {
  asBoolean,
  asInteger,
  asNumber,
  asText,
  compare,
  Double,
  type Lambda,
  type PainlessObject,
  typeName,
  type Value,
} from './values.ts';

/** java.util.Optional and its primitive variants. */
export class Optional implements PainlessObject {
  readonly className: string;
  readonly value: Value;

  constructor(value: Value, className = 'java.util.Optional') {
    this.value = value;
    this.className = className;
  }

  toString(): string {
    const name = this.className.slice('java.util.'.length);
    return this.value === null ? `${name}.empty` : `${name}[${asText(this.value)}]`;
  }
}

function present({ value }: Optional): Value {
  if (value !== null) return value;
  throw new PainlessFailure('no_such_element_exception', 'No value present');
}

export const optionalMembers: MemberTable<Optional> = {
  get: present,
  getAsInt: present,
  getAsLong: present,
  getAsDouble: present,
  isPresent: ({ value }) => value !== null,
  isEmpty: ({ value }) => value === null,
  orElse: ({ value }, [other]) => value ?? other,
  orElseThrow: ({ value }, [make]) => {
    if (value !== null) return value;
    throw make === undefined
      ? new PainlessFailure('no_such_element_exception', 'No value present')
      : failureOf(lambda(make)());
  },
  flatMap: ({ value }, [change]) => (value === null ? new Optional(null) : lambda(change)(value)),
  orElseGet: ({ value }, [make]) => value ?? lambda(make)(),
  ifPresent: ({ value }, [use]) => (value === null ? null : lambda(use)(value)),
  map: ({ value }, [change]) => new Optional(value === null ? null : lambda(change)(value)),
  filter: (self, [test]) =>
    self.value !== null && asBoolean(lambda(test)(self.value)) ? self : new Optional(null),
  toString: (self: Optional) => self.toString(),
};

/** A collector: what `collect` of a stream does with its items. */
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

const OPTIONALS: Readonly<Record<string, string>> = {
  'java.util.stream.IntStream': 'java.util.OptionalInt',
  'java.util.stream.LongStream': 'java.util.OptionalLong',
  'java.util.stream.DoubleStream': 'java.util.OptionalDouble',
};

/** The Optional variant for the type of stream. */
function optional(items: readonly Value[], value: Value): Optional {
  return new Optional(value, OPTIONALS[typeName(items as Value[])]);
}

function best(items: readonly Value[], by: Value | undefined, sign: 1 | -1): Optional {
  const compareItems = order(by);
  const found = items.reduce<Value>(
    (before, item) => (before === null || sign * compareItems(item, before) < 0 ? item : before),
    null,
  );
  return optional(items, found);
}

export function total(items: readonly Value[]): Value {
  const sum = items.reduce<number>((before, item) => before + asNumber(item), 0);
  return items.some((item) => item instanceof Double) ? new Double(sum) : sum;
}

/** A key that is equal for equal values. */
function identity(item: Value): string {
  return `${typeName(item)} ${asText(item)}`;
}

export function distinct(items: readonly Value[]): Value[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = identity(item);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const same = (self: Value[]): Value => self;

function reduce(self: readonly Value[], args: readonly Value[]): Value {
  const step = lambda(args[args.length - 1]);
  if (args.length > 1) return self.reduce((a, b) => step(a, b), args[0]);
  return optional(self, self.length === 0 ? null : self.reduce((a, b) => step(a, b)));
}

function collectBy(self: readonly Value[], [make, add]: readonly Value[]): Value {
  const into = lambda(make)();
  for (const item of self) lambda(add)(into, item);
  return into;
}

function listIterator(self: readonly Value[]): Value {
  let next = 0;
  return new Instance('java.util.Iterator', {
    hasNext: () => next < self.length,
    next: () => self[next++] ?? null,
  });
}

/** IntSummaryStatistics and its variants. */
export function statistics(items: readonly Value[]): Value {
  const kind =
    { 'java.util.stream.LongStream': 'Long', 'java.util.stream.DoubleStream': 'Double' }[
      typeName(items as Value[])
    ] ?? 'Int';
  const numbers = items.map(asNumber);
  const sum = total(items);
  const average = new Double(numbers.length === 0 ? 0 : asNumber(sum) / numbers.length);
  const least = numbers.length === 0 ? 2147483647 : Math.min(...numbers);
  const most = numbers.length === 0 ? -2147483648 : Math.max(...numbers);
  return new Instance(
    `java.util.${kind}SummaryStatistics`,
    {
      getCount: () => numbers.length,
      getSum: () => sum,
      getMin: () => least,
      getMax: () => most,
      getAverage: () => average,
    },
    () =>
      `${kind}SummaryStatistics{count=${numbers.length}, sum=${asText(sum)}, min=${least}, average=${average.value.toFixed(6)}, max=${most}}`,
  );
}

/** Streams are implemented as lists: each operation creates a new list. */
export const streamMembers: MemberTable<Value[]> = {
  stream: same,
  unordered: same,
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
  flatMap: (self, [change]) => self.flatMap((item) => [...((lambda(change)(item) ?? []) as Value[])]),
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
  average: (self) =>
    new Optional(
      self.length === 0 ? null : new Double(asNumber(total(self)) / self.length),
      'java.util.OptionalDouble',
    ),
  summaryStatistics: (self) => statistics(self),
  iterator: (self) => listIterator(self),
  min: (self, [by]) => best(self, by, 1),
  max: (self, [by]) => best(self, by, -1),
  findFirst: (self) => optional(self, self[0] ?? null),
  findAny: (self) => optional(self, self[0] ?? null),
  takeWhile: (self, [test]) => {
    const end = self.findIndex((item) => !asBoolean(lambda(test)(item)));
    return end < 0 ? self : self.slice(0, end);
  },
  dropWhile: (self, [test]) => {
    const start = self.findIndex((item) => !asBoolean(lambda(test)(item)));
    return start < 0 ? [] : self.slice(start);
  },
  forEach: (self, [use]) => {
    for (const item of self) lambda(use)(item);
    return null;
  },
  forEachOrdered: (self, [use]) => {
    for (const item of self) lambda(use)(item);
    return null;
  },
  reduce,
  collect: (self, args) => {
    const [how, change] = args;
    if (how instanceof Collector) return how.finish(self);
    if (args.length === 3) return collectBy(self, args);
    if (change === undefined) return self.map((item) => lambda(how)(item));
    for (const item of self) (how as Value[]).push(lambda(change)(item));
    return how;
  },
};

/** Methods that Painless adds to lists. */
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
  findResult: (self, args) => {
    for (const item of self) {
      const found = lambda(args[args.length - 1])(item);
      if (found !== null) return found;
    }
    return args.length > 1 ? args[0] : null;
  },
  findResults: (self, [change]) => self.map((item) => lambda(change)(item)).filter((found) => found !== null),
  groupBy: (self, [key]) => groupBy(self, lambda(key)),
  join: (self, [separator]) => self.map(asText).join(asText(separator)),
  split: (self, [test]) => {
    const matches = self.filter((item) => asBoolean(lambda(test)(item)));
    return [matches, self.filter((item) => !matches.includes(item))];
  },
  asList: same,
  asCollection: same,
};

/** Groups items in the order of appearance, or in hash map order. */
export function groupBy(
  items: readonly Value[],
  key: Lambda,
  groups: Map<string, Value> = new LinkedMap(),
): Map<string, Value> {
  for (const item of items) {
    const name = keyIn(groups, key(item));
    const group = groups.get(name);
    if (group) (group as Value[]).push(item);
    else groups.set(name, [item]);
  }
  return groups;
}
