/**
 * Identifies a value, and its type, that one room stores for another; the rooms in between pass it on without
 * knowing it.
 */
export class ExtensionKey<T> {
  readonly name: string;
  /** Never set: only binds the type to the key. */
  declare readonly type: T;

  constructor(name: string) {
    this.name = name;
  }
}

/** Values attached to an object, by key. Immutable. */
export class Extensions {
  static readonly none = new Extensions(new Map());
  readonly #values: ReadonlyMap<ExtensionKey<unknown>, unknown>;

  private constructor(values: ReadonlyMap<ExtensionKey<unknown>, unknown>) {
    this.#values = values;
  }

  with<T>(key: ExtensionKey<T>, value: T): Extensions {
    return new Extensions(new Map([...this.#values, [key, value]]));
  }

  get<T>(key: ExtensionKey<T>): T | null {
    return (this.#values.get(key) as T | undefined) ?? null;
  }
}
