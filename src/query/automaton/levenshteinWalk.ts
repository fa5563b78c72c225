import type { TermDictionary } from '../../segment/index.ts';
import type { FuzzyTerm } from './fuzzy.ts';
import { codePoints } from './wildcard.ts';

/** A sorted dictionary, as far as the walk looks at it. */
export type SortedTerms = Pick<TermDictionary, 'size' | 'term' | 'ceiling'>;

/** The term is too far, but longer ones that begin so may be near. */
const LONGER = '\0';
const LAST_POINT = 0x10ffff;
/** Between these are no characters, only halves of them. */
const SURROGATES = [0xd800, 0xdfff] as const;

/**
 * The ordinals of all terms within some edits of a text, ascending. The automaton of the text is laid over the sorted
 * dictionary: where the beginning of a term is too far from every beginning of the text, the walk goes on at the next
 * beginning that is not, so that it visits little more than the terms it finds.
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
 * The table of distances between the beginnings of a term (rows) and of the text (columns), of which a row keeps the
 * cells near the diagonal. Rows stay for the next term as far as it begins alike.
 */
class LevenshteinWalk {
  readonly start: string;
  readonly #prefix: readonly number[];
  readonly #text: readonly number[];
  readonly #maxEdits: number;
  readonly #transpositions: boolean;
  /** Cells of a row: the columns from row - maxEdits to row + maxEdits. */
  readonly #width: number;
  readonly #rows: Int32Array;
  /** The beginning of the term, behind the prefix, that the rows are for. */
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

  /** null: the term is near enough. Otherwise where the walk goes on: LONGER, at a beginning, or nowhere (''). */
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

  /** Computes a row; false where all of it is too far. */
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

  /** The first beginning after the path that may lead to near terms. */
  #successor(): string {
    const path = this.#path;
    for (let row = path.length; row > 0; row--) {
      const point = this.#nextPoint(row, path[row - 1]);
      path.length = row - 1;
      if (point !== null) return this.#string(row - 1, point);
    }
    return '';
  }

  /** The least character above one that keeps a row near; null: none does. */
  #nextPoint(row: number, above: number): number | null {
    const next = above + 1 === SURROGATES[0] ? SURROGATES[1] + 1 : above + 1;
    if (next > LAST_POINT) return null;
    if (this.#fill(row, next)) return next;
    // Where not every character does, only those of the text do.
    let least: number | null = null;
    const to = Math.min(this.#text.length, row + this.#maxEdits);
    for (let column = Math.max(1, row - this.#maxEdits - 1); column <= to; column++) {
      const point = this.#text[column - 1];
      if (point > above && (least === null || point < least) && this.#fill(row, point)) least = point;
    }
    return least;
  }

  /** The prefix, so much of the path, and one more character. */
  #string(length: number, point: number): string {
    return this.start + String.fromCodePoint(...this.#path.slice(0, length), point);
  }
}
