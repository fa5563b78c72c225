import { bucketsFor, hashOrder } from './hashes.ts';
import { asText, compare, javaEquals, type Lambda, type PainlessObject, type Value } from './values.ts';

/**
 * The map's existing key that equals the given one: objects (doubles, dates, lists) are compared by value.
 */
export function keyIn(map: ReadonlyMap<string, Value>, key: Value): string {
  if (typeof key !== 'object' || key === null) return key as string;
  for (const known of map.keys()) if (javaEquals(known, key)) return known;
  return key as unknown as string;
}

/** `keySet()`, `values()`, `entrySet()`: a list whose removals also apply to the map. */
export class MapView extends Array<Value> {
  className = 'java.util.Set';
  #map: Map<string, Value> = new Map();
  #keys: string[] = [];

  /** Lists derived from a view are plain lists. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  static viewOf(
    map: Map<string, Value>,
    className: string,
    item: (key: string, value: Value) => Value,
  ): MapView {
    const view = new MapView();
    view.className = className;
    view.#map = map;
    view.#keys = [...map.keys()];
    for (const [key, value] of map) view.push(item(key, value));
    return view;
  }

  /** Removes the items that match; returns whether there were any. */
  removeWhere(test: (item: Value) => boolean): boolean {
    const doomed = this.map((item) => test(item));
    const keys = this.#keys;
    const kept = this.filter((_, i) => !doomed[i]);
    keys.forEach((key, i) => {
      if (doomed[i]) this.#map.delete(key);
    });
    this.#keys = keys.filter((_, i) => !doomed[i]);
    this.splice(0, this.length, ...kept);
    return kept.length < doomed.length;
  }
}

/** A map entry: `getKey()`, `getValue()`, `setValue(v)`. */
export class MapEntry implements PainlessObject {
  readonly className = 'java.util.Map.Entry';
  readonly key: Value;
  readonly #owner: Map<string, Value> | null;
  #value: Value;

  constructor(owner: Map<string, Value> | null, key: Value, value: Value) {
    this.#owner = owner;
    this.key = key;
    this.#value = value;
  }

  get value(): Value {
    return this.#value;
  }

  setValue(value: Value): Value {
    const before = this.#value;
    this.#owner?.set(this.key as string, value);
    this.#value = value;
    return before;
  }

  toString(): string {
    return `${asText(this.key)}=${asText(this.value)}`;
  }
}

/** A map that is not in insertion order. */
abstract class OrderedMap extends Map<string, Value> {
  protected order: string[] | null = null;

  protected abstract sorted(keys: string[]): string[];

  override set(key: string, value: Value): this {
    if (!this.has(key)) this.order = null;
    return super.set(key, value);
  }

  override delete(key: string): boolean {
    this.order = null;
    return super.delete(key);
  }

  override clear(): void {
    this.order = null;
    super.clear();
  }

  override keys(): MapIterator<string> {
    this.order ??= this.sorted([...super.keys()]);
    return this.order.values() as MapIterator<string>;
  }

  override values(): MapIterator<Value> {
    return [...this.keys()].map((key) => this.get(key) ?? null).values() as MapIterator<Value>;
  }

  override entries(): MapIterator<[string, Value]> {
    const entries = [...this.keys()].map((key): [string, Value] => [key, this.get(key) ?? null]);
    return entries.values() as MapIterator<[string, Value]>;
  }

  override [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  override forEach(use: (value: Value, key: string, map: Map<string, Value>) => void): void {
    for (const [key, value] of this.entries()) use(value, key, this);
  }
}

/** java.util.TreeMap: keys are sorted. */
export class SortedMap extends OrderedMap {
  readonly className = 'java.util.TreeMap';
  comparator: Lambda | null = null;

  protected override sorted(keys: string[]): string[] {
    const { comparator } = this;
    return keys.sort(comparator === null ? compare : (a, b) => Number(comparator(a, b)));
  }
}

/** java.util.HashMap: keys are in bucket order. */
export class HashedMap extends OrderedMap {
  readonly className = 'java.util.HashMap';
  #most = 0;

  static ofEntries(entries: Iterable<readonly [Value, Value]>): HashedMap {
    const map = new HashedMap();
    for (const [key, value] of entries) map.set(keyIn(map, key), value);
    return map;
  }

  override set(key: string, value: Value): this {
    super.set(key, value);
    this.#most = Math.max(this.#most, this.size);
    return this;
  }

  protected override sorted(keys: string[]): string[] {
    return hashOrder(keys, (key) => key, bucketsFor(this.#most));
  }
}

/** java.util.LinkedHashMap: keys are in insertion order. */
export class LinkedMap extends Map<string, Value> {
  readonly className = 'java.util.LinkedHashMap';
}

export type SetOrder = 'java.util.HashSet' | 'java.util.LinkedHashSet' | 'java.util.TreeSet';

/** java.util.Set: a list without duplicates. */
export class ValueSet extends Array<Value> {
  readonly isSet = true;
  className: SetOrder = 'java.util.HashSet';
  comparator: Lambda | null = null;
  #most = 0;

  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  static ofItems(items: Iterable<Value>, className: SetOrder = 'java.util.HashSet'): ValueSet {
    const set = new ValueSet();
    set.className = className;
    for (const item of items) if (!set.some((other) => javaEquals(other, item))) set.push(item);
    set.reorder();
    return set;
  }

  /** Returns whether the item was added. */
  addItem(item: Value): boolean {
    if (this.some((other) => javaEquals(other, item))) return false;
    this.push(item);
    this.reorder();
    return true;
  }

  reorder(): void {
    this.#most = Math.max(this.#most, this.length);
    const { comparator } = this;
    if (this.className === 'java.util.TreeSet') {
      this.sort(comparator === null ? compare : (a, b) => Number(comparator(a, b)));
    } else if (this.className === 'java.util.HashSet') {
      const ordered = hashOrder([...this], (item) => item, bucketsFor(this.#most));
      ordered.forEach((item, i) => {
        this[i] = item;
      });
    }
  }
}

/** A list of a specific class: java.util.LinkedList, ArrayDeque. */
export class NamedList extends Array<Value> {
  className = 'java.util.LinkedList';

  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  static named(className: string, items: Iterable<Value>): NamedList {
    const list = new NamedList();
    list.className = className;
    for (const item of items) list.push(item);
    return list;
  }
}

/** A Java array, whose length is fixed. */
export class JavaArray extends Array<Value> {
  /** `int[]`. */
  className = 'def[]';

  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  static typed(className: string, items: Iterable<Value>): JavaArray {
    const array = new JavaArray();
    array.className = className;
    for (const item of items) array.push(item);
    return array;
  }
}

/** The remaining items of a stream, computed eagerly. */
export class StreamValues extends Array<Value> {
  className = 'java.util.stream.Stream';

  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  static streamed(className: string, items: Iterable<Value>): StreamValues {
    const stream = new StreamValues();
    stream.className = className;
    for (const item of items) stream.push(item);
    return stream;
  }
}
