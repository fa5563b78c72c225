/** Names what a room keeps for another one, and its type: the rooms between them pass it on without knowing it. */
export class ExtensionKey<T> {
  readonly name: string;
  /** Never there: it binds the key to the type. */
  declare readonly type: T;

  constructor(name: string) {
    this.name = name;
  }
}

/** What is kept beside one thing, by key. Immutable. */
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
