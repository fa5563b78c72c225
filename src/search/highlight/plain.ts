import type { Token } from '../../analysis/index.ts';
import type { Steps } from '../../common/index.ts';
import type { PhraseTerms } from '../../query/index.ts';
import type { HighlightOptions } from '../source/highlightSpec.ts';
import type { FieldTerms, Sought } from './fieldTerms.ts';
import type { FieldText } from './fieldText.ts';
import { type Mark, markUp } from './markup.ts';
import { phrasePlaces } from './nearSpans.ts';
import { type PositionSpan, PositionSpans } from './positionSpans.ts';
import { TextTerms } from './textTerms.ts';
import { spanTest } from './unified.ts';

interface Fragment {
  readonly start: number;
  readonly end: number;
  readonly matches: readonly Mark[];
  /** The sum of the weights of distinct terms. */
  readonly score: number;
  readonly text: string;
}

/** Fragments of about equal length, value by value; within a value, better ones first. */
export function* highlightPlain(
  field: FieldText,
  terms: FieldTerms,
  options: HighlightOptions,
): Steps<string[]> {
  const { numberOfFragments, order } = options;
  const count = numberOfFragments === 0 ? 1 : numberOfFragments;
  const found: Fragment[] = [];
  for (const [i, text] of field.values.entries()) {
    const tokens = field.tokens[i];
    const weighed = terms.empty ? new Map() : weighTerms(terms.sought, tokens);
    yield;
    if (weighed.size === 0) continue;
    const fragments = (yield* cut(text, tokens, weighed, options))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.start - b.start);
    for (const fragment of fragments.slice(0, count)) found.push(fragment);
  }
  if (found.length === 0) return withoutMatch(field, options);
  const ordered = order === 'score' ? byScore(found) : found;
  const all = numberOfFragments === 0 && field.values.length > 1;
  return ordered
    .slice(0, all ? ordered.length : count)
    .map((fragment) => markUp(fragment.text, fragment, options));
}

/** Up to this many, the original uses insertion sort. */
const FEW = 16;

/**
 * Sorts like the original, which rounds the difference of two scores, so that the sorting algorithm matters.
 */
function byScore(fragments: readonly Fragment[]): Fragment[] {
  if (fragments.length > FEW) return fragments.toSorted((a, b) => Math.round(b.score - a.score));
  const sorted = [...fragments];
  for (let i = 1; i < sorted.length; i++) {
    for (let at = i; at > 0 && Math.round(sorted[at].score - sorted[at - 1].score) > 0; at--)
      [sorted[at - 1], sorted[at]] = [sorted[at], sorted[at - 1]];
  }
  return sorted;
}

interface WeighedTerm {
  readonly weight: number;
  /** Where the term counts; `null` for anywhere. */
  readonly within: PositionSpans | null;
}

/**
 * The terms to find in a value. A term that counts anywhere in one part of the query does so in all parts.
 */
function weighTerms(sought: readonly Sought[], tokens: readonly Token[]): Map<string, WeighedTerm> {
  const text = new TextTerms(tokens);
  const weighed = new Map<string, WeighedTerm>();
  const anywhere = (term: string, weight: number): void => {
    weighed.set(term, { weight, within: null });
  };
  const within = (terms: Iterable<string>, spans: readonly PositionSpan[], weight: number): void => {
    if (spans.length === 0) return;
    for (const term of terms) {
      const known = weighed.get(term) ?? { weight, within: new PositionSpans() };
      known.within?.add(spans);
      weighed.set(term, known);
    }
  };
  const matching = (test: (term: string) => boolean): string[] =>
    Array.from({ length: text.size }, (_, ord) => text.term(ord)).filter(test);
  for (const one of sought) {
    switch (one.kind) {
      case 'term':
        anywhere(one.term, one.boost);
        break;
      case 'pattern':
        for (const term of matching(one.test)) anywhere(term, one.boost);
        break;
      case 'phrase': {
        const spans = phrasePlaces(knownPhrase(one.phrase, text), text).map((places) => ({
          start: Math.min(...places),
          end: Math.max(...places),
        }));
        within(new Set(one.phrase.words.flat()), spans, one.boost);
        break;
      }
      case 'spans': {
        const spans = one.spans.places({ reader: { terms: () => text } })(0);
        within(matching(spanTest(one.spans)), spans, one.boost);
      }
    }
  }
  return weighed;
}

/** If no word of the value starts with the last word of the phrase, only the preceding words are used. */
function knownPhrase(phrase: PhraseTerms, text: TextTerms): PhraseTerms {
  const { words, offsets, endsWithPrefix } = phrase;
  if (!endsWithPrefix || words[words.length - 1].some((term) => text.of(term).length > 0)) return phrase;
  return { ...phrase, words: words.slice(0, -1), offsets: offsets.slice(0, -1) };
}

/** Overlapping tokens form one unit, marked from the first matching one to the last. */
interface Unit {
  readonly tokens: Token[];
  end: number;
}

function unitsOf(tokens: readonly Token[]): Unit[] {
  const units: Unit[] = [];
  for (const token of tokens) {
    const last = units[units.length - 1];
    if (last === undefined || token.startOffset >= last.end)
      units.push({ tokens: [token], end: token.endOffset });
    else {
      last.tokens.push(token);
      last.end = Math.max(last.end, token.endOffset);
    }
  }
  return units;
}

const UNITS_BETWEEN_STEPS = 1024;

function* cut(
  text: string,
  tokens: readonly Token[],
  terms: ReadonlyMap<string, WeighedTerm>,
  options: HighlightOptions,
): Steps<Fragment[]> {
  const fragments: Fragment[] = [];
  const startsFragment = fragmenterOf(text, terms, options);
  let start = 0;
  let last = 0;
  let marks: Mark[] = [];
  let found = new Map<string, number>();
  const close = (end: number): void => {
    const score = [...found.values()].reduce((sum, weight) => Math.fround(sum + weight), 0);
    fragments.push({ start, end, matches: marks, score, text });
    start = end;
    marks = [];
    found = new Map();
  };
  for (const [i, unit] of unitsOf(tokens).entries()) {
    if (i % UNITS_BETWEEN_STEPS === 0) yield;
    if (i > 0 && startsFragment(unit.tokens[0])) close(last);
    const hits = unit.tokens.filter(({ term, position }) => {
      const known = terms.get(term);
      return known !== undefined && counts(known, position);
    });
    for (const { term } of hits) found.set(term, terms.get(term)?.weight ?? 0);
    if (hits.length === 0) {
      last = Math.max(last, unit.end);
      continue;
    }
    const mark = {
      start: Math.min(...hits.map(({ startOffset }) => startOffset)),
      end: Math.max(...hits.map(({ endOffset }) => endOffset)),
    };
    marks.push(mark);
    last = Math.max(last, mark.end);
  }
  close(text.length);
  return fragments;
}

function counts({ weight, within }: WeighedTerm, position: number): boolean {
  return weight > 0 && (within === null || within.covers(position));
}

/**
 * Decides, for the first token of each unit after the first, whether it starts a fragment. The span
 * fragmenter leaves no short remainder and waits for the end of a phrase; it counts positions from the second
 * unit, as the original does.
 */
function fragmenterOf(
  text: string,
  terms: ReadonlyMap<string, WeighedTerm>,
  { fragmentSize, numberOfFragments, fragmenter }: HighlightOptions,
): (token: Token) => boolean {
  if (numberOfFragments === 0) return () => false;
  let count = 1;
  let position = -1;
  let waitFor = -1;
  let before: Token | null = null;
  return (token) => {
    if (fragmenter === 'span') {
      position += before === null ? 1 : token.position - before.position;
      before = token;
      if (waitFor >= 0 && waitFor > position) return false;
      waitFor = -1;
      const end = terms.get(token.term)?.within?.endFrom(position) ?? null;
      if (end !== null) waitFor = end + 1;
    }
    const enoughLeft = fragmenter === 'simple' || text.length - token.endOffset >= fragmentSize >>> 1;
    const starts = token.endOffset >= fragmentSize * count && enoughLeft;
    if (starts) count++;
    return starts;
  };
}

/** The beginning of the first value, as far as whole tokens fit. */
function withoutMatch({ values, tokens }: FieldText, options: HighlightOptions): string[] {
  if (options.noMatchSize <= 0 || values.length === 0) return [];
  let end = -1;
  for (const { endOffset } of tokens[0]) {
    if (endOffset > options.noMatchSize) break;
    end = endOffset;
    if (endOffset === options.noMatchSize) break;
  }
  return end > 0 ? [values[0].slice(0, end)] : [];
}
