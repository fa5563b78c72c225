import type { Token } from '../../analysis/index.ts';
import type { HighlightOptions } from '../source/highlightSpec.ts';
import type { FieldTerms } from './fieldTerms.ts';
import type { FieldText } from './fieldText.ts';
import { encode, markUp } from './markup.ts';
import type { Match } from './passages.ts';

interface Fragment {
  readonly start: number;
  readonly end: number;
  readonly matches: readonly Match[];
  /** How many different terms it has. */
  readonly score: number;
  readonly text: string;
}

/** Fragments of about equal length, value by value; those with more of the query's terms first. */
export function highlightPlain(field: FieldText, terms: FieldTerms, options: HighlightOptions): string[] {
  const { numberOfFragments, fragmentSize, order } = options;
  const count = numberOfFragments === 0 ? 1 : numberOfFragments;
  const found = field.values.flatMap((text, i) => {
    const tokens = field.tokens[i];
    const matches = terms.empty ? [] : terms.matches(tokens);
    const size = numberOfFragments === 0 ? Number.POSITIVE_INFINITY : fragmentSize;
    const fragments = cut(text, tokens, matches, { size, simple: options.fragmenter === 'simple' });
    return fragments
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.start - b.start)
      .slice(0, count);
  });
  if (found.length === 0) return withoutMatch(field, options);
  const ordered = order === 'score' ? [...found].sort((a, b) => b.score - a.score) : found;
  const limit = numberOfFragments === 0 ? ordered.length : Math.min(ordered.length, numberOfFragments);
  return ordered.slice(0, limit).map((fragment) => markUp(fragment.text, fragment, options));
}

/** A fragment ends before the token that reaches its size; the span fragmenter leaves no short rest and no cut phrase. */
function cut(
  text: string,
  tokens: readonly Token[],
  matches: readonly Match[],
  { size, simple }: { readonly size: number; readonly simple: boolean },
): Fragment[] {
  const fragments: Fragment[] = [];
  const phrases = simple ? [] : phraseSpans(matches);
  let start = 0;
  let last = 0;
  let count = 1;
  let next = 0;
  const add = (end: number): void => {
    while (next < matches.length && matches[next].start < start) next++;
    const first = next;
    while (next < matches.length && matches[next].end <= end) next++;
    const own = matches.slice(first, next);
    const score = new Set(own.map(({ term }) => term)).size;
    fragments.push({ start, end, matches: own, score, text });
    start = end;
  };
  let phrase = 0;
  let phraseEnd = -1;
  for (const { startOffset, endOffset } of tokens) {
    for (; phrase < phrases.length && phrases[phrase].first < startOffset; phrase++)
      phraseEnd = Math.max(phraseEnd, phrases[phrase].last);
    const rest = simple || text.length - endOffset >= size >>> 1;
    const inPhrase = startOffset <= phraseEnd;
    if (endOffset >= size * count && rest && !inPhrase && startOffset >= last) {
      count++;
      if (last > 0) add(last);
    }
    last = Math.max(last, endOffset);
  }
  add(text.length);
  return fragments;
}

/** Where the first and the last word of each phrase begin, in the order of the first ones. */
function phraseSpans(matches: readonly Match[]): readonly { readonly first: number; last: number }[] {
  const spans = new Map<number, { readonly first: number; last: number }>();
  for (const { phrase, start } of matches) {
    if (phrase === null) continue;
    const span = spans.get(phrase);
    if (span === undefined) spans.set(phrase, { first: start, last: start });
    else span.last = start;
  }
  return [...spans.values()];
}

/** The first value as far as whole tokens fit. */
function withoutMatch({ values, tokens }: FieldText, options: HighlightOptions): string[] {
  if (options.noMatchSize === 0 || values.length === 0) return [];
  let end = -1;
  for (const { endOffset } of tokens[0]) {
    if (endOffset > options.noMatchSize) break;
    end = endOffset;
    if (endOffset === options.noMatchSize) break;
  }
  return end > 0 ? [encode(values[0].slice(0, end), options)] : [];
}
