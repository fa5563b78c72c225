/** Words in a row that count as a copy when they have been met in the same order before. */
const SEQUENCE_WORDS = 6;

/** Finds passages that texts have in common: copies, quotations, boilerplate. */
export class DuplicateSequences {
  readonly #met = new Set<string>();

  /** The words without those of passages met before; remembers the passages of this text. */
  withoutCopies(words: readonly string[]): string[] {
    const copied = new Uint8Array(words.length);
    for (let end = SEQUENCE_WORDS; end <= words.length; end++) {
      const start = end - SEQUENCE_WORDS;
      const sequence = words.slice(start, end).join('\u0000');
      if (this.#met.has(sequence)) copied.fill(1, start, end);
      else this.#met.add(sequence);
    }
    return words.filter((_, i) => copied[i] === 0);
  }
}
