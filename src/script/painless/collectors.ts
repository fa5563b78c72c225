import { conform } from './casts.ts';
import { PainlessFailure } from './errors.ts';
import { Instance } from './instance.ts';
import { HashedMap, keyIn, LinkedMap, ValueSet } from './mapViews.ts';
import type { StaticClass } from './staticClass.ts';
import { Collector, groupBy, lambda, Optional, statistics, total } from './streams.ts';
import {
  asBoolean,
  asNumber,
  asText,
  compare,
  Double,
  javaEquals,
  type Lambda,
  type Value,
} from './values.ts';

const NO_COLLECTOR = new Collector((items) => [...items]);

const collectorOf = (value: Value | undefined): Collector =>
  value instanceof Collector ? value : NO_COLLECTOR;

function toMap([key, value, merge, make]: readonly Value[]): Collector {
  return new Collector((items) => {
    const map = (make === undefined ? new HashedMap() : lambda(make)()) as Map<string, Value>;
    for (const item of items) {
      const name = keyIn(map, lambda(key)(item));
      const own = lambda(value)(item);
      const known = map.get(name);
      if (known !== undefined && merge === undefined) {
        const reason = `Duplicate key ${asText(name)} (attempted merging values ${asText(known)} and ${asText(own)})`;
        throw new PainlessFailure('illegal_state_exception', reason);
      }
      map.set(name, known === undefined ? own : lambda(merge)(known, own));
    }
    return map;
  });
}

/** With a collector for each group, and optionally a map factory in between. */
function groupingBy(args: readonly Value[]): Collector {
  const below = args.length > 1 ? collectorOf(args[args.length - 1]) : null;
  return new Collector((items) => {
    const map = (args.length === 3 ? lambda(args[1])() : new HashedMap()) as Map<string, Value>;
    const groups = groupBy(items, lambda(args[0]), map);
    if (below !== null)
      for (const [name, group] of [...groups]) groups.set(name, below.finish(group as Value[]));
    return groups;
  });
}

function partitioningBy([test, below]: readonly Value[]): Collector {
  return new Collector((items) => {
    const finish = (kept: readonly Value[]): Value => collectorOf(below).finish(kept);
    const map = new LinkedMap();
    for (const side of [false, true]) {
      const kept = items.filter((item) => asBoolean(lambda(test)(item)) === side);
      map.set(side as unknown as string, finish(kept));
    }
    return map;
  });
}

/** java.util.stream.Collectors. */
export const collectors: StaticClass = {
  methods: {
    toList: () => new Collector((items) => [...items]),
    toSet: () => new Collector((items) => ValueSet.ofItems(items)),
    toCollection: ([make]) =>
      new Collector((items) => {
        const into = lambda(make)() as Value[];
        for (const item of items) {
          if (into instanceof ValueSet) into.addItem(item);
          else into.push(item);
        }
        return into;
      }),
    counting: () => new Collector((items) => BigInt(items.length)),
    joining: ([separator = '', before = '', after = '']) =>
      new Collector((items) => asText(before) + items.map(asText).join(asText(separator)) + asText(after)),
    toMap,
    groupingBy,
    partitioningBy,
    mapping: ([change, below]) =>
      new Collector((items) => collectorOf(below).finish(items.map((item) => lambda(change)(item)))),
    filtering: ([test, below]) =>
      new Collector((items) =>
        collectorOf(below).finish(items.filter((item) => asBoolean(lambda(test)(item)))),
      ),
    collectingAndThen: ([below, change]) =>
      new Collector((items) => lambda(change)(collectorOf(below).finish(items))),
    minBy: ([order]) => bestBy(order, 1),
    maxBy: ([order]) => bestBy(order, -1),
    reducing: ([first, ...rest]) =>
      new Collector((items) => {
        const step = lambda(rest.length === 0 ? first : rest[rest.length - 1]);
        const mapped = rest.length === 2 ? items.map((item) => lambda(rest[0])(item)) : items;
        if (rest.length > 0) return mapped.reduce((a, b) => step(a, b), first);
        return new Optional(mapped.length === 0 ? null : mapped.reduce((a, b) => step(a, b)));
      }),
    summingInt: ([change]) => summing(change, 'int'),
    summingLong: ([change]) => summing(change, 'long'),
    summingDouble: ([change]) => summing(change, 'double'),
    averagingInt: ([change]) => averaging(change),
    averagingLong: ([change]) => averaging(change),
    averagingDouble: ([change]) => averaging(change),
    summarizingInt: ([change]) => summarizing(change, 'java.util.stream.IntStream'),
    summarizingLong: ([change]) => summarizing(change, 'java.util.stream.LongStream'),
    summarizingDouble: ([change]) => summarizing(change, 'java.util.stream.DoubleStream'),
  },
};

function bestBy(order: Value, sign: 1 | -1): Collector {
  const by = lambda(order);
  const pick = (a: Value, b: Value): Value => (sign * asNumber(by(b, a)) < 0 ? b : a);
  return new Collector((items) => new Optional(items.length === 0 ? null : items.reduce(pick)));
}

function summing(change: Value, type: string): Collector {
  return new Collector((items) => conform(type, asNumber(total(items.map((item) => lambda(change)(item))))));
}

function averaging(change: Value): Collector {
  return new Collector((items) => {
    const sum = asNumber(total(items.map((item) => lambda(change)(item))));
    return new Double(items.length === 0 ? 0 : sum / items.length);
  });
}

function summarizing(change: Value, stream: string): Collector {
  return new Collector((items) =>
    statistics(
      conform(
        stream,
        items.map((item) => lambda(change)(item)),
      ) as Value[],
    ),
  );
}

const by = (key: Value, order?: Value): Lambda => {
  const read = lambda(key);
  if (order !== undefined) return (a, b) => lambda(order)(read(a), read(b));
  return (a, b) => Math.sign(compare(read(a), read(b)));
};

/** java.util.Comparator. */
export const comparators: StaticClass = {
  methods: {
    naturalOrder: () => (a: Value, b: Value) => Math.sign(compare(a, b)),
    reverseOrder: () => (a: Value, b: Value) => Math.sign(compare(b, a)),
    comparing: ([key, order]) => by(key, order),
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

function extreme(list: Value, order: Value | undefined, sign: 1 | -1): Value {
  const by = order === undefined ? compare : (a: Value, b: Value) => asNumber(lambda(order)(a, b));
  const items = list as Value[];
  if (items.length === 0) throw new PainlessFailure('no_such_element_exception', 'null');
  return items.reduce((a, b) => (sign * by(b, a) > 0 ? b : a));
}

/** java.util.Collections. */
export const collections: StaticClass = {
  methods: {
    sort: inPlace((list, [order]) =>
      list.sort(order === undefined ? compare : (a, b) => asNumber(lambda(order)(a, b))),
    ),
    reverse: inPlace((list) => list.reverse()),
    swap: inPlace((list, [a, b]) => {
      [list[asNumber(a)], list[asNumber(b)]] = [list[asNumber(b)], list[asNumber(a)]];
    }),
    fill: inPlace((list, [item]) => list.fill(item)),
    rotate: inPlace((list, [by]) => {
      const from = list.length === 0 ? 0 : ((-asNumber(by) % list.length) + list.length) % list.length;
      [...list.slice(from), ...list.slice(0, from)].forEach((item, i) => {
        list[i] = item;
      });
    }),
    shuffle: ([list, chance], { random }) => {
      const items = list as Value[];
      const below = (count: number): number =>
        chance instanceof Instance ? asNumber(chance.members.nextInt([count])) : Math.floor(random() * count);
      for (let i = items.length; i > 1; i--) {
        const other = below(i);
        [items[i - 1], items[other]] = [items[other], items[i - 1]];
      }
      return null;
    },
    max: ([list, order]) => extreme(list, order, 1),
    min: ([list, order]) => extreme(list, order, -1),
    emptyList: () => [],
    emptySet: () => new ValueSet(),
    emptyMap: () => new HashedMap(),
    singletonList: ([item]) => [item],
    singleton: ([item]) => ValueSet.ofItems([item]),
    singletonMap: ([key, value]) => HashedMap.ofEntries([[key, value]]),
    nCopies: ([count, item]) => new Array<Value>(asNumber(count)).fill(item),
    unmodifiableList: ([list]) => list,
    unmodifiableCollection: ([list]) => list,
    unmodifiableSet: ([list]) => list,
    unmodifiableMap: ([map]) => map,
    reverseOrder: ([order]) =>
      order === undefined
        ? (a: Value, b: Value) => Math.sign(compare(b, a))
        : (a: Value, b: Value) => lambda(order)(b, a),
    frequency: ([list, item]) => (list as Value[]).filter((other) => javaEquals(other, item)).length,
    binarySearch: ([list, item]) => {
      const items = list as Value[];
      const at = items.findIndex((other) => compare(other, item) >= 0);
      if (at >= 0 && compare(items[at], item) === 0) return at;
      return -(at < 0 ? items.length : at) - 1;
    },
    disjoint: ([a, b]) =>
      !(a as Value[]).some((item) => (b as Value[]).some((other) => javaEquals(item, other))),
  },
};

export const optionals: StaticClass = {
  methods: {
    of: ([value]) => {
      if (value === null) throw new PainlessFailure('null_pointer_exception', 'null');
      return new Optional(value);
    },
    ofNullable: ([value]) => new Optional(value ?? null),
    empty: () => new Optional(null),
  },
};
