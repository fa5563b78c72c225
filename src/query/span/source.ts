import type { TermsReader } from '../../segment/index.ts';
import { prefixRun } from '../bound/termSetQuery.ts';
import { docSetOfArray, indexOfDoc, intersect, NO_DOCS, union } from '../docSet.ts';
import { positionsAt, type TermPositions } from '../text/positions.ts';
import type { DocSet, LeafContext, SpanTerms, TermsOwner } from '../types.ts';
import {
  anyInterval,
  type Interval,
  type IntervalRelation,
  orderedIntervals,
  relatedIntervals,
  unorderedIntervals,
} from './intervals.ts';

/** What intervals and span clauses are made of: places of terms in documents, combined. */
export interface IntervalSource {
  readonly key: string;
  /** As Lucene prints it. */
  readonly text: string;
  /** Documents that may have such intervals. */
  candidates(leaf: LeafContext): DocSet;
  /** The intervals of one document. */
  leaf(leaf: TermsOwner): (doc: number) => Interval[];
  /** Terms that count for scoring, by field. */
  readonly terms: readonly { readonly field: string; readonly term: string }[];
  /** Tests of terms that are looked up in the dictionary. */
  readonly patterns: SpanTerms['patterns'];
}

/** The term's places in any document; all are read when the first is asked for. */
function positionsOf(terms: TermsReader, ord: number): (doc: number) => Interval[] {
  const docs = terms.docs(ord);
  let positions: TermPositions | null = null;
  return (doc) => {
    const at = indexOfDoc(docs, doc);
    if (at < 0) return [];
    positions ??= positionsAt(terms, ord, docs);
    const { starts, values } = positions;
    const own = values.subarray(starts[at], starts[at + 1]);
    return Array.from(own, (position) => ({ start: position, end: position, gaps: 0 }));
  };
}

export function termSource(field: string, term: string): IntervalSource {
  return {
    key: `${field}:${JSON.stringify(term)}`,
    text: term,
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

/** The terms of a field that a test accepts, at most `maximum` of them. */
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
  if (sources.length === 1) return sources[0];
  const join = ordered ? orderedIntervals : unorderedIntervals;
  const key = `${ordered ? 'ordered' : 'unordered'}~${maxGaps}`;
  const name = maxGaps === 0 && ordered ? 'BLOCK' : ordered ? 'ORDERED' : 'UNORDERED';
  const source = combined(key, name, sources, true, (lists) => join(lists, maxGaps));
  const limited = maxGaps > 0 || (maxGaps === 0 && !ordered);
  return limited ? { ...source, text: `MAXGAPS/${maxGaps}(${source.text})` } : source;
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

/** Intervals that pass a test of their own. */
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
