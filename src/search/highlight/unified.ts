import type { HighlightOptions } from '../source/highlightSpec.ts';
import type { FieldTerms } from './fieldTerms.ts';
import { type FieldText, joinValues } from './fieldText.ts';
import { encode, markUp } from './markup.ts';
import { bestPassages, type Match, type Passage } from './passages.ts';

/** Stands between the values of a many-valued field; a sentence ends there. */
const VALUE_SEPARATOR = '\u2029';

/** Passages of whole sentences (or words), scored as small documents. */
export function highlightUnified(field: FieldText, terms: FieldTerms, options: HighlightOptions): string[] {
  const { text, tokens } = joinValues(field, VALUE_SEPARATOR);
  const matches = terms.empty ? [] : terms.matches(tokens);
  if (matches.length === 0) return withoutMatch(text, options);
  const passages =
    options.numberOfFragments === 0
      ? wholeValues(field.values, matches)
      : bestPassages(text, matches, options);
  return passages.map((passage) => {
    const marked = markUp(text, passage, options);
    return (marked.endsWith(VALUE_SEPARATOR) ? marked.slice(0, -1) : marked).trim();
  });
}

/** One passage a value that has a match. */
function wholeValues(values: readonly string[], matches: readonly Match[]): Passage[] {
  const passages: Passage[] = [];
  let start = 0;
  let next = 0;
  for (const value of values) {
    const end = start + value.length;
    const first = next;
    while (next < matches.length && matches[next].start < end) next++;
    const own = matches.slice(first, next);
    if (own.length > 0) passages.push({ start, end, score: 0, matches: own });
    start = end + VALUE_SEPARATOR.length;
  }
  return passages;
}

/** The beginning of the first value, up to the word that `no_match_size` falls into. */
function withoutMatch(text: string, options: HighlightOptions): string[] {
  if (options.noMatchSize === 0 || text === '') return [];
  const separator = text.indexOf(VALUE_SEPARATOR);
  const value = separator < 0 ? text : text.slice(0, separator);
  return [encode(value.slice(0, endOfWord(value, options.noMatchSize)), options).trim()];
}

function endOfWord(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  for (const { index, segment } of new Intl.Segmenter('en', { granularity: 'word' }).segment(text)) {
    if (index + segment.length > offset) return index + segment.length;
  }
  return text.length;
}
