import { allDocs, NO_DOCS } from '../docSet.ts';
import type {
  DocSet,
  Explanation,
  LeafContext,
  Query,
  QueryTree,
  ScoredDocs,
  TermVisitor,
  TopDocs,
  TopRequest,
} from '../types.ts';
import { explainConstant, noMatch } from './explain.ts';
import {
  boostShape,
  constantShape,
  parsedText,
  plainShape,
  type QueryShape,
  shapeOf,
  withParsedText,
} from './shape.ts';
import type { TermScores } from './termScores.ts';

const f32 = Math.fround;

/** Scores a bound query with its boost and the shard's statistics in it. */
export interface Weight {
  score(leaf: LeafContext): ScoredDocs;
  /** The scores of some of the documents that match, ascending. */
  scoreAt?(leaf: LeafContext, docs: Uint32Array): Float32Array;
  /** Of one term: its postings; null where the segment lacks it. */
  terms?(leaf: LeafContext): TermScores | null;
  /** The best hits without scoring all; null where there is no such way. */
  top?(leaf: LeafContext, request: TopRequest): TopDocs | null;
}

/** A query bound to one shard, before its boost is known: what Lucene calls a query. */
export interface BoundQuery {
  /** Canonical text: two queries with one key match and score alike. Deduplicates clauses, names cached filters. */
  readonly key: string;
  match(leaf: LeafContext): DocSet;
  /** As `match`, in the form that is fastest to intersect: frequent terms as bitsets kept with the segment. */
  readonly filter?: (leaf: LeafContext) => DocSet;
  /** Costly queries: which of `candidates` match; a bool asks it after its other clauses. */
  readonly confirm?: (leaf: LeafContext, candidates: DocSet) => DocSet;
  weight(boost: number): Weight;
  /** How a document comes to its score, or why it does not match. Costs the document, not the segment. */
  explain(leaf: LeafContext, doc: number, boost: number): Explanation;
  /** Terms that highlighting marks. */
  visitTerms?(visitor: TermVisitor, boost: number): void;
  /** True where the segment's bounds alone tell that nothing matches. */
  readonly disjoint?: (leaf: LeafContext) => boolean;
  /** As Lucene names and prints it. */
  readonly shape: () => QueryShape;
  /** The same documents, without what only scores: filters run that. Absent: the query itself. */
  readonly noScoring?: () => BoundQuery;
  /** Why nothing matches, where that is known of all segments. */
  readonly noneReason?: string;
  /** Whether documents may match that have a value in a field of which `test` holds; absent: they may. */
  readonly mayReach?: (test: FieldTest) => boolean;
}

export type FieldTest = (field: string) => boolean;

export const NOTHING_SCORED: ScoredDocs = { docs: NO_DOCS, scores: null, constant: 0 };

/** Every match scores the boost. */
export function constantWeight(query: Pick<BoundQuery, 'match'>, boost: number): Weight {
  return { score: (leaf) => ({ docs: query.match(leaf), scores: null, constant: boost }) };
}

export function constantQuery(
  key: string,
  match: (leaf: LeafContext) => DocSet,
  shape: () => QueryShape,
): BoundQuery {
  const query: BoundQuery = {
    key,
    match,
    shape,
    weight: (boost) => constantWeight(query, boost),
    explain: (leaf, doc, boost) => explainConstant(query, leaf, doc, boost),
  };
  return query;
}

/** A constant query that looks at each candidate. */
export function confirmedQuery(
  key: string,
  confirm: (leaf: LeafContext, candidates: DocSet) => DocSet,
  shape: () => QueryShape,
): BoundQuery {
  const query: BoundQuery = {
    key,
    match: (leaf) => confirm(leaf, allDocs(leaf.reader.maxDoc)),
    confirm,
    shape,
    weight: (boost) => constantWeight(query, boost),
    explain: (leaf, doc, boost) => explainConstant(query, leaf, doc, boost),
  };
  return query;
}

export const matchAllQuery: BoundQuery = constantQuery(
  '*:*',
  (leaf) => allDocs(leaf.reader.maxDoc),
  () => plainShape('MatchAllDocsQuery', '*:*'),
);

/** Nothing, and why. */
export function noneQuery(noneReason: string): BoundQuery {
  return {
    ...constantQuery(
      'nothing',
      () => NO_DOCS,
      () => plainShape('MatchNoDocsQuery', `MatchNoDocsQuery("${noneReason}")`),
    ),
    noneReason,
    disjoint: () => true,
    explain: () => noMatch(noneReason),
    mayReach: () => false,
  };
}

/** What the original makes of `match_none`, and of clauses on fields that are not mapped. */
export const matchNoneQuery: BoundQuery = noneQuery('User requested "match_none" query.');

/** The documents of a filter, each with the boost as its score. */
export function constantScoreQuery(given: BoundQuery): BoundQuery {
  const filter = given.noScoring?.() ?? given;
  if (filter.noneReason !== undefined) return filter;
  const { confirm } = filter;
  const key = `const(${filter.key})`;
  const shape = () => constantShape(filter, given);
  const query =
    confirm === undefined
      ? constantQuery(key, (leaf) => filter.match(leaf), shape)
      : confirmedQuery(key, confirm, shape);
  return {
    ...query,
    filter: filter.filter,
    disjoint: filter.disjoint,
    noScoring: () => withParsedText(filter, `ConstantScore(${parsedText(given)})`),
    mayReach: filter.mayReach,
    visitTerms: (visitor, boost) => filter.visitTerms?.(visitor, boost),
  };
}

export interface BoostQuery extends BoundQuery {
  readonly inner: BoundQuery;
  readonly boost: number;
}

/** `inner` with its score multiplied by `boost`; a boost on a boost is one boost. */
export function boostQuery(inner: BoundQuery, boost: number): BoundQuery {
  if (boost === 1) return inner;
  if (inner.noneReason !== undefined) return withParsedText(inner, boostShape(inner, boost).parsed as string);
  if (isBoostQuery(inner)) {
    const joined = boostQuery(inner.inner, f32(inner.boost * f32(boost)));
    return withParsedText(joined, boostShape(inner, boost).parsed as string);
  }
  if (boost === 0 && shapeOf(inner).type !== 'ConstantScoreQuery') {
    return withParsedText(boostQuery(constantScoreQuery(inner), 0), boostShape(inner, 0).parsed as string);
  }
  const query: BoostQuery = {
    key: `(${inner.key})^${boost}`,
    inner,
    boost,
    shape: () => boostShape(inner, boost),
    disjoint: inner.disjoint,
    match: (leaf) => inner.match(leaf),
    filter: inner.filter,
    confirm: inner.confirm,
    weight: (outer) => inner.weight(f32(outer * f32(boost))),
    explain: (leaf, doc, outer) => inner.explain(leaf, doc, f32(outer * f32(boost))),
    noScoring: () => withParsedText(inner.noScoring?.() ?? inner, boostShape(inner, boost).parsed as string),
    mayReach: inner.mayReach,
    visitTerms: (visitor, outer) => inner.visitTerms?.(visitor, f32(outer * f32(boost))),
  };
  return query;
}

export function isBoostQuery(query: BoundQuery): query is BoostQuery {
  return 'inner' in query && 'boost' in query;
}

/**
 * The query as the rest of the house sees it; the weight is made when scores are first asked for. `shown`: the query
 * as the original has it, with what it adds to the request's own.
 */
export function bindQuery(query: BoundQuery, shown: () => BoundQuery = () => query): Query {
  let weight: Weight | null = null;
  return {
    match: (leaf) => query.match(leaf),
    visitTerms: (visitor, boost = 1) => query.visitTerms?.(visitor, boost),
    explain: (leaf, doc) => shown().explain(leaf, doc, 1),
    tree: () => treeOf(shown()),
    gatherStatistics() {
      weight ??= query.weight(1);
    },
    disjoint: (leaf) => query.disjoint?.(leaf) ?? false,
    score(leaf) {
      weight ??= query.weight(1);
      return weight.score(leaf);
    },
    top(leaf, request) {
      weight ??= query.weight(1);
      return weight.top?.(leaf, request) ?? null;
    },
  };
}

/** The query with those within it. */
function treeOf(query: BoundQuery): QueryTree {
  const { type, text, parsed = text, parts } = shapeOf(query);
  return {
    type,
    text,
    parsed,
    query: bindQuery(query),
    parts: parts.map((part) => treeOf(part as BoundQuery)),
  };
}
