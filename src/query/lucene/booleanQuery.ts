import { allDocs, atLeast, docArray, docSetOfArray, intersect, NO_DOCS, subtract, union } from '../docSet.ts';
import type { DocSet, LeafContext, ScoredDocs, TopDocs, TopRequest } from '../types.ts';
import { scoreOf } from './explain.ts';
import { explainBoolean } from './explainBoolean.ts';
import {
  boostQuery,
  isBoostQuery,
  type LuceneQuery,
  matchAllQuery,
  matchNoneQuery,
  NOTHING_SCORED,
  type Weight,
} from './query.ts';
import { addOptional, restrictScores, sumOfAll, sumOfArrays, sumOfAtLeast } from './scoreSum.ts';
import { booleanShape } from './shape.ts';
import { NOTHING_ON_TOP, topOfTerms } from './topOfTerms.ts';

export interface BooleanClauses {
  readonly must: readonly LuceneQuery[];
  readonly filter: readonly LuceneQuery[];
  readonly should: readonly LuceneQuery[];
  readonly mustNot: readonly LuceneQuery[];
  /** How many `should` clauses must match. */
  readonly minimumShouldMatch: number;
}

interface BooleanQuery extends LuceneQuery {
  readonly clauses: BooleanClauses;
}

/**
 * A bool query as Lucene runs it: rewritten first (the rewrites change where scores are rounded), then by set
 * arithmetic.
 */
export function booleanQuery(clauses: BooleanClauses): LuceneQuery {
  if (clauses.minimumShouldMatch > clauses.should.length) return matchNoneQuery;
  const rewritten = rewrite(clauses);
  const { must, filter, should, mustNot } = rewritten;
  if (must.length === 1 && filter.length + should.length + mustNot.length === 0) return must[0];
  if (should.length === 1 && must.length + filter.length + mustNot.length === 0) return should[0];
  const query: BooleanQuery = {
    key: keyOf(rewritten),
    clauses: rewritten,
    shape: () => booleanShape(rewritten),
    disjoint: (leaf) => [...must, ...filter].some((clause) => clause.disjoint?.(leaf)),
    match: (leaf) => matchBoolean(rewritten, leaf),
    weight: (boost) => new BooleanWeight(rewritten, boost),
    explain: (leaf, doc, boost) =>
      explainBoolean(rewritten, leaf, doc, boost, scoreOf(query, leaf, doc, boost)),
    visitTerms(visitor, boost) {
      for (const clause of [...must, ...filter, ...should]) clause.visitTerms?.(visitor, boost);
    },
  };
  return query;
}

function keyOf(clauses: BooleanClauses): string {
  const part = (sign: string, queries: readonly LuceneQuery[]): string =>
    queries.map((query) => `${sign}${query.key} `).join('');
  const { must, filter, should, mustNot, minimumShouldMatch } = clauses;
  return `(${part('+', must)}${part('#', filter)}${part('', should)}${part('-', mustNot)})~${minimumShouldMatch}`;
}

/** Lucene's rewrites that change scores: inlined disjunctions, merged duplicates, all-required `should`. */
function rewrite(clauses: BooleanClauses): BooleanClauses {
  const { filter, mustNot } = clauses;
  let { must, should, minimumShouldMatch } = clauses;
  if (should.length > 1 && minimumShouldMatch === should.length) {
    must = [...must, ...should];
    should = [];
    minimumShouldMatch = 0;
  }
  if (minimumShouldMatch <= 1) {
    should = should.flatMap((query) => (isPureDisjunction(query) ? query.clauses.should : [query]));
    should = mergeDuplicates(should);
  }
  return { must: mergeDuplicates(must), filter, should, mustNot, minimumShouldMatch };
}

function isPureDisjunction(query: LuceneQuery): query is BooleanQuery {
  if (!('clauses' in query)) return false;
  const { must, filter, mustNot, minimumShouldMatch } = (query as BooleanQuery).clauses;
  return must.length + filter.length + mustNot.length === 0 && minimumShouldMatch <= 1;
}

/** The same clause twice is one clause with the sum of both boosts. */
function mergeDuplicates(queries: readonly LuceneQuery[]): readonly LuceneQuery[] {
  if (queries.length < 2) return queries;
  const boosts = new Map<string, { query: LuceneQuery; boost: number; count: number }>();
  for (const query of queries) {
    const [inner, boost] = isBoostQuery(query) ? [query.inner, query.boost] : [query, 1];
    const known = boosts.get(inner.key);
    if (known === undefined) boosts.set(inner.key, { query: inner, boost, count: 1 });
    else {
      known.boost += boost;
      known.count++;
    }
  }
  if (boosts.size === queries.length) return queries;
  return [...boosts.values()].map(({ query, boost }) => boostQuery(query, boost));
}

/** Documents that the required clauses leave; null: no clause requires anything. */
function requiredDocs(sets: readonly DocSet[]): DocSet | null {
  return sets.length === 0 ? null : sets.reduce(intersect);
}

/** Its documents, to be intersected or united with others. */
function setOf(query: LuceneQuery, leaf: LeafContext): DocSet {
  return (query.filter ?? query.match)(leaf);
}

/** The documents of `candidates` (null: all) that every query matches; costly queries come last. */
function narrow(
  queries: readonly LuceneQuery[],
  leaf: LeafContext,
  candidates: DocSet | null,
): DocSet | null {
  let docs = candidates;
  for (const query of queries) {
    if (docs !== null && docs.kind === 'none') return docs;
    if (query.confirm !== undefined) continue;
    const matched = queries.length === 1 ? query.match(leaf) : setOf(query, leaf);
    docs = docs === null ? matched : intersect(docs, matched);
  }
  for (const { confirm } of queries) {
    if (docs !== null && docs.kind === 'none') return docs;
    if (confirm !== undefined) docs = confirm(leaf, docs ?? allDocs(leaf.reader.maxDoc));
  }
  return docs;
}

function excluded(docs: DocSet, clauses: BooleanClauses, leaf: LeafContext): DocSet {
  let left = docs;
  for (const query of clauses.mustNot) {
    if (left.kind === 'none') return NO_DOCS;
    left = subtract(left, query.confirm === undefined ? setOf(query, leaf) : query.confirm(leaf, left));
  }
  return left;
}

function matchBoolean(clauses: BooleanClauses, leaf: LeafContext): DocSet {
  const { maxDoc } = leaf.reader;
  let docs = narrow([...clauses.filter, ...clauses.must], leaf, null);
  if (docs !== null && docs.kind === 'none') return NO_DOCS;
  if (clauses.minimumShouldMatch > 0 || (docs === null && clauses.should.length > 0)) {
    const optional = clauses.should.map((query) => setOf(query, leaf));
    const matched =
      clauses.minimumShouldMatch <= 1
        ? union(optional, maxDoc)
        : atLeast(optional, clauses.minimumShouldMatch, maxDoc);
    docs = docs === null ? matched : intersect(docs, matched);
  }
  return excluded(docs ?? allDocs(maxDoc), clauses, leaf);
}

class BooleanWeight implements Weight {
  readonly #clauses: BooleanClauses;
  readonly #must: readonly Weight[];
  readonly #should: readonly Weight[];

  constructor(clauses: BooleanClauses, boost: number) {
    this.#clauses = clauses;
    this.#must = clauses.must.map((query) => query.weight(boost));
    this.#should = clauses.should.map((query) => query.weight(boost));
  }

  score(leaf: LeafContext): ScoredDocs {
    const required = this.#required(leaf);
    if (required !== null && required.docs.kind === 'none') return NOTHING_SCORED;
    if (this.#should.length === 0) {
      const docs = required ?? { docs: allDocs(leaf.reader.maxDoc), scores: null, constant: 0 };
      return this.#without(docs, leaf);
    }
    const { minimumShouldMatch } = this.#clauses;
    const parts = this.#should.map((weight) => weight.score(leaf));
    const optional = sumOfAtLeast(parts, minimumShouldMatch, leaf.reader.maxDoc);
    if (required === null) return this.#without(optional, leaf);
    if (minimumShouldMatch === 0) return addOptional(this.#without(required, leaf), optional);
    const both = intersect(required.docs, optional.docs);
    return this.#without(sumOfAll([required, optional], both), leaf);
  }

  top(leaf: LeafContext, request: TopRequest): TopDocs | null {
    const { filter, mustNot, minimumShouldMatch } = this.#clauses;
    if (this.#must.length + filter.length + mustNot.length > 0 || minimumShouldMatch > 1) return null;
    if (this.#should.some(({ terms }) => terms === undefined)) return null;
    const known = this.#should.map((weight) => weight.terms?.(leaf) ?? null).filter((term) => term !== null);
    return known.length === 0 ? NOTHING_ON_TOP : topOfTerms(known, leaf.reader.maxDoc, request);
  }

  #required(leaf: LeafContext): ScoredDocs | null {
    const { must, filter } = this.#clauses;
    if (must.length + filter.length > 1 && this.#must.every(({ scoreAt }) => scoreAt !== undefined)) {
      return this.#requiredTerms(leaf);
    }
    const scored = this.#must.map((weight) => weight.score(leaf));
    const docs = narrow(filter, leaf, requiredDocs(scored.map((part) => part.docs)));
    if (docs === null) return null;
    return scored.length === 0 ? { docs, scores: null, constant: 0 } : sumOfAll(scored, docs);
  }

  /** What matches is found first, and then only that is scored. */
  #requiredTerms(leaf: LeafContext): ScoredDocs {
    const { must, filter } = this.#clauses;
    const set = narrow([...filter, ...must], leaf, null) ?? NO_DOCS;
    if (set.kind === 'none') return NOTHING_SCORED;
    if (must.length === 0) return { docs: set, scores: null, constant: 0 };
    const docs = docArray(set);
    const parts = this.#must.map((weight) => weight.scoreAt?.(leaf, docs) ?? new Float32Array(docs.length));
    return { docs: docSetOfArray(docs), scores: sumOfArrays(parts), constant: 0 };
  }

  #without(part: ScoredDocs, leaf: LeafContext): ScoredDocs {
    if (this.#clauses.mustNot.length === 0) return part;
    return restrictScores(part, excluded(part.docs, this.#clauses, leaf));
  }
}

/** `should` of queries, one of which must match. */
export function anyOf(queries: readonly LuceneQuery[]): LuceneQuery {
  return booleanQuery({ must: [], filter: [], should: queries, mustNot: [], minimumShouldMatch: 1 });
}

export function allOf(queries: readonly LuceneQuery[]): LuceneQuery {
  return booleanQuery({ must: queries, filter: [], should: [], mustNot: [], minimumShouldMatch: 0 });
}

/** `query` where `filter` matches too. */
export function filtered(query: LuceneQuery, filter: LuceneQuery): LuceneQuery {
  return booleanQuery({ must: [query], filter: [filter], should: [], mustNot: [], minimumShouldMatch: 0 });
}

/** Everything but the documents of `query`, each with score 0. */
export function noneOf(query: LuceneQuery): LuceneQuery {
  const clauses = { must: [], filter: [matchAllQuery], should: [], mustNot: [query], minimumShouldMatch: 0 };
  return booleanQuery(clauses);
}
