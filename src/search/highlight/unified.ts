import type { Token } from '../../analysis/index.ts';
import type { Steps } from '../../common/index.ts';
import type { HighlightOptions } from '../source/highlightSpec.ts';
import type { FieldTerms, Sought } from './fieldTerms.ts';
import { type FieldText, groupBy, joinValues } from './fieldText.ts';
import { encode, markUp } from './markup.ts';
import { phrasePlaces } from './nearSpans.ts';
import { bestPassages, type Match } from './passages.ts';
import { TextTerms } from './textTerms.ts';
import { TextUnits } from './textUnits.ts';

/**
 * Passages of whole sentences (or words), scored like small documents. A passage never spans several values.
 */
export function* highlightUnified(
  field: FieldText,
  terms: FieldTerms,
  options: HighlightOptions,
  isTokenized: boolean,
): Steps<string[]> {
  const boundaryScanner = options.boundaryScanner ?? 'sentence';
  const { starts, length, tokens } = joinValues(field);
  const matches = terms.empty ? [] : yield* matchesOf(terms.sought, tokens);
  if (matches.length === 0) return yield* withoutMatch(field.values, options);
  const text = { values: field.values, starts, length };
  const wholeValues = options.numberOfFragments === 0 || !isTokenized;
  const passages = yield* bestPassages(text, matches, { ...options, boundaryScanner, wholeValues });
  return passages
    .map((passage) => {
      const value = field.values[passage.value];
      return markUp(value, passage, options).trim();
    })
    .filter((snippet) => snippet !== '');
}

/** All positions of terms that count anywhere; for others, those inside spans. */
function* matchesOf(sought: readonly Sought[], tokens: readonly Token[]): Steps<Match[]> {
  const anywhere = new Set(sought.flatMap((one) => (one.kind === 'term' ? [one.term] : [])));
  const found: Match[] = [];
  const add = (own: readonly Token[], label: string | null): void => {
    for (const { term, startOffset, endOffset } of own) {
      found.push({ start: startOffset, end: endOffset, term: label ?? term, total: own.length });
    }
  };
  const looked = tokens.filter(({ term }) => anywhere.has(term));
  yield;
  const byTerm = groupBy(looked, ({ term }) => term);
  for (const term of anywhere) add(byTerm.get(term) ?? [], null);
  sought.forEach((one, i) => {
    if (one.kind === 'pattern')
      add(
        tokens.filter(({ term }) => one.test(term)),
        `\uffff${i}`,
      );
  });
  yield;
  const placed = tokensOfSpans(sought, tokens).filter(({ term }) => !anywhere.has(term));
  for (const own of groupBy(placed, ({ term }) => term).values()) add(own, null);
  return found.sort(
    (a, b) => a.start - b.start || a.end - b.end || (a.term < b.term ? -1 : a.term > b.term ? 1 : 0),
  );
}

/** The tokens that are part of phrases and spans. */
function tokensOfSpans(sought: readonly Sought[], tokens: readonly Token[]): Token[] {
  if (!sought.some(({ kind }) => kind === 'phrase' || kind === 'spans')) return [];
  const text = new TextTerms(tokens);
  const byPosition = groupBy(tokens, ({ position }) => position);
  const found = new Set<Token>();
  const add = (position: number, test: (term: string) => boolean): void => {
    for (const token of byPosition.get(position) ?? []) if (test(token.term)) found.add(token);
  };
  for (const one of sought) {
    if (one.kind === 'phrase') {
      const { words } = one.phrase;
      for (const places of phrasePlaces(one.phrase, text))
        places.forEach((position, w) => {
          add(position, (term) => words[w].includes(term));
        });
    } else if (one.kind === 'spans') {
      const test = spanTest(one.spans);
      const places = one.spans.places({ reader: { terms: () => text } })(0);
      let from = 0;
      for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
        for (let p = Math.max(start, from); p <= end; p++) add(p, test);
        from = Math.max(from, end + 1);
      }
    }
  }
  return [...found];
}

/** Whether a term is part of the spans. */
export function spanTest(spans: Extract<Sought, { kind: 'spans' }>['spans']): (term: string) => boolean {
  const terms = new Set(spans.terms.map(({ term }) => term));
  return (term) => terms.has(term) || spans.patterns.some(({ accepts }) => accepts(term));
}

/** The beginning of the first value, up to the word that contains position `no_match_size`. */
function* withoutMatch(values: readonly string[], options: HighlightOptions): Steps<string[]> {
  const value = values.find((one) => one !== '');
  if (options.noMatchSize <= 0 || value === undefined) return [];
  const end = (yield* new TextUnits(value, 'word').following(options.noMatchSize)) ?? value.length;
  const snippet = encode(value.slice(0, end), options).trim();
  return snippet === '' ? [] : [snippet];
}
