import { limits } from '../../common/index.ts';
import { PainlessFailure } from './errors.ts';
import type { MemberTable } from './memberTable.ts';
import {
  asBoolean,
  asInteger,
  asNumber,
  asText,
  compare,
  Double,
  equal,
  type Lambda,
  type Value,
} from './values.ts';

function lambda(value: Value): Lambda {
  if (typeof value === 'function') return value;
  throw new PainlessFailure('class_cast_exception', 'a lambda was expected');
}

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
  if (args.length === 1) self.push(args[0]);
  else self.splice(asInteger(args[0]), 0, args[1]);
  return true;
}

function addAll(self: Value[], items: readonly Value[]): boolean {
  const count = items.length;
  checkSize(self.length + count);
  for (let i = 0; i < count; i++) self.push(items[i]);
  return count > 0;
}

/** Throws when a list grows beyond what a script may do in steps. */
function checkSize(size: number): void {
  if (size <= limits.scriptSteps.value) return;
  throw new PainlessFailure('out_of_memory_error', 'Java heap space');
}

function removeIf(self: Value[], test: Lambda): boolean {
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
  remove: (self, [index]) => removeAt(self, asInteger(index)),
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
  stream: (self) => self,
  map: (self, [each]) => self.map((item) => lambda(each)(item)),
  filter: (self, [test]) => self.filter((item) => asBoolean(lambda(test)(item))),
  sum: (self) => (self.some((item) => item instanceof Double) ? new Double(total(self)) : total(self)),
  toString: (self: Value[]) => asText(self),
  equals: (self, [other]) => equal(self, other),
};

function total(self: readonly Value[]): number {
  return self.reduce<number>((sum, item) => sum + asNumber(item), 0);
}

function entries(self: ReadonlyMap<string, Value>): Value[] {
  return [...self].map(
    ([key, value]) =>
      new Map<string, Value>([
        ['key', key],
        ['value', value],
      ]),
  );
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
  keySet: (self) => [...self.keys()],
  values: (self) => [...self.values()],
  entrySet: (self) => entries(self),
  getKey: (self) => self.get('key') ?? null,
  getValue: (self) => self.get('value') ?? null,
  clear: (self) => {
    self.clear();
    return null;
  },
  toString: (self: Map<string, Value>) => asText(self),
  equals: (self, [other]) => equal(self, other),
};
