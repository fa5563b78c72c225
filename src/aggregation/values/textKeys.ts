import type { LeafContext } from '../../query/index.ts';
import type { Key, KeyFilter, KeyReader, KeySource } from './keys.ts';

/** Keys of numbers, as the strings that the numbers print as. */
export class TextKeys implements KeySource {
  readonly #numbers: KeySource;
  readonly #print: (key: Key) => string;

  /** `create` makes the numbers' keys, with a filter that sees their strings. */
  constructor(
    print: (key: Key) => string,
    filter: KeyFilter | null,
    create: (filter: KeyFilter | null) => KeySource,
  ) {
    this.#print = print;
    this.#numbers = create(filter && ((key) => filter(print(key))));
  }

  get size(): number {
    return this.#numbers.size;
  }

  key(id: number): string {
    return this.#print(this.#numbers.key(id));
  }

  leaf(leaf: LeafContext): KeyReader {
    return this.#numbers.leaf(leaf);
  }

  addAll(leaves: readonly LeafContext[]): void {
    this.#numbers.addAll(leaves);
  }
}
