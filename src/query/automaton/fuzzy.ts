import { codePoints } from './wildcard.ts';

/** Edit distances as Lucene's Levenshtein automata count them, transpositions as one edit when asked. */

export interface FuzzyTerm {
  readonly prefixLength: number;
  readonly maxEdits: number;
  readonly transpositions: boolean;
}

/** `AUTO`, `AUTO:3,6`, `0`, `1`, `2` → edits for a term of `length` characters. */
export function maxEditsFor(fuzziness: string, length: number): number {
  const upper = fuzziness.toUpperCase();
  if (upper === 'AUTO' || upper.startsWith('AUTO:')) {
    const [low, high] = upper === 'AUTO' ? [3, 6] : upper.slice(5).split(',').map(Number);
    if (length < low) return 0;
    return length < high ? 1 : 2;
  }
  return Math.min(2, Math.trunc(Number(fuzziness)));
}

/** Number of edits between the words, or maxEdits + 1 when there are more. */
export function editDistance(
  a: readonly number[],
  b: readonly number[],
  maxEdits: number,
  transpositions: boolean,
): number {
  if (Math.abs(a.length - b.length) > maxEdits) return maxEdits + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (transpositions && swapped) cost = Math.min(cost, before[j - 2] + 1);
      row.push(cost);
      if (cost < best) best = cost;
    }
    if (best > maxEdits) return maxEdits + 1;
    before = previous;
    previous = row;
  }
  return previous[b.length];
}

/** Edits between `text` and `term`, or null when they are further apart than allowed. */
export function fuzzyDistance(text: string, term: string, options: FuzzyTerm): number | null {
  const a = codePoints(text);
  const b = codePoints(term);
  const prefix = Math.min(options.prefixLength, a.length);
  for (let i = 0; i < prefix; i++) if (a[i] !== b[i]) return null;
  const edits = editDistance(a.slice(prefix), b.slice(prefix), options.maxEdits, options.transpositions);
  return edits > options.maxEdits ? null : edits;
}

/** The fewest edits between `typed` and a prefix of `text`, or more than `maxEdits`. */
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
