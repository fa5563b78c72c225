import type { SegmentReader } from '../segment/index.ts';

const MAX_VALUES = 64;

interface Kept<T> {
  readonly asked: Set<string>;
  readonly values: Map<string, T>;
}

/** Values of one kind that are cached with their segment, by key: those most recently added. */
export class SegmentCache<T> {
  readonly #name: string;

  /** `name`: unique among all kinds of cached values. */
  constructor(name: string) {
    this.#name = name;
  }

  get(reader: SegmentReader, key: string): T | null {
    return this.#of(reader).values.get(key) ?? null;
  }

  put(reader: SegmentReader, key: string, value: T): void {
    const { values } = this.#of(reader);
    const oldest = values.keys().next();
    if (values.size >= MAX_VALUES && !oldest.done) values.delete(oldest.value);
    values.set(key, value);
  }

  /** Whether this was called before with this key, unless that was long ago. */
  isRepeated(reader: SegmentReader, key: string): boolean {
    const { asked } = this.#of(reader);
    if (asked.has(key)) return true;
    if (asked.size >= MAX_VALUES * 4) asked.clear();
    asked.add(key);
    return false;
  }

  clear(reader: SegmentReader): void {
    reader.cache.delete(this.#name);
  }

  #of(reader: SegmentReader): Kept<T> {
    const known = reader.cache.get(this.#name) as Kept<T> | undefined;
    if (known !== undefined) return known;
    const kept: Kept<T> = { asked: new Set(), values: new Map() };
    reader.cache.set(this.#name, kept);
    return kept;
  }
}
