import type { StaticClass } from './staticClass.ts';
import { Collector, distinct, groupBy, lambda, Optional, total } from './streams.ts';
import { asNumber, asText, compare, Double, type Lambda, type Value } from './values.ts';

/** java.util.stream.Collectors. */
export const collectors: StaticClass = {
  methods: {
    toList: () => new Collector((items) => [...items]),
    toSet: () => new Collector((items) => distinct(items)),
    counting: () => new Collector((items) => items.length),
    joining: ([separator = '', before = '', after = '']) =>
      new Collector((items) => asText(before) + items.map(asText).join(asText(separator)) + asText(after)),
    toMap: ([key, value, merge]) =>
      new Collector((items) => {
        const map = new Map<string, Value>();
        for (const item of items) {
          const name = asText(lambda(key)(item));
          const known = map.get(name);
          const own = lambda(value)(item);
          map.set(name, known !== undefined && merge !== undefined ? lambda(merge)(known, own) : own);
        }
        return map;
      }),
    groupingBy: ([key, below]) =>
      new Collector((items) => {
        const groups = groupBy(items, lambda(key));
        if (below instanceof Collector) {
          for (const [name, group] of groups) groups.set(name, below.finish(group as Value[]));
        }
        return groups;
      }),
    summingInt: ([change]) => summing(change),
    summingLong: ([change]) => summing(change),
    summingDouble: ([change]) => summing(change),
    averagingInt: ([change]) => averaging(change),
    averagingDouble: ([change]) => averaging(change),
  },
};

function summing(change: Value): Collector {
  return new Collector((items) => total(items.map((item) => lambda(change)(item))));
}

function averaging(change: Value): Collector {
  return new Collector((items) => {
    const sum = asNumber(total(items.map((item) => lambda(change)(item))));
    return new Double(items.length === 0 ? 0 : sum / items.length);
  });
}

const by = (key: Value): Lambda => {
  const read = lambda(key);
  return (a, b) => Math.sign(compare(read(a), read(b)));
};

/** java.util.Comparator. */
export const comparators: StaticClass = {
  methods: {
    naturalOrder: () => (a: Value, b: Value) => Math.sign(compare(a, b)),
    reverseOrder: () => (a: Value, b: Value) => Math.sign(compare(b, a)),
    comparing: ([key]) => by(key),
    comparingInt: ([key]) => by(key),
    comparingLong: ([key]) => by(key),
    comparingDouble: ([key]) => by(key),
  },
};

const inPlace =
  (change: (list: Value[], args: readonly Value[]) => void) =>
  (args: readonly Value[]): Value => {
    change(args[0] as Value[], args.slice(1));
    return null;
  };

/** java.util.Collections. */
export const collections: StaticClass = {
  methods: {
    sort: inPlace((list, [order]) =>
      list.sort(order === undefined ? compare : (a, b) => asNumber(lambda(order)(a, b))),
    ),
    reverse: inPlace((list) => list.reverse()),
    max: ([list]) => (list as Value[]).reduce((a, b) => (compare(b, a) > 0 ? b : a)),
    min: ([list]) => (list as Value[]).reduce((a, b) => (compare(b, a) < 0 ? b : a)),
    emptyList: () => [],
    emptySet: () => [],
    emptyMap: () => new Map(),
    singletonList: ([item]) => [item],
    singleton: ([item]) => [item],
    unmodifiableList: ([list]) => list,
    reverseOrder: () => (a: Value, b: Value) => Math.sign(compare(b, a)),
    frequency: ([list, item]) => (list as Value[]).filter((other) => other === item).length,
  },
};

export const optionals: StaticClass = {
  methods: {
    of: ([value]) => new Optional(value),
    ofNullable: ([value]) => new Optional(value ?? null),
    empty: () => new Optional(null),
  },
};
