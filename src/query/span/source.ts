import { limits, OpenSearchError } from '../../common/index.ts';
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
  /** What it was built from, for sources that are flattened into others or split into their disjuncts. */
  readonly form?: SourceForm;
}

type Order = 'ordered' | 'unordered' | 'block';

type SourceForm =
  | { readonly kind: 'any'; readonly members: readonly IntervalSource[] }
  | { readonly kind: Order; readonly parts: readonly IntervalSource[] };

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

/** Any of the sources. Members of a disjunction among them become members of this one, each once. */
export function anySource(sources: readonly IntervalSource[]): IntervalSource {
  const all = sources.flatMap((source) => (source.form?.kind === 'any' ? source.form.members : [source]));
  const members = [...new Map(all.map((source) => [source.key, source])).values()];
  if (members.length === 1) return members[0];
  const texts = members.map(({ text }) => text).sort();
  return {
    ...combined('or', 'or', members, false, anyInterval),
    text: `or(${texts.join(',')})`,
    form: { kind: 'any', members },
  };
}

/** All sources, with at most `maxGaps` positions between them; any number if that is negative. */
export function allSource(
  sources: readonly IntervalSource[],
  ordered: boolean,
  maxGaps: number,
): IntervalSource {
  // A single source has no gaps to others.
  if (sources.length === 1) return sources[0];
  const order: Order = !ordered ? 'unordered' : maxGaps === 0 ? 'block' : 'ordered';
  const flat = sources.flatMap((source) => (source.form?.kind === order ? source.form.parts : [source]));
  const parts = withRepeats(flat, ordered);
  if (parts.length === 1) return limitGaps(parts[0], maxGaps);
  if (order === 'block') return anySource(choices(parts).map((chosen) => joined(chosen, order)));
  const source = joined(parts, order);
  return maxGaps < 0 ? source : pulledUp(source, (one) => limitGaps(one, maxGaps));
}

const NAMES: Readonly<Record<Order, string>> = {
  ordered: 'ORDERED',
  unordered: 'UNORDERED',
  block: 'BLOCK',
};

function joined(parts: readonly IntervalSource[], order: Order): IntervalSource {
  const join = order === 'unordered' ? unorderedIntervals : orderedIntervals;
  const maxGaps = order === 'block' ? 0 : -1;
  const source = combined(order, NAMES[order], parts, true, (lists) => join(lists, maxGaps));
  return { ...source, form: { kind: order, parts } };
}

/**
 * Lucene's `Disjunctions.pullUp`: a condition on a disjunction holds for each of its members, also for those that are
 * longer than another one, so it becomes a disjunction of conditions.
 */
function pulledUp(
  source: IntervalSource,
  condition: (one: IntervalSource) => IntervalSource,
): IntervalSource {
  return anySource(disjuncts(source).map(condition));
}

function disjuncts(source: IntervalSource): readonly IntervalSource[] {
  const { form } = source;
  if (form === undefined || form.kind === 'block') return [source];
  if (form.kind !== 'any') return choices(form.parts).map((chosen) => joined(chosen, form.kind));
  // Intervals of one position never contain each other, so those sources can stay together.
  const short = form.members.filter(({ minExtent }) => minExtent === 1);
  const long = form.members.filter(({ minExtent }) => minExtent !== 1);
  return short.length === 0 ? long : [...long, anySource(short)];
}

/**
 * One disjunct of each part, in all combinations.
 *
 * @throws too_many_clauses for more combinations than a bool query may have clauses; the original has no limit
 */
function choices(parts: readonly IntervalSource[]): readonly (readonly IntervalSource[])[] {
  let all: readonly (readonly IntervalSource[])[] = [[]];
  for (const part of parts) {
    const own = disjuncts(part);
    if (all.length * own.length > limits.boolClauses.value) {
      throw new OpenSearchError('too_many_clauses', `maxClauseCount is set to ${limits.boolClauses.value}`);
    }
    all = all.flatMap((chosen) => own.map((one) => [...chosen, one]));
  }
  return all;
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
    text: Array.from({ length: count }, () => source.text).join(','),
    form: undefined,
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
    form: undefined,
    minExtent: source.minExtent + before,
    leaf(leaf) {
      const own = source.leaf(leaf);
      return (doc) => own(doc).map((one) => ({ ...one, start: Math.max(0, one.start - before) }));
    },
  };
}

function limitGaps(source: IntervalSource, maxGaps: number): IntervalSource {
  if (maxGaps < 0) return source;
  const limited = filteredSource(source, `gaps${maxGaps}`, ({ gaps }) => gaps <= maxGaps);
  return { ...limited, text: `MAXGAPS/${maxGaps}(${source.text})` };
}

const MAX_INT = 2 ** 31 - 1;

function relationText(relation: IntervalRelation, kept: string, other: string): string {
  switch (relation) {
    case 'before':
      return `CONTAINED_BY(${kept},EXTEND(PRECEDING(${other}),${MAX_INT},0))`;
    case 'after':
      return `CONTAINED_BY(${kept},EXTEND(FOLLOWING(${other}),0,${MAX_INT}))`;
    case 'not_overlapping':
      return `NON_OVERLAPPING(${kept},${other})`;
    default:
      return `${relation.toUpperCase()}(${kept},${other})`;
  }
}

export function relatedSource(
  source: IntervalSource,
  other: IntervalSource,
  relation: IntervalRelation,
): IntervalSource {
  switch (relation) {
    case 'containing':
    case 'not_containing':
      return pulledUp(source, (one) => withRelation(one, other, relation));
    case 'contained_by':
    case 'not_contained_by':
      return pulledUp(other, (one) => withRelation(source, one, relation));
    default:
      return withRelation(source, other, relation);
  }
}

function withRelation(
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
    form: undefined,
    leaf(leaf) {
      const own = source.leaf(leaf);
      return (doc) => own(doc).filter(test);
    },
  };
}
