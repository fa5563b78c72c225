import type { PhraseTerms } from '../../query/index.ts';
import type { TextTerms } from './textTerms.ts';

/**
 * The places where the words of a phrase are close enough: one position per word. Highlighters treat a phrase
 * without slop as ordered spans, any other as unordered spans, and gaps in the phrase as additional slop.
 */
export function phrasePlaces({ words, offsets, slop }: PhraseTerms, text: TextTerms): number[][] {
  const lists = words.map((terms) => positionsOf(terms, text));
  if (lists.some((list) => list.length === 0)) return [];
  const holes = Math.max(0, offsets[offsets.length - 1] - offsets[0] - words.length + 1);
  return slop === 0 ? inOrder(lists, holes) : inAnyOrder(lists, slop + holes);
}

function positionsOf(terms: readonly string[], text: TextTerms): readonly number[] {
  if (terms.length === 1) return text.of(terms[0]);
  return [...new Set(terms.flatMap((term) => text.of(term)))].sort((a, b) => a - b);
}

/** Combines each position of the first word with the next position of every other word. */
function inOrder(lists: readonly (readonly number[])[], slop: number): number[][] {
  const found: number[][] = [];
  const at = lists.map(() => 0);
  for (const first of lists[0]) {
    const places = [first];
    for (let i = 1; i < lists.length; i++) {
      while (at[i] < lists[i].length && lists[i][at[i]] <= places[i - 1]) at[i]++;
      if (at[i] === lists[i].length) return found;
      places.push(lists[i][at[i]]);
    }
    if (places[places.length - 1] - first + 1 - lists.length <= slop) found.push(places);
  }
  return found;
}

/** One position of each word, always advancing the foremost. */
function inAnyOrder(lists: readonly (readonly number[])[], slop: number): number[][] {
  const found: number[][] = [];
  const at = lists.map(() => 0);
  for (;;) {
    const places = lists.map((list, i) => list[at[i]]);
    const first = Math.min(...places);
    if (Math.max(...places) - first + 1 - lists.length <= slop) found.push(places);
    const foremost = places.indexOf(first);
    if (++at[foremost] === lists[foremost].length) return found;
  }
}
