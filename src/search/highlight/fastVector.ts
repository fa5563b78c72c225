import { illegalArgument } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import type { HighlightOptions } from '../source/highlightSpec.ts';
import type { FieldTerms } from './fieldTerms.ts';
import { type FieldText, joinValues } from './fieldText.ts';
import { markUp } from './markup.ts';
import type { Match } from './passages.ts';

const MARGIN = 6;
const SMALLEST_FRAGMENT = 18;

interface Fragment {
  readonly start: number;
  readonly end: number;
  readonly phrases: readonly Match[];
}

/** Throws for fields without term vectors, which this highlighter reads. */
export function checkTermVectors(field: MappedFieldType): void {
  const vectors = String(field.params.term_vector ?? 'no');
  if (vectors.includes('positions') && vectors.includes('offsets')) return;
  throw illegalArgument(
    `the field [${field.name}] should be indexed with term vector with position offsets to be used with fast vector highlighter`,
  );
}

/** Fragments centred on their matches, their ends moved to boundary characters. */
export function highlightFastVector(
  field: FieldText,
  terms: FieldTerms,
  options: HighlightOptions,
): string[] {
  const { text, tokens } = joinValues(field, ' ');
  const phrases = terms.empty ? [] : joinPhrases(terms.matches(tokens));
  if (phrases.length === 0) {
    if (options.noMatchSize === 0 || text === '') return [];
    return [render(text, { start: 0, end: options.noMatchSize, phrases: [] }, options)];
  }
  if (options.numberOfFragments === 0)
    return [markUp(text, { start: 0, end: text.length, matches: phrases }, options, byTerm)];
  const fragments = fragmentsOf(phrases, options);
  const ordered =
    options.order === 'score'
      ? [...fragments].sort((a, b) => b.phrases.length - a.phrases.length || a.start - b.start)
      : fragments;
  return ordered.slice(0, options.numberOfFragments).map((fragment) => render(text, fragment, options));
}

/** The words of a phrase that follow each other are one mark. */
function joinPhrases(matches: readonly Match[]): Match[] {
  const joined: Match[] = [];
  for (const match of matches) {
    const last = joined[joined.length - 1];
    const follows =
      last?.phrase !== null && last?.phrase === match.phrase && match.position === last.position + 1;
    if (follows) joined[joined.length - 1] = { ...last, end: match.end, position: match.position };
    else joined.push(match);
  }
  return joined;
}

function fragmentsOf(
  phrases: readonly Match[],
  { fragmentSize, fragmentOffset }: HighlightOptions,
): Fragment[] {
  if (fragmentSize < SMALLEST_FRAGMENT) {
    throw illegalArgument(
      `fragCharSize(${fragmentSize}) is too small. It must be ${SMALLEST_FRAGMENT} or higher.`,
    );
  }
  const margin = fragmentOffset ?? MARGIN;
  const fragments: Fragment[] = [];
  let floor = 0;
  let at = 0;
  while (at < phrases.length) {
    const first = phrases[at];
    if (first.start < floor) {
      at++;
      continue;
    }
    const start = Math.max(first.start - margin, floor);
    const limit = Math.max(first.end, start + fragmentSize);
    const own = [first];
    for (at++; at < phrases.length && phrases[at].end <= limit; at++) own.push(phrases[at]);
    const length = own[own.length - 1].end - first.start;
    const centred = Math.max(first.start - Math.max(0, Math.floor((fragmentSize - length) / 2)), floor);
    floor = centred + Math.max(length, fragmentSize);
    fragments.push({ start: centred, end: floor, phrases: own });
  }
  return fragments;
}

function render(text: string, { start, end, phrases }: Fragment, options: HighlightOptions): string {
  const from = startAtBoundary(text, start, options);
  const to = text.length < end ? text.length : endAtBoundary(text, end, options);
  return markUp(text, { start: from, end: Math.max(from, to), matches: phrases }, options, byTerm);
}

/** The other highlighters mark all terms alike. */
const byTerm = ({ tag }: Match): number => tag;

function startAtBoundary(
  text: string,
  start: number,
  { boundaryChars, boundaryMaxScan }: HighlightOptions,
): number {
  if (start > text.length || start < 1) return start;
  let offset = start;
  for (let left = boundaryMaxScan; offset > 0 && left > 0; left--, offset--) {
    if (boundaryChars.includes(text[offset - 1])) return offset;
  }
  return offset === 0 ? 0 : start;
}

function endAtBoundary(
  text: string,
  end: number,
  { boundaryChars, boundaryMaxScan }: HighlightOptions,
): number {
  let offset = end;
  for (let left = boundaryMaxScan; offset < text.length && left > 0; left--, offset++) {
    if (boundaryChars.includes(text[offset])) return offset;
  }
  return end;
}
