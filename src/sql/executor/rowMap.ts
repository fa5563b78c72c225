import { keyOf, type SqlValue } from '../values/index.ts';

/**
 * A map whose keys are one or more SQL values, compared by `keyOf`: 1 and 1.0 are the same key, and so are
 * two NULLs. A key of a single string or number is used directly, without a string being built.
 */
export class RowMap<T> {
  readonly #plain = new Map<SqlValue, T>();
  readonly #others = new Map<string, T>();

  get size(): number {
    return this.#plain.size + this.#others.size;
  }

  get(key: readonly SqlValue[]): T | undefined {
    return isPlain(key) ? this.#plain.get(key[0]) : this.#others.get(textOf(key));
  }

  has(key: readonly SqlValue[]): boolean {
    return this.get(key) !== undefined;
  }

  set(key: readonly SqlValue[], value: T): void {
    if (isPlain(key)) this.#plain.set(key[0], value);
    else this.#others.set(textOf(key), value);
  }
}

/** Beyond this range a number may equal a bigint, but a Map treats them as different keys. */
function isPlain(key: readonly SqlValue[]): boolean {
  if (key.length !== 1) return false;
  const [value] = key;
  return (
    typeof value === 'string' || (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
  );
}

/** Strings are prefixed with their length so that two different keys never produce the same text. */
function textOf(key: readonly SqlValue[]): string {
  let text = '';
  for (const value of key) {
    const own = keyOf(value);
    text += `${own.length}:${own}`;
  }
  return text;
}
