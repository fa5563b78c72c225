import type { Value } from './values.ts';

/** `keySet()`, `values()`, `entrySet()`: a list that takes what is removed from it out of its map, too. */
export class MapView extends Array<Value> {
  #map: Map<string, Value> = new Map();
  #keys: string[] = [];

  /** Lists that are made of a view are plain lists. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  static viewOf(map: Map<string, Value>, item: (key: string, value: Value) => Value): MapView {
    const view = new MapView();
    view.#map = map;
    view.#keys = [...map.keys()];
    for (const [key, value] of map) view.push(item(key, value));
    return view;
  }

  /** Takes out the items that the test picks; whether there were any. */
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

/** An entry of a map: `getKey()`, `getValue()`, `setValue(v)`. */
export class MapEntry extends Map<string, Value> {
  readonly #owner: Map<string, Value>;

  constructor(owner: Map<string, Value>, key: string, value: Value) {
    super([
      ['key', key],
      ['value', value],
    ]);
    this.#owner = owner;
  }

  setValue(value: Value): Value {
    const before = this.get('value') ?? null;
    this.#owner.set(String(this.get('key')), value);
    this.set('value', value);
    return before;
  }
}

/** java.util.TreeMap: keys in their order. */
export class SortedMap extends Map<string, Value> {
  #sorted: string[] | null = null;

  override set(key: string, value: Value): this {
    if (!this.has(key)) this.#sorted = null;
    return super.set(key, value);
  }

  override delete(key: string): boolean {
    this.#sorted = null;
    return super.delete(key);
  }

  override clear(): void {
    this.#sorted = null;
    super.clear();
  }

  override keys(): MapIterator<string> {
    this.#sorted ??= [...super.keys()].sort();
    return this.#sorted.values() as MapIterator<string>;
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
}

/** java.util.Set: a list that takes no item twice. */
export class ValueSet extends Array<Value> {
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  static ofItems(items: readonly Value[]): ValueSet {
    const set = new ValueSet();
    for (const item of items) set.push(item);
    return set;
  }
}
