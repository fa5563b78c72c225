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
import { explainConstant, explainQuery } from './explain.ts';
import { boostShape, constantShape, plainShape, type QueryShape, shapeOf } from './shape.ts';
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
export interface LuceneQuery {
  /** Canonical text: two queries with one key match and score alike. Deduplicates clauses, names cached filters. */
  readonly key: string;
  match(leaf: LeafContext): DocSet;
  /** As `match`, in the form that is fastest to intersect: frequent terms as bitsets kept with the segment. */
  readonly filter?: (leaf: LeafContext) => DocSet;
  /** Costly queries: which of `candidates` match; a bool asks it after its other clauses. */
  readonly confirm?: (leaf: LeafContext, candidates: DocSet) => DocSet;
  weight(boost: number): Weight;
  /** Parts of a document's score; null when it does not match. Others are explained by their key and score. */
  readonly explain?: (leaf: LeafContext, doc: number, boost: number) => Explanation | null;
  /** Terms that highlighting marks. */
  visitTerms?(visitor: TermVisitor, boost: number): void;
  /** True where the segment's bounds alone tell that nothing matches. */
  readonly disjoint?: (leaf: LeafContext) => boolean;
  /** As Lucene names and prints it; absent: by the key. */
  readonly shape?: () => QueryShape;
}

export const NOTHING_SCORED: ScoredDocs = { docs: NO_DOCS, scores: null, constant: 0 };

/** Every match scores the boost. */
export function constantWeight(query: Pick<LuceneQuery, 'match'>, boost: number): Weight {
  return { score: (leaf) => ({ docs: query.match(leaf), scores: null, constant: boost }) };
}

export function constantQuery(
  key: string,
  match: (leaf: LeafContext) => DocSet,
  shape?: () => QueryShape,
): LuceneQuery {
  const query: LuceneQuery = {
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
  shape?: () => QueryShape,
): LuceneQuery {
  const match = (leaf: LeafContext): DocSet => confirm(leaf, allDocs(leaf.reader.maxDoc));
  const query: LuceneQuery = { key, match, confirm, shape, weight: (boost) => constantWeight(query, boost) };
  return query;
}

export const matchAllQuery: LuceneQuery = constantQuery(
  '*:*',
  (leaf) => allDocs(leaf.reader.maxDoc),
  () => plainShape('MatchAllDocsQuery', '*:*'),
);

export const matchNoneQuery: LuceneQuery = {
  disjoint: () => true,
  ...constantQuery(
    'nothing',
    () => NO_DOCS,
    () => plainShape('MatchNoDocsQuery', 'MatchNoDocsQuery("")'),
  ),
};

/** The documents of a filter, each with the boost as its score. */
export function constantScoreQuery(filter: LuceneQuery): LuceneQuery {
  const { confirm } = filter;
  const key = `const(${filter.key})`;
  const query =
    confirm === undefined ? constantQuery(key, (leaf) => filter.match(leaf)) : confirmedQuery(key, confirm);
  return {
    ...query,
    shape: () => constantShape(filter),
    disjoint: filter.disjoint,
    visitTerms: (visitor, boost) => filter.visitTerms?.(visitor, boost),
  };
}

export interface BoostQuery extends LuceneQuery {
  readonly inner: LuceneQuery;
  readonly boost: number;
}

/** `inner` with its score multiplied by `boost`; a boost on a boost is one boost. */
export function boostQuery(inner: LuceneQuery, boost: number): LuceneQuery {
  if (boost === 1) return inner;
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
    explain: (leaf, doc, outer) => explainQuery(inner, leaf, doc, f32(outer * f32(boost))),
    visitTerms: (visitor, outer) => inner.visitTerms?.(visitor, f32(outer * f32(boost))),
  };
  return query;
}

export function isBoostQuery(query: LuceneQuery): query is BoostQuery {
  return 'inner' in query && 'boost' in query;
}

/** The query as the rest of the house sees it; the weight is made when scores are first asked for. */
export function bindQuery(query: LuceneQuery): Query {
  let weight: Weight | null = null;
  return {
    match: (leaf) => query.match(leaf),
    visitTerms: (visitor, boost = 1) => query.visitTerms?.(visitor, boost),
    explain: (leaf, doc) => explainQuery(query, leaf, doc, 1),
    tree: () => treeOf(query),
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
function treeOf(query: LuceneQuery): QueryTree {
  const { type, text, parts } = shapeOf(query);
  return { type, text, query: bindQuery(query), parts: parts.map((part) => treeOf(part as LuceneQuery)) };
}
