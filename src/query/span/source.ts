import type { TermsReader } from '../../segment/index.ts';
import { prefixRun } from '../bound/termSetQuery.ts';
import { docSetOfArray, intersect, NO_DOCS, union } from '../docSet.ts';
import { TermPlaces } from '../text/positions.ts';
import type { DocSet, LeafContext, SpanTerms, TermsOwner } from '../types.ts';
import {
  anyInterval,
  type Interval,
  type IntervalRelation,
  orderedIntervals,
  relatedIntervals,
  repeatedIntervals,
  unorderedIntervals,
} from './intervals.ts';

/**
 * The building blocks of intervals and span queries: positions of terms in documents, and combinations of
 * them.
 */
export interface IntervalSource {
  readonly key: string;
  /** As Lucene prints it. */
  readonly text: string;
  /** Documents that may contain matching intervals. */
  candidates(leaf: LeafContext): DocSet;
  /** Returns the intervals of a document. */
  leaf(leaf: TermsOwner): (doc: number) => Interval[];
  /** The minimum length of its intervals; longer ones score less. */
  readonly minExtent: number;
  /** Terms used for scoring, by field. */
  readonly terms: readonly { readonly field: string; readonly term: string }[];
  /** Term tests that are expanded with the dictionary. */
  readonly patterns: SpanTerms['patterns'];
}

/** Reads the term's positions in any document. */
function positionsOf(terms: TermsReader, ord: number): (doc: number) => Interval[] {
  const places = new TermPlaces(terms, ord);
  return (doc) => {
    places.seek(doc);
    const found: Interval[] = [];
    for (let i = places.from; i < places.to; i++) {
      const at = places.values[i];
      found.push({ start: at, end: at, gaps: 0 });
    }
    return found;
  };
}

export function termSource(field: string, term: string): IntervalSource {
  return {
    key: `${field}:${JSON.stringify(term)}`,
    text: term,
    minExtent: 1,
    terms: [{ field, term }],
    patterns: [],
    candidates({ reader }) {
      const terms = reader.terms(field);
      const ord = terms?.lookup(term) ?? -1;
      return terms === null || ord < 0 ? NO_DOCS : docSetOfArray(terms.docs(ord));
    },
    leaf({ reader }) {
      const terms = reader.terms(field);
      const ord = terms?.lookup(term) ?? -1;
      return terms === null || ord < 0 ? () => [] : positionsOf(terms, ord);
    },
  };
}

function* acceptedOrds(
  terms: TermsReader,
  prefix: string,
  accepts: (term: string) => boolean,
): Generator<number> {
  const { from, to } = prefixRun(terms, prefix);
  for (let ord = from; ord < to; ord++) if (accepts(terms.term(ord))) yield ord;
}

/** The terms of a field that a test accepts, at most `maximum`. */
export function expandedSource(
  field: string,
  key: string,
  text: string,
  prefix: string,
  accepts: (term: string) => boolean,
  maximum: number,
  select: (terms: TermsReader) => Iterable<number> = (terms) => acceptedOrds(terms, prefix, accepts),
): IntervalSource {
  const ordsOf = (terms: TermsReader): number[] => {
    const ords: number[] = [];
    for (const ord of select(terms)) if (ords.push(ord) >= maximum) break;
    return ords;
  };
  return {
    key: `${field}:${key}`,
    text: `MultiTerm(${text})`,
    minExtent: 1,
    terms: [],
    patterns: [{ field, accepts: (term) => term.startsWith(prefix) && accepts(term) }],
    candidates({ reader }) {
      const terms = reader.terms(field);
      if (terms === null) return NO_DOCS;
      return union(
        ordsOf(terms).map((ord) => docSetOfArray(terms.docs(ord))),
        reader.maxDoc,
      );
    },
    leaf({ reader }) {
      const terms = reader.terms(field);
      if (terms === null) return () => [];
      const readers = ordsOf(terms).map((ord) => positionsOf(terms, ord));
      return (doc) => anyInterval(readers.map((read) => read(doc)));
    },
  };
}

function combined(
  key: string,
  name: string,
  sources: readonly IntervalSource[],
  all: boolean,
  join: (lists: readonly (readonly Interval[])[]) => Interval[],
): IntervalSource {
  return {
    key: `${key}(${sources.map((source) => source.key).join(' ')})`,
    text: `${name}(${sources.map((source) => source.text).join(',')})`,
    minExtent: all
      ? sources.reduce((sum, { minExtent }) => sum + minExtent, 0)
      : Math.min(...sources.map(({ minExtent }) => minExtent)),
    terms: sources.flatMap((source) => source.terms),
    patterns: sources.flatMap((source) => source.patterns),
    candidates(leaf) {
      const sets = sources.map((source) => source.candidates(leaf));
      return all ? sets.reduce(intersect) : union(sets, leaf.reader.maxDoc);
    },
    leaf(leaf) {
      const readers = sources.map((source) => source.leaf(leaf));
      return (doc) => join(readers.map((read) => read(doc)));
    },
  };
}

export function anySource(sources: readonly IntervalSource[]): IntervalSource {
  return sources.length === 1 ? sources[0] : combined('or', 'or', sources, false, anyInterval);
}

export function allSource(
  sources: readonly IntervalSource[],
  ordered: boolean,
  maxGaps: number,
): IntervalSource {
  // A single source has no gaps to others.
  if (sources.length === 1) return sources[0];
  const parts = withRepeats(sources, ordered);
  if (parts.length === 1) return limitGaps(parts[0], maxGaps, parts[0].text);
  const join = ordered ? orderedIntervals : unorderedIntervals;
  const key = `${ordered ? 'ordered' : 'unordered'}~${maxGaps}`;
  const name = maxGaps === 0 && ordered ? 'BLOCK' : ordered ? 'ORDERED' : 'UNORDERED';
  const source = combined(key, name, parts, true, (lists) => join(lists, maxGaps));
  const limited = maxGaps > 0 || (maxGaps === 0 && !ordered);
  return limited ? { ...source, text: `MAXGAPS/${maxGaps}(${source.text})` } : source;
}

/** A repeated source (if ordered: repeated in a row) becomes consecutive intervals of itself. */
function withRepeats(sources: readonly IntervalSource[], ordered: boolean): IntervalSource[] {
  const runs: { readonly source: IntervalSource; count: number }[] = [];
  for (const source of sources) {
    const candidates = ordered ? runs.slice(-1) : runs;
    const known = candidates.find((run) => run.source.key === source.key);
    if (known === undefined) runs.push({ source, count: 1 });
    else known.count++;
  }
  return runs.map(({ source, count }) => (count === 1 ? source : repeatedSource(source, count)));
}

function repeatedSource(source: IntervalSource, count: number): IntervalSource {
  return {
    ...source,
    key: `repeat${count}(${source.key})`,
    text: `REPEAT(${source.text},${count})`,
    leaf(leaf) {
      const own = source.leaf(leaf);
      return (doc) => repeatedIntervals(own(doc), count);
    },
  };
}

/** Extends intervals to the left, for words removed before them. */
export function extendedSource(source: IntervalSource, before: number): IntervalSource {
  if (before === 0) return source;
  return {
    ...source,
    key: `extend${before}(${source.key})`,
    text: `EXTEND(${source.text},${before},0)`,
    minExtent: source.minExtent + before,
    leaf(leaf) {
      const own = source.leaf(leaf);
      return (doc) => own(doc).map((one) => ({ ...one, start: Math.max(0, one.start - before) }));
    },
  };
}

function limitGaps(source: IntervalSource, maxGaps: number, text: string): IntervalSource {
  if (maxGaps < 0) return source;
  const limited = filteredSource(source, `gaps${maxGaps}`, ({ gaps }) => gaps <= maxGaps);
  return { ...limited, text: `MAXGAPS/${maxGaps}(${text})` };
}

const MAX_INT = 2 ** 31 - 1;

function relationText(relation: IntervalRelation, kept: string, other: string): string {
  switch (relation) {
    case 'before':
      return `CONTAINED_BY(${kept},EXTEND(PRECEDING(${other}),${MAX_INT},0))`;
    case 'after':
      return `CONTAINED_BY(${kept},EXTEND(FOLLOWING(${other}),0,${MAX_INT}))`;
    default:
      return `${relation.toUpperCase()}(${kept},${other})`;
  }
}

export function relatedSource(
  source: IntervalSource,
  other: IntervalSource,
  relation: IntervalRelation,
): IntervalSource {
  const negative = relation.startsWith('not_');
  return {
    key: `${relation}(${source.key} ${other.key})`,
    text: relationText(relation, source.text, other.text),
    minExtent: source.minExtent,
    terms: source.terms,
    patterns: source.patterns,
    candidates: (leaf) =>
      negative ? source.candidates(leaf) : intersect(source.candidates(leaf), other.candidates(leaf)),
    leaf(leaf) {
      const own = source.leaf(leaf);
      const others = other.leaf(leaf);
      return (doc) => relatedIntervals(own(doc), others(doc), relation);
    },
  };
}

/** Keeps intervals that pass a test. */
export function filteredSource(
  source: IntervalSource,
  key: string,
  test: (interval: Interval) => boolean,
): IntervalSource {
  return {
    ...source,
    key: `${key}(${source.key})`,
    leaf(leaf) {
      const own = source.leaf(leaf);
      return (doc) => own(doc).filter(test);
    },
  };
}
