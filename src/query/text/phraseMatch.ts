/** Phrase frequencies in one document, as counted by Lucene's exact and sloppy matchers. */

/** A word of the phrase in one document. */
export interface PhraseWord {
  /** The word's position in the phrase. */
  readonly offset: number;
  /** Its positions in the document: positions[from … to), ascending. */
  readonly positions: Uint32Array | Uint16Array;
  readonly from: number;
  readonly to: number;
  /** Words with the same term share an id: they cannot match at the same position. */
  readonly termId: number;
}

/**
 * Returns a function that counts the phrase in the document for which the words' positions are currently set.
 */
export function phraseCounter(words: readonly PhraseWord[], slop: number): () => number {
  if (words.length === 1) return () => words[0].to - words[0].from;
  if (slop === 0) {
    const at = new Uint32Array(words.length);
    return () => exactPhraseFrequency(words, at);
  }
  const matcher = new SloppyMatcher(words, slop);
  return () => matcher.frequency();
}

/** Counts exact matches, in order and without gaps. `at` is scratch space: one index per word. */
export function exactPhraseFrequency(
  words: readonly PhraseWord[],
  at = new Uint32Array(words.length),
): number {
  const first = words[0];
  for (let w = 1; w < words.length; w++) at[w] = words[w].from;
  let count = 0;
  for (let i = first.from; i < first.to; i++) {
    if (standsAt(words, first.positions[i] - first.offset, at)) count++;
  }
  return count;
}

/**
 * Whether all words after the first match a phrase that starts at `start`; starts ascend, and so does `at`.
 */
function standsAt(words: readonly PhraseWord[], start: number, at: Uint32Array): boolean {
  for (let w = 1; w < words.length; w++) {
    const { positions, to, offset } = words[w];
    let next = at[w];
    while (next < to && positions[next] < start + offset) next++;
    at[w] = next;
    if (next === to || positions[next] !== start + offset) return false;
  }
  return true;
}

class Cursor {
  readonly word: PhraseWord;
  readonly ord: number;
  /** Number of earlier words of the phrase with this term: this cursor starts that many occurrences later. */
  readonly before: number;
  /** Position in the document minus the word's offset. */
  position = 0;
  #next = 0;

  constructor(words: readonly PhraseWord[], ord: number) {
    this.word = words[ord];
    this.ord = ord;
    this.before = words.slice(0, ord).filter(({ termId }) => termId === this.word.termId).length;
  }

  /** Moves to the first position not taken by another word; false if there is none. */
  start(): boolean {
    this.#next = this.word.from + this.before;
    return this.advance();
  }

  advance(): boolean {
    if (this.#next >= this.word.to) return false;
    this.position = this.word.positions[this.#next++] - this.word.offset;
    return true;
  }

  /** The actual position. */
  get place(): number {
    return this.position + this.word.offset;
  }
}

const f32 = Math.fround;

/** The sum of 1 / (1 + distance) over matches within `slop`, in float32 steps. */
export function sloppyPhraseFrequency(words: readonly PhraseWord[], slop: number): number {
  return new SloppyMatcher(words, slop).frequency();
}

class SloppyMatcher {
  readonly #cursors: readonly Cursor[];
  readonly #slop: number;
  readonly #repeats: boolean;
  #end = Number.NEGATIVE_INFINITY;

  constructor(words: readonly PhraseWord[], slop: number) {
    this.#cursors = words.map((_, ord) => new Cursor(words, ord));
    this.#repeats = this.#cursors.some(({ before }) => before > 0);
    this.#slop = slop;
  }

  frequency(): number {
    if (!this.#start()) return 0;
    let frequency = 0;
    for (;;) {
      const [distance, more] = this.#nextMatch();
      if (distance <= this.#slop) frequency = f32(frequency + f32(1 / (1 + distance)));
      if (!more) return frequency;
    }
  }

  /** Moves every word to its first position; the n-th repetition of a word to its n-th. */
  #start(): boolean {
    this.#end = Number.NEGATIVE_INFINITY;
    for (const cursor of this.#cursors) {
      if (!cursor.start()) return false;
      this.#end = Math.max(this.#end, cursor.position);
    }
    return true;
  }

  /** The smallest distance before the lead passes the next word; false once a word is exhausted. */
  #nextMatch(): [number, boolean] {
    let lead = this.#smallest(null);
    let next = this.#smallest(lead).position;
    let distance = this.#end - lead.position;
    while (this.#advance(lead)) {
      if (this.#repeats && !this.#resolve(lead)) break;
      if (lead.position > next) {
        if (distance <= this.#slop) return [distance, true];
        lead = this.#smallest(null);
        next = this.#smallest(lead).position;
        distance = this.#end - lead.position;
      } else distance = Math.min(distance, this.#end - lead.position);
    }
    return [distance, false];
  }

  #advance(cursor: Cursor): boolean {
    if (!cursor.advance()) return false;
    this.#end = Math.max(this.#end, cursor.position);
    return true;
  }

  #smallest(except: Cursor | null): Cursor {
    let best: Cursor | null = null;
    for (const cursor of this.#cursors) {
      if (cursor !== except && (best === null || comesBefore(cursor, best))) best = cursor;
    }
    return best ?? (except as Cursor);
  }

  #collidesWith(cursor: Cursor): Cursor | null {
    for (const other of this.#cursors) {
      const same = other !== cursor && other.word.termId === cursor.word.termId;
      if (same && other.place === cursor.place) return other;
    }
    return null;
  }

  /** Advances the lesser of two repeated words at the same position until none coincide. */
  #resolve(cursor: Cursor): boolean {
    let current = cursor;
    for (let other = this.#collidesWith(current); other !== null; other = this.#collidesWith(current)) {
      current = comesBefore(current, other) ? current : other;
      if (!this.#advance(current)) return false;
    }
    return true;
  }
}

function comesBefore(a: Cursor, b: Cursor): boolean {
  if (a.position !== b.position) return a.position < b.position;
  return a.word.offset !== b.word.offset ? a.word.offset < b.word.offset : a.ord < b.ord;
}
