import { codePoints } from './wildcard.ts';

/** Edit distances as in Lucene's Levenshtein automata; optionally a transposition counts as one edit. */

export interface FuzzyTerm {
  readonly prefixLength: number;
  readonly maxEdits: number;
  readonly transpositions: boolean;
}

/** The maximum edits that `AUTO`, `AUTO:3,6`, `0`, `1` or `2` allow for a term of `length` characters. */
export function maxEditsFor(fuzziness: string, length: number): number {
  const upper = fuzziness.toUpperCase();
  if (upper === 'AUTO' || upper.startsWith('AUTO:')) {
    const [low, high] = upper === 'AUTO' ? [3, 6] : upper.slice(5).split(',').map(Number);
    if (length < low) return 0;
    return length < high ? 1 : 2;
  }
  return Math.min(2, Math.trunc(Number(fuzziness)));
}

/** Rows of the distance table, reused by every call. */
let rows = [new Int32Array(64), new Int32Array(64), new Int32Array(64)];

/** The number of edits between the words, or maxEdits + 1 if there are more. */
export function editDistance(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  maxEdits: number,
  transpositions: boolean,
  bLength = b.length,
): number {
  const far = maxEdits + 1;
  if (Math.abs(a.length - bLength) > maxEdits) return far;
  if (bLength >= rows[0].length) rows = rows.map(() => new Int32Array(2 * bLength));
  let [before, previous, row] = rows;
  for (let j = 0; j <= bLength; j++) previous[j] = j;
  for (let i = 1; i <= a.length; i++) {
    // Cells further from the diagonal exceed the maximum.
    const from = Math.max(1, i - maxEdits);
    const to = Math.min(bLength, i + maxEdits);
    row[from - 1] = from === 1 ? i : far;
    let best = row[from - 1];
    for (let j = from; j <= to; j++) {
      const own = a[i - 1];
      let cost = previous[j - 1] + (own === b[j - 1] ? 0 : 1);
      if (row[j - 1] < cost) cost = row[j - 1] + 1;
      if (j < i + maxEdits && previous[j] < cost) cost = previous[j] + 1;
      if (transpositions && i > 1 && j > 1 && own === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, before[j - 2] + 1);
      }
      row[j] = cost;
      if (cost < best) best = cost;
    }
    if (best > maxEdits) return far;
    [before, previous, row] = [previous, row, before];
  }
  return Math.min(previous[bLength], far);
}

/**
 * Returns a function that computes the edits between `text` and a term; `null` if there are more than
 * allowed.
 */
export function fuzzyMatcher(
  text: string,
  { prefixLength, maxEdits, transpositions }: FuzzyTerm,
): (term: string) => number | null {
  const own = codePoints(text);
  const prefix = own.slice(0, prefixLength);
  const rest = own.slice(prefixLength);
  const ownMask = rest.reduce((mask, point) => mask | maskOf(point), 0);
  let points = new Int32Array(64);
  return (term) => {
    if (term.length > points.length) points = new Int32Array(2 * term.length);
    let read = 0;
    let length = 0;
    let mask = 0;
    for (let i = 0; i < term.length; read++) {
      const point = term.codePointAt(i) as number;
      i += point > 0xffff ? 2 : 1;
      if (read >= prefix.length) {
        points[length++] = point;
        mask |= maskOf(point);
      } else if (point !== prefix[read]) return null;
    }
    if (read < prefix.length) return null;
    // An edit removes at most one character and adds at most one, which rules out most terms of a dictionary.
    if (bitCount(ownMask & ~mask) > maxEdits || bitCount(mask & ~ownMask) > maxEdits) return null;
    const edits = editDistance(rest, points, maxEdits, transpositions, length);
    return edits > maxEdits ? null : edits;
  };
}

/** A 32-bit mask with one bit per character, by hash. */
function maskOf(point: number): number {
  return 1 << (point & 31);
}

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

/** The fewest edits between `typed` and a prefix of `text`, or a number above `maxEdits`. */
export function prefixDistance(
  typed: string,
  text: string,
  maxEdits: number,
  transpositions: boolean,
): number {
  const a = codePoints(typed);
  const b = codePoints(text);
  let least = maxEdits + 1;
  for (
    let length = Math.max(0, a.length - maxEdits);
    length <= Math.min(b.length, a.length + maxEdits);
    length++
  ) {
    least = Math.min(least, editDistance(a, b.slice(0, length), maxEdits, transpositions));
  }
  return least;
}
