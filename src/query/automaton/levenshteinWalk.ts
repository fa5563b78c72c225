import type { TermDictionary } from '../../segment/index.ts';
import type { FuzzyTerm } from './fuzzy.ts';
import { codePoints } from './wildcard.ts';

/** The part of a sorted dictionary that the walk needs. */
export type SortedTerms = Pick<TermDictionary, 'size' | 'term' | 'ceiling'>;

/** The term is too far away, but a longer one with this prefix may be close enough. */
const LONGER = '\0';
const LAST_POINT = 0x10ffff;
/** Surrogates, which are not characters of their own. */
const SURROGATES = [0xd800, 0xdfff] as const;

/**
 * The ordinals of all terms within some edits of a text, ascending. Walks the sorted dictionary along the
 * text's automaton: if a term's prefix is too far from every prefix of the text, it seeks to the next one
 * that is not. It therefore visits little more than the matching terms.
 */
export function* fuzzyOrds(terms: SortedTerms, text: string, options: FuzzyTerm): Generator<number> {
  const walk = new LevenshteinWalk(text, options);
  let ord = terms.ceiling(walk.start);
  while (ord < terms.size) {
    const next = walk.visit(terms.term(ord));
    if (next === null) yield ord++;
    else if (next === '') return;
    else if (next === LONGER) ord++;
    else ord = Math.max(ord + 1, terms.ceiling(next));
  }
}

/**
 * The table of distances between prefixes of a term (rows) and of the text (columns), limited to cells near
 * the diagonal. Rows are reused as far as the next term has the same prefix.
 */
class LevenshteinWalk {
  readonly start: string;
  readonly #prefix: readonly number[];
  readonly #text: readonly number[];
  readonly #maxEdits: number;
  readonly #transpositions: boolean;
  /** Cells per row: the columns from row - maxEdits to row + maxEdits. */
  readonly #width: number;
  readonly #rows: Int32Array;
  /** The characters, after the fixed prefix, that the rows were computed for. */
  readonly #path: number[] = [];

  constructor(text: string, { prefixLength, maxEdits, transpositions }: FuzzyTerm) {
    const points = codePoints(text);
    this.#prefix = points.slice(0, prefixLength);
    this.#text = points.slice(prefixLength);
    this.start = String.fromCodePoint(...this.#prefix);
    this.#maxEdits = maxEdits;
    this.#transpositions = transpositions;
    this.#width = 2 * maxEdits + 1;
    this.#rows = new Int32Array((this.#text.length + maxEdits + 2) * this.#width);
    for (let cell = 0; cell < this.#width; cell++) {
      const column = cell - maxEdits;
      this.#rows[cell] = column < 0 || column > this.#text.length ? maxEdits + 1 : column;
    }
  }

  /**
   * `null` if the term matches. Otherwise where to continue: LONGER, a prefix to seek to, or '' for the end.
   */
  visit(term: string): string | null {
    const points = codePoints(term);
    const depth = this.#prefix.length;
    if (points.length < depth || this.#prefix.some((point, i) => point !== points[i])) return '';
    const path = this.#path;
    let row = 0;
    while (row < path.length && path[row] === points[depth + row]) row++;
    path.length = row;
    for (; depth + row < points.length; row++) {
      const point = points[depth + row];
      path.push(point);
      if (!this.#fill(row + 1, point)) return this.#successor();
    }
    const cell = this.#text.length - row + this.#maxEdits;
    if (cell >= 0 && cell < this.#width && this.#rows[row * this.#width + cell] <= this.#maxEdits)
      return null;
    return LONGER;
  }

  /** Computes a row; false if every cell exceeds the maximum. */
  #fill(row: number, point: number): boolean {
    const rows = this.#rows;
    const text = this.#text;
    const far = this.#maxEdits + 1;
    const base = row * this.#width;
    const above = base - this.#width;
    let best = far;
    for (let cell = 0; cell < this.#width; cell++) {
      const column = row + cell - this.#maxEdits;
      let cost = far;
      if (column === 0) cost = Math.min(row, far);
      else if (column > 0 && column <= text.length) {
        cost = rows[above + cell] + (text[column - 1] === point ? 0 : 1);
        if (cell + 1 < this.#width) cost = Math.min(cost, rows[above + cell + 1] + 1);
        if (cell > 0) cost = Math.min(cost, rows[base + cell - 1] + 1);
        if (this.#swaps(row, column, point)) cost = Math.min(cost, rows[above - this.#width + cell] + 1);
        cost = Math.min(cost, far);
      }
      rows[base + cell] = cost;
      if (cost < best) best = cost;
    }
    return best < far;
  }

  #swaps(row: number, column: number, point: number): boolean {
    if (!this.#transpositions || row < 2 || column < 2) return false;
    return this.#text[column - 2] === point && this.#text[column - 1] === this.#path[row - 2];
  }

  /** The first prefix after the path that may lead to matching terms. */
  #successor(): string {
    const path = this.#path;
    for (let row = path.length; row > 0; row--) {
      const point = this.#nextPoint(row, path[row - 1]);
      path.length = row - 1;
      if (point !== null) return this.#string(row - 1, point);
    }
    return '';
  }

  /** The smallest character above `above` that keeps the row within the maximum; `null` if none does. */
  #nextPoint(row: number, above: number): number | null {
    const next = above + 1 === SURROGATES[0] ? SURROGATES[1] + 1 : above + 1;
    if (next > LAST_POINT) return null;
    if (this.#fill(row, next)) return next;
    // If not every character does, only characters of the text can.
    let least: number | null = null;
    const to = Math.min(this.#text.length, row + this.#maxEdits);
    for (let column = Math.max(1, row - this.#maxEdits - 1); column <= to; column++) {
      const point = this.#text[column - 1];
      if (point > above && (least === null || point < least) && this.#fill(row, point)) least = point;
    }
    return least;
  }

  /** The prefix, `length` characters of the path, and one more character. */
  #string(length: number, point: number): string {
    return this.start + String.fromCodePoint(...this.#path.slice(0, length), point);
  }
}
