import type { Token } from '../../analysis/index.ts';
import { illegalArgument, type Steps } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import type { HighlightOptions } from '../source/highlightSpec.ts';
import { type BoundaryScanner, boundaryScannerOf } from './boundaryScanner.ts';
import type { FieldTerms } from './fieldTerms.ts';
import { type FieldText, joinValues } from './fieldText.ts';
import { byValue, type Fragment } from './fragmentParts.ts';
import { encode } from './markup.ts';
import { endOf, type FoundPhrase, findPhrases, mergePhrases, startOf } from './phraseList.ts';
import { type Expand, PhraseMap } from './phraseMap.ts';
import { countBefore } from './textUnits.ts';

const MARGIN = 6;
/** A fragment has room for this many margins. */
const MARGINS = 3;

export function hasTermVectors(field: MappedFieldType): boolean {
  const vectors = String(field.params.term_vector ?? 'no');
  return vectors.includes('positions') && vectors.includes('offsets');
}

/** Throws for fields without term vectors, which this highlighter requires. */
export function checkTermVectors(field: MappedFieldType): void {
  if (hasTermVectors(field)) return;
  throw illegalArgument(
    `the field [${field.name}] should be indexed with term vector with position offsets to be used with fast vector highlighter`,
  );
}

interface FastVectorOptions extends HighlightOptions {
  readonly expand: Expand;
}

/** The fields whose matches are marked together: the field itself, or its `matched_fields`. */
export interface MatchedField {
  readonly name: string;
  readonly text: FieldText;
}

/**
 * Fragments centred on their matches, with ends moved to boundaries. A fragment never spans several values.
 */
export function* highlightFastVector(
  field: FieldText,
  matched: readonly MatchedField[],
  terms: FieldTerms,
  options: FastVectorOptions,
): Steps<string[]> {
  const phrases = mergePhrases(
    matched.map(({ name, text }) => {
      const { tokens } = joinValues(text);
      const map = PhraseMap.of(
        terms.sought,
        options.requireFieldMatch ? name : null,
        expansionOf(tokens, options),
      );
      return findPhrases(tokens, map, options.phraseLimit);
    }),
  );
  const renderer = new Renderer(field.values, options);
  const fragments = options.numberOfFragments === 0 ? whole(phrases) : fragmentsOf(phrases, options);
  if (fragments.length === 0) {
    if (options.noMatchSize <= 0 || field.values.length === 0) return [];
    const beginning = [{ start: 0, end: options.noMatchSize, marks: [], boost: 0 }];
    return yield* renderer.renderAll(byValue(beginning, field.values));
  }
  const parts = byValue(fragments, field.values);
  const ordered =
    options.numberOfFragments !== 0 && options.order === 'score'
      ? [...parts].sort((a, b) => b.boost - a.boost || a.start - b.start)
      : parts;
  const limit = options.numberOfFragments === 0 ? ordered.length : options.numberOfFragments;
  if (limit < 0) throw illegalArgument(`maxNumFragments(${limit}) must be positive number.`);
  return yield* renderer.renderAll(ordered.slice(0, limit));
}

/**
 * Only expanded terms that occur in the text matter, except for the choice of tags, and if fields need not
 * match.
 */
function expansionOf(
  tokens: readonly Token[],
  { expand, requireFieldMatch, preTags }: FastVectorOptions,
): Expand {
  if (!requireFieldMatch || preTags.length > 1) return expand;
  const distinct = [...new Set(tokens.map(({ term }) => term))].sort();
  return (_field, test) => distinct.filter(test);
}

function whole(phrases: readonly FoundPhrase[]): Fragment[] {
  if (phrases.length === 0) return [];
  const boost = phrases.reduce((sum, phrase) => sum + phrase.boost, 0);
  return [{ start: 0, end: Number.MAX_SAFE_INTEGER, marks: phrases, boost }];
}

function fragmentsOf(
  phrases: readonly FoundPhrase[],
  { fragmentSize, fragmentOffset }: HighlightOptions,
): Fragment[] {
  const margin = fragmentOffset ?? MARGIN;
  if (margin < 0) throw illegalArgument(`margin(${margin}) is too small. It must be 0 or higher.`);
  const smallest = Math.max(1, margin * MARGINS);
  if (fragmentSize < smallest) {
    throw illegalArgument(`fragCharSize(${fragmentSize}) is too small. It must be ${smallest} or higher.`);
  }
  const fragments: Fragment[] = [];
  let floor = 0;
  for (let at = 0; at < phrases.length; ) {
    const first = phrases[at];
    const from = startOf(first);
    if (from < floor) {
      at++;
      continue;
    }
    const limit = Math.max(endOf(first), Math.max(from - margin, floor) + fragmentSize);
    const own: FoundPhrase[] = [];
    let to = endOf(first);
    const take = (phrase: FoundPhrase): void => {
      to = endOf(phrase);
      if (phrase.stretches.length <= 1 || to - from <= fragmentSize) own.push(phrase);
      at++;
    };
    take(first);
    while (at < phrases.length && endOf(phrases[at]) <= limit) take(phrases[at]);
    if (own.length === 0) continue;
    const length = to - from;
    const start = Math.max(from - Math.max(0, Math.floor((fragmentSize - length) / 2)), floor);
    floor = start + Math.max(length, fragmentSize);
    fragments.push({ start, end: floor, marks: own, boost: own.reduce((sum, { boost }) => sum + boost, 0) });
  }
  return fragments;
}

/** Renders fragments; the text is considered value by value, as far as needed so far. */
class Renderer {
  readonly #text: string;
  /** The end of the considered text, by value. */
  readonly #ends: number[] = [];
  readonly #scanner: BoundaryScanner;
  readonly #options: HighlightOptions;
  #length = 0;

  constructor(values: readonly string[], options: HighlightOptions) {
    this.#text = values.map((value) => `${value} `).join('');
    let end = 0;
    for (const value of values) {
      end += value.length + 1;
      this.#ends.push(end);
    }
    this.#scanner = boundaryScannerOf(this.#text, options);
    this.#options = options;
  }

  *renderAll(fragments: readonly Fragment[]): Steps<string[]> {
    const out: string[] = [];
    for (const fragment of fragments) {
      out.push(yield* this.#render(fragment));
      yield;
    }
    return out;
  }

  *#render({ start, end, marks }: Fragment): Steps<string> {
    const needed = this.#ends[countBefore(this.#ends, end)] ?? this.#text.length;
    this.#length = Math.max(this.#length, needed);
    const options = this.#options;
    const text = this.#text;
    const length = this.#length;
    const to = length - 1 < end ? length - 1 : yield* this.#scanner.endFrom(end, length);
    let at = yield* this.#scanner.startFrom(start, length);
    let out = '';
    for (const { stretches, number } of marks) {
      for (const stretch of stretches) {
        const { preTags, postTags } = options;
        out += encode(text.slice(at, stretch.start), options) + preTags[number % preTags.length];
        out += encode(text.slice(stretch.start, stretch.end), options) + postTags[number % postTags.length];
        at = stretch.end;
      }
    }
    return out + encode(text.slice(at, Math.max(at, to)), options);
  }
}
