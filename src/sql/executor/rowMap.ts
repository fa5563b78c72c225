import { keyOf, type SqlValue } from '../values/index.ts';

/**
 * A map whose keys are one or more SQL values, which meet as `keyOf` has it: 1 and 1.0 are one key, and so are two NULLs.
 * A key of one text or one number needs no text made of it.
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

/** Past these a number may equal a bigint, which is another key to a Map. */
function isPlain(key: readonly SqlValue[]): boolean {
  if (key.length !== 1) return false;
  const [value] = key;
  return (
    typeof value === 'string' || (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
  );
}

/** Texts say how long they are, so that no two keys have one text. */
function textOf(key: readonly SqlValue[]): string {
  let text = '';
  for (const value of key) {
    const own = keyOf(value);
    text += `${own.length}:${own}`;
  }
  return text;
}
