import { limits } from '../../common/index.ts';
import { PainlessFailure } from './errors.ts';
import { MapEntry, MapView, ValueSet } from './mapViews.ts';
import type { MemberTable } from './memberTable.ts';
import { iterableMembers, lambda, streamMembers } from './streams.ts';
import { asBoolean, asInteger, asText, compare, equal, type Lambda, type Value } from './values.ts';

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
  if (self instanceof ValueSet && self.some((item) => equal(item, args[0]))) return false;
  if (args.length === 1) self.push(args[0]);
  else self.splice(asInteger(args[0]), 0, args[1]);
  return true;
}

function addAll(self: Value[], items: readonly Value[]): boolean {
  const count = items.length;
  checkSize(self.length + count);
  const before = self.length;
  for (let i = 0; i < count; i++) add(self, [items[i]]);
  return self.length > before;
}

/** Throws when a list grows beyond what a script may do in steps. */
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
    self instanceof ValueSet || self instanceof MapView
      ? removeIf(self, (other) => equal(other, item))
      : removeAt(self, asInteger(item)),
  removeIf: (self, [test]) => removeIf(self, lambda(test)),
  clear: (self) => {
    self.length = 0;
    return null;
  },
  contains: (self, [item]) => self.some((other) => equal(other, item)),
  indexOf: (self, [item]) => self.findIndex((other) => equal(other, item)),
  sort: (self, [order]) => {
    self.sort(order === null || order === undefined ? compare : (a, b) => asInteger(lambda(order)(a, b)));
    return null;
  },
  forEach: (self, [each]) => {
    for (const item of self) lambda(each)(item);
    return null;
  },
  subList: (self, [from, to]) => range(self, asInteger(from), asInteger(to)),
  lastIndexOf: (self, [item]) => self.findLastIndex((other) => equal(other, item)),
  containsAll: (self, [items]) =>
    (items as Value[]).every((item) => self.some((other) => equal(other, item))),
  removeAll: (self, [items]) =>
    removeIf(self, (item) => (items as Value[]).some((other) => equal(other, item))),
  retainAll: (self, [items]) =>
    removeIf(self, (item) => !(items as Value[]).some((other) => equal(other, item))),
  replaceAll: (self, [change]) => {
    for (let i = 0; i < self.length; i++) self[i] = lambda(change)(self[i]);
    return null;
  },
  addFirst: (self, [item]) => add(self, [0, item]),
  addLast: (self, [item]) => add(self, [item]),
  push: (self, [item]) => add(self, [0, item]),
  pop: (self) => removeAt(self, 0),
  poll: (self) => self.shift() ?? null,
  first: (self) => at(self, 0),
  last: (self) => at(self, self.length - 1),
  iterator: (self) => iteratorOf(self),
  getByPath: (self, [path, otherwise]) => byPath(self, asText(path), otherwise),
  toString: (self: Value[]) => asText(self),
  equals: (self, [other]) => equal(self, other),
};

function range(self: readonly Value[], from: number, to: number): Value[] {
  if (from >= 0 && to <= self.length && from <= to) return self.slice(from, to);
  throw new PainlessFailure('index_out_of_bounds_exception', `fromIndex: ${from}, toIndex: ${to}`);
}

/** java.util.Iterator: a map of its functions. */
function iteratorOf(self: Value[]): Value {
  let next = 0;
  return new Map<string, Value>([
    ['hasNext', () => next < self.length],
    ['next', () => at(self, next++)],
    [
      'remove',
      () => {
        const removed = self[--next];
        if (self instanceof MapView) self.removeWhere((item) => item === removed);
        else removeAt(self, next);
        return null;
      },
    ],
  ]);
}

/** `a.b.0`: Painless' own way through maps and lists. */
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
  const name = asText(key);
  const value = change(self.get(name) ?? null);
  if (value === null) self.delete(name);
  else self.set(name, value);
  return value;
}

/** java.util.Map. An entry is a map with key and value. */
export const mapMembers: MemberTable<Map<string, Value>> = {
  size: (self) => self.size,
  isEmpty: (self) => self.size === 0,
  get: (self, [key]) => self.get(asText(key)) ?? null,
  getOrDefault: (self, [key, otherwise]) => self.get(asText(key)) ?? otherwise,
  put: (self, [key, value]) => {
    const before = self.get(asText(key)) ?? null;
    self.set(asText(key), value);
    return before;
  },
  putAll: (self, [other]) => {
    for (const [key, value] of other as Map<string, Value>) self.set(key, value);
    return null;
  },
  putIfAbsent: (self, [key, value]) => {
    const before = self.get(asText(key)) ?? null;
    if (before === null) self.set(asText(key), value);
    return before;
  },
  remove: (self, [key]) => {
    const before = self.get(asText(key)) ?? null;
    self.delete(asText(key));
    return before;
  },
  containsKey: (self, [key]) => self.has(asText(key)),
  containsValue: (self, [value]) => [...self.values()].some((other) => equal(other, value)),
  keySet: (self) => MapView.viewOf(self, (key) => key),
  values: (self) => MapView.viewOf(self, (_key, value) => value),
  entrySet: (self) => MapView.viewOf(self, (key, value) => new MapEntry(self, key, value)),
  setValue: (self, [value]) => (self instanceof MapEntry ? self.setValue(value) : null),
  computeIfAbsent: (self, [key, make]) =>
    self.get(asText(key)) ?? compute(self, key, () => lambda(make)(key)),
  computeIfPresent: (self, [key, change]) =>
    compute(self, key, (before) => (before === null ? null : lambda(change)(key, before))),
  compute: (self, [key, change]) => compute(self, key, (before) => lambda(change)(key, before)),
  merge: (self, [key, value, join]) =>
    compute(self, key, (before) => (before === null ? value : lambda(join)(before, value))),
  replace: (self, [key, value]) => (self.has(asText(key)) ? compute(self, key, () => value) : null),
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
  firstKey: (self) => [...self.keys()][0] ?? null,
  lastKey: (self) => [...self.keys()].at(-1) ?? null,
  getByPath: (self, [path, otherwise]) => byPath(self, asText(path), otherwise),
  findAll: (self, [test]) => new Map([...self].filter(([key, value]) => asBoolean(lambda(test)(key, value)))),
  any: (self, [test]) => [...self].some(([key, value]) => asBoolean(lambda(test)(key, value))),
  every: (self, [test]) => [...self].every(([key, value]) => asBoolean(lambda(test)(key, value))),
  count: (self, [test]) => [...self].filter(([key, value]) => asBoolean(lambda(test)(key, value))).length,
  collect: (self, [change]) => [...self].map(([key, value]) => lambda(change)(key, value)),
  getKey: (self) => self.get('key') ?? null,
  getValue: (self) => self.get('value') ?? null,
  clear: (self) => {
    self.clear();
    return null;
  },
  toString: (self: Map<string, Value>) => asText(self),
  equals: (self, [other]) => equal(self, other),
};
