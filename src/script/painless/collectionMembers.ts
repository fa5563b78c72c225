import { limits } from '../../common/index.ts';
import { PainlessFailure } from './errors.ts';
import { hashCode } from './hashes.ts';
import { Instance } from './instance.ts';
import {
  HashedMap,
  keyIn,
  LinkedMap,
  MapEntry,
  MapView,
  NamedList,
  SortedMap,
  ValueSet,
} from './mapViews.ts';
import type { MemberTable } from './memberTable.ts';
import { iterableMembers, lambda, streamMembers } from './streams.ts';
import { asBoolean, asInteger, asText, compare, javaEquals, type Lambda, type Value } from './values.ts';

function removeAt(list: Value[], at: number): Value {
  if (at < 0 || at >= list.length) {
    throw new PainlessFailure(
      'index_out_of_bounds_exception',
      `Index ${at} out of bounds for length ${list.length}`,
    );
  }
  return list.splice(at, 1)[0];
}

function add(self: Value[], args: readonly Value[]): Value {
  checkSize(self.length + 1);
  if (self instanceof ValueSet) return self.addItem(args[0]);
  if (args.length === 1) self.push(args[0]);
  else self.splice(asInteger(args[0]), 0, args[1]);
  return args.length === 1 ? true : null;
}

function addAll(self: Value[], items: readonly Value[]): boolean {
  const count = items.length;
  checkSize(self.length + count);
  const before = self.length;
  for (let i = 0; i < count; i++) add(self, [items[i]]);
  return self.length > before;
}

/** Throws if a list exceeds the maximum size. */
function checkSize(size: number): void {
  if (size <= limits.scriptSteps.value) return;
  throw new PainlessFailure('out_of_memory_error', 'Java heap space');
}

function removeIf(self: Value[], test: Lambda): boolean {
  if (self instanceof MapView) return self.removeWhere((item) => asBoolean(test(item)));
  const kept = self.filter((item) => !asBoolean(test(item)));
  const removed = kept.length < self.length;
  kept.forEach((item, i) => {
    self[i] = item;
  });
  self.length = kept.length;
  return removed;
}

function at(self: readonly Value[], index: number): Value {
  if (index < 0 || index >= self.length) {
    throw new PainlessFailure(
      'index_out_of_bounds_exception',
      `Index ${index} out of bounds for length ${self.length}`,
    );
  }
  return self[index];
}

function endItem(self: readonly Value[], index: 0 | -1): Value {
  if (self.length === 0) throw new PainlessFailure('no_such_element_exception', 'null');
  return self.at(index) ?? null;
}

function removeEnd(self: Value[], index: 0 | -1): Value {
  const item = endItem(self, index);
  if (index === 0) self.shift();
  else self.pop();
  return item;
}

/** java.util.List and arrays. */
export const listMembers: MemberTable<Value[]> = {
  ...streamMembers,
  ...iterableMembers,
  size: (self) => self.length,
  length: (self) => self.length,
  isEmpty: (self) => self.length === 0,
  empty: (self) => self.length === 0,
  get: (self, [index]) => at(self, asInteger(index)),
  set: (self, [index, value]) => {
    const before = at(self, asInteger(index));
    self[asInteger(index)] = value;
    return before;
  },
  add,
  addAll: (self, [items]) => addAll(self, items as Value[]),
  remove: (self, [item]) =>
    self instanceof ValueSet || self instanceof MapView || !isIndexed(self, item)
      ? removeIf(self, (other) => javaEquals(other, item))
      : removeAt(self, asInteger(item ?? 0)),
  removeIf: (self, [test]) => removeIf(self, lambda(test)),
  clear: (self) => {
    self.length = 0;
    return null;
  },
  contains: (self, [item]) => self.some((other) => javaEquals(other, item)),
  indexOf: (self, [item]) => self.findIndex((other) => javaEquals(other, item)),
  sort: (self, [order]) => {
    self.sort(order === null || order === undefined ? compare : (a, b) => asInteger(lambda(order)(a, b)));
    return null;
  },
  hashCode: (self) => hashCode(self),
  listIterator: (self) => iteratorOf(self),
  offer: (self, [item]) => add(self, [item]),
  element: (self) => endItem(self, 0),
  getFirst: (self) => endItem(self, 0),
  getLast: (self) => endItem(self, -1),
  peekFirst: (self) => self[0] ?? null,
  peekLast: (self) => self.at(-1) ?? null,
  pollFirst: (self) => self.shift() ?? null,
  pollLast: (self) => self.pop() ?? null,
  removeFirst: (self) => removeEnd(self, 0),
  removeLast: (self) => removeEnd(self, -1),
  floor: (self, [item]) => self.findLast((other) => compare(other, item) <= 0) ?? null,
  ceiling: (self, [item]) => self.find((other) => compare(other, item) >= 0) ?? null,
  descendingSet: (self) => [...self].reverse(),
  forEach: (self, [each]) => {
    for (const item of self) lambda(each)(item);
    return null;
  },
  subList: (self, [from, to]) => range(self, asInteger(from), asInteger(to)),
  lastIndexOf: (self, [item]) => self.findLastIndex((other) => javaEquals(other, item)),
  containsAll: (self, [items]) =>
    (items as Value[]).every((item) => self.some((other) => javaEquals(other, item))),
  removeAll: (self, [items]) =>
    removeIf(self, (item) => (items as Value[]).some((other) => javaEquals(other, item))),
  retainAll: (self, [items]) =>
    removeIf(self, (item) => !(items as Value[]).some((other) => javaEquals(other, item))),
  replaceAll: (self, [change]) => {
    for (let i = 0; i < self.length; i++) self[i] = lambda(change)(self[i]);
    return null;
  },
  addFirst: (self, [item]) => add(self, [0, item]),
  addLast: (self, [item]) => add(self, [item]),
  push: (self, [item]) => add(self, [0, item]),
  pop: (self) => removeEnd(self, 0),
  poll: (self) => self.shift() ?? null,
  first: (self) => endItem(self, 0),
  last: (self) => endItem(self, -1),
  iterator: (self) => iteratorOf(self),
  getByPath: (self, [path, otherwise]) => byPath(self, asText(path), otherwise),
  toString: (self: Value[]) => asText(self),
  equals: (self, [other]) => javaEquals(self, other),
};

/** For a list, `remove` takes an index; for a deque, an item. */
function isIndexed(self: readonly Value[], item: Value | undefined): boolean {
  return item === undefined || !(self instanceof NamedList && self.className === 'java.util.ArrayDeque');
}

function range(self: readonly Value[], from: number, to: number): Value[] {
  if (from >= 0 && to <= self.length && from <= to) return self.slice(from, to);
  if (from < 0) throw new PainlessFailure('index_out_of_bounds_exception', `fromIndex = ${from}`);
  if (to > self.length) throw new PainlessFailure('index_out_of_bounds_exception', `toIndex = ${to}`);
  throw new PainlessFailure('illegal_argument_exception', `fromIndex(${from}) > toIndex(${to})`);
}

/** java.util.Iterator. */
function iteratorOf(self: Value[]): Value {
  let next = 0;
  return new Instance('java.util.Iterator', {
    hasNext: () => next < self.length,
    next: () => {
      if (next >= self.length) throw new PainlessFailure('no_such_element_exception', 'null');
      return self[next++];
    },
    remove: () => {
      const removed = self[--next];
      if (self instanceof MapView) self.removeWhere((item) => item === removed);
      else removeAt(self, next);
      return null;
    },
  });
}

/** Painless' `getByPath` for maps and lists: `a.b.0`. */
function byPath(self: Value, path: string, otherwise: Value | undefined): Value {
  let found: Value | undefined = self;
  for (const step of path.split('.')) {
    if (found instanceof Map) found = found.get(step);
    else if (Array.isArray(found)) found = found[Number(step)];
    else found = undefined;
  }
  if (found !== undefined) return found;
  if (otherwise !== undefined) return otherwise;
  throw new PainlessFailure('illegal_argument_exception', `Could not find value at path [${path}]`);
}

function compute(self: Map<string, Value>, key: Value, change: (before: Value) => Value): Value {
  const name = keyIn(self, key);
  const value = change(self.get(name) ?? null);
  if (value === null) self.delete(name);
  else self.set(name, value);
  return value;
}

const SET = 'java.util.Set';

function endOf(keys: readonly string[], at: 0 | -1): Value {
  const key = keys.at(at);
  if (key === undefined) throw new PainlessFailure('no_such_element_exception', 'null');
  return key;
}

function entryAt(
  self: Map<string, Value>,
  entries: readonly (readonly [string, Value])[],
  at: 0 | -1,
): Value {
  const entry = entries.at(at);
  return entry === undefined ? null : new MapEntry(self, entry[0], entry[1]);
}

function sortedPart(self: Map<string, Value>, keeps: (key: string) => boolean): Value {
  const part = new SortedMap();
  for (const [key, value] of self) if (keeps(key)) part.set(key, value);
  return part;
}

function collectInto(into: Value[], items: readonly Value[]): Value {
  addAll(into, items);
  return into;
}

/** java.util.Map. */
export const mapMembers: MemberTable<Map<string, Value>> = {
  size: (self) => self.size,
  isEmpty: (self) => self.size === 0,
  get: (self, [key]) => self.get(keyIn(self, key)) ?? null,
  getOrDefault: (self, [key, otherwise]) => self.get(keyIn(self, key)) ?? otherwise,
  put: (self, [key, value]) => {
    const before = self.get(keyIn(self, key)) ?? null;
    self.set(keyIn(self, key), value);
    return before;
  },
  putAll: (self, [other]) => {
    for (const [key, value] of other as Map<string, Value>) self.set(keyIn(self, key), value);
    return null;
  },
  putIfAbsent: (self, [key, value]) => {
    const before = self.get(keyIn(self, key)) ?? null;
    if (before === null) self.set(keyIn(self, key), value);
    return before;
  },
  remove: (self, [key]) => {
    const before = self.get(keyIn(self, key)) ?? null;
    self.delete(keyIn(self, key));
    return before;
  },
  containsKey: (self, [key]) => self.has(keyIn(self, key)),
  containsValue: (self, [value]) => [...self.values()].some((other) => javaEquals(other, value)),
  keySet: (self) => MapView.viewOf(self, SET, (key) => key),
  values: (self) => MapView.viewOf(self, 'java.util.Collection', (_key, value) => value),
  entrySet: (self) => MapView.viewOf(self, SET, (key, value) => new MapEntry(self, key, value)),
  computeIfAbsent: (self, [key, make]) =>
    self.get(keyIn(self, key)) ?? compute(self, key, () => lambda(make)(key)),
  computeIfPresent: (self, [key, change]) =>
    compute(self, key, (before) => (before === null ? null : lambda(change)(key, before))),
  compute: (self, [key, change]) => compute(self, key, (before) => lambda(change)(key, before)),
  merge: (self, [key, value, join]) =>
    compute(self, key, (before) => (before === null ? value : lambda(join)(before, value))),
  replace: (self, [key, value]) => {
    const before = self.get(keyIn(self, key)) ?? null;
    if (self.has(keyIn(self, key))) compute(self, key, () => value);
    return before;
  },
  replaceAll: (self, [change]) => {
    for (const [key, value] of [...self]) self.set(key, lambda(change)(key, value));
    return null;
  },
  forEach: (self, [use]) => {
    for (const [key, value] of [...self]) lambda(use)(key, value);
    return null;
  },
  each: (self, [use]) => {
    for (const [key, value] of [...self]) lambda(use)(key, value);
    return self;
  },
  firstKey: (self) => endOf([...self.keys()], 0),
  lastKey: (self) => endOf([...self.keys()], -1),
  firstEntry: (self) => entryAt(self, [...self], 0),
  lastEntry: (self) => entryAt(self, [...self], -1),
  floorKey: (self, [key]) => [...self.keys()].findLast((other) => compare(other, key) <= 0) ?? null,
  ceilingKey: (self, [key]) => [...self.keys()].find((other) => compare(other, key) >= 0) ?? null,
  lowerKey: (self, [key]) => [...self.keys()].findLast((other) => compare(other, key) < 0) ?? null,
  higherKey: (self, [key]) => [...self.keys()].find((other) => compare(other, key) > 0) ?? null,
  headMap: (self, [key]) => sortedPart(self, (other) => compare(other, key) < 0),
  tailMap: (self, [key]) => sortedPart(self, (other) => compare(other, key) >= 0),
  descendingMap: (self) => {
    const map = new SortedMap();
    map.comparator = (a, b) => compare(b, a);
    for (const [key, value] of self) map.set(key, value);
    return map;
  },
  descendingKeySet: (self) => [...self.keys()].reverse(),
  pollFirstEntry: (self) => {
    const entry = entryAt(self, [...self], 0);
    if (entry instanceof MapEntry) self.delete(keyIn(self, entry.key));
    return entry;
  },
  hashCode: (self) => hashCode(self),
  getByPath: (self, [path, otherwise]) => byPath(self, asText(path), otherwise),
  findAll: (self, [test]) =>
    HashedMap.ofEntries([...self].filter(([key, value]) => asBoolean(lambda(test)(key, value)))),
  find: (self, [test]) => {
    const found = [...self].find(([key, value]) => asBoolean(lambda(test)(key, value)));
    return found === undefined ? null : new MapEntry(self, found[0], found[1]);
  },
  findResult: (self, args) => {
    const change = lambda(args[args.length - 1]);
    for (const [key, value] of self) {
      const found = change(key, value);
      if (found !== null) return found;
    }
    return args.length > 1 ? args[0] : null;
  },
  findResults: (self, [change]) =>
    [...self].map(([key, value]) => lambda(change)(key, value)).filter((found) => found !== null),
  groupBy: (self, [key]) => {
    const groups = new LinkedMap();
    for (const [name, value] of self) {
      const group = lambda(key)(name, value);
      const known = groups.get(keyIn(groups, group)) ?? new LinkedMap();
      (known as Map<string, Value>).set(name, value);
      groups.set(keyIn(groups, group), known);
    }
    return groups;
  },
  any: (self, [test]) => [...self].some(([key, value]) => asBoolean(lambda(test)(key, value))),
  every: (self, [test]) => [...self].every(([key, value]) => asBoolean(lambda(test)(key, value))),
  count: (self, [test]) => [...self].filter(([key, value]) => asBoolean(lambda(test)(key, value))).length,
  collect: (self, args) => {
    const items = [...self].map(([key, value]) => lambda(args[args.length - 1])(key, value));
    return args.length === 1 ? items : collectInto(args[0] as Value[], items);
  },
  clear: (self) => {
    self.clear();
    return null;
  },
  toString: (self: Map<string, Value>) => asText(self),
  equals: (self, [other]) => javaEquals(self, other),
};
