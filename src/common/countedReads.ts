/**
 * The named entries of a request (URL parameters, body members, settings). Tracks which were read, so that
 * unread ones can be refused or reported.
 */
export class CountedReads<Value> {
  readonly #entries: ReadonlyMap<string, Value>;
  /** Created on the first read: most requests have no entries. */
  #read: Set<string> | null = null;

  constructor(entries: ReadonlyMap<string, Value>) {
    this.#entries = entries;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** All names given, read or not. */
  names(): Iterable<string> {
    return this.#entries.keys();
  }

  has(name: string): boolean {
    if (!this.#entries.has(name)) return false;
    this.#count(name);
    return true;
  }

  get(name: string): Value | undefined {
    const value = this.#entries.get(name);
    if (value !== undefined) this.#count(name);
    return value;
  }

  /** All entries, for callers that track reads themselves. */
  all(): ReadonlyMap<string, Value> {
    for (const name of this.#entries.keys()) this.#count(name);
    return this.#entries;
  }

  /** Entries that nobody has read, in their original order. */
  unread(): readonly string[] {
    return [...this.#entries.keys()].filter((name) => !this.#read?.has(name));
  }

  #count(name: string): void {
    this.#read ??= new Set();
    this.#read.add(name);
  }
}
