import { allDocs, atLeast, docArray, docSetOfArray, intersect, NO_DOCS, subtract, union } from '../docSet.ts';
import type { DocSet, Explanation, LeafContext, ScoredDocs, TopDocs, TopRequest } from '../types.ts';
import {
  type BooleanQuery,
  type Clause,
  type ClauseList,
  filterClauses,
  type Occur,
  rewriteClauses,
} from './booleanRewrite.ts';
import { explainFilter, explanation, noMatch } from './explain.ts';
import { type BoundQuery, matchAllQuery, NOTHING_SCORED, type Weight } from './query.ts';
import { addOptional, restrictScores, sumOfAll, sumOfArrays, sumOfAtLeast } from './scoreSum.ts';
import { booleanText, parsedText, type QueryShape, shapeOf, withParsedText } from './shape.ts';
import { NOTHING_ON_TOP, topOfTerms } from './topOfTerms.ts';

export interface BooleanClauses {
  readonly must: readonly BoundQuery[];
  readonly filter: readonly BoundQuery[];
  readonly should: readonly BoundQuery[];
  readonly mustNot: readonly BoundQuery[];
  /** How many `should` clauses must match; 0: one, where nothing else is required. */
  readonly minimumShouldMatch: number;
}

/** A bool query with its clauses in the order in which a bool clause adds them. */
export function booleanQuery({
  must,
  mustNot,
  should,
  filter,
  minimumShouldMatch,
}: BooleanClauses): BoundQuery {
  const signed = (occur: Occur, queries: readonly BoundQuery[]): Clause[] =>
    queries.map((query) => ({ occur, query }));
  return queryOfClauses({
    clauses: [
      ...signed('must', must),
      ...signed('mustNot', mustNot),
      ...signed('should', should),
      ...signed('filter', filter),
    ],
    minimum: minimumShouldMatch,
  });
}

/**
 * A bool query as Lucene runs it: rewritten first (the rewrites change where scores are rounded), then by set
 * arithmetic.
 */
export function queryOfClauses(given: ClauseList): BoundQuery {
  const rewritten = rewriteClauses(given, queryOfClauses);
  const query = 'clauses' in rewritten ? runnable(rewritten) : rewritten;
  const built = withParsedText(query, booleanText(given.clauses, given.minimum, parsedText));
  asGiven.set(built, given);
  return built;
}

/** The clauses that bool queries were made of, before they were rewritten. */
const asGiven = new WeakMap<BoundQuery, ClauseList>();

/** The clauses of a query that was made as a bool query; null for others. */
export function givenClauses(query: BoundQuery): ClauseList | null {
  return asGiven.get(query) ?? null;
}

function runnable(list: ClauseList): BooleanQuery {
  const clauses = grouped(list);
  const { must, filter, should } = clauses;
  const query: BooleanQuery = {
    key: keyOf(list),
    list,
    shape: () => shapeOfClauses(list),
    noScoring: () => {
      const lean = filterClauses(list);
      return lean === null ? query : queryOfClauses(lean);
    },
    mayReach(test) {
      const reaches = ({ query: own }: Clause): boolean => own.mayReach?.(test) ?? true;
      const required = list.clauses.filter(({ occur }) => occur === 'must' || occur === 'filter');
      if (required.length > 0) return required.every(reaches);
      return list.clauses.some((clause) => clause.occur === 'should' && reaches(clause));
    },
    disjoint: (leaf) => [...must, ...filter].some((clause) => clause.disjoint?.(leaf)),
    match: (leaf) => matchBoolean(clauses, leaf),
    weight: (boost) => new BooleanWeight(clauses, boost),
    explain: (leaf, doc, boost) => explainClauses(list, leaf, doc, boost),
    visitTerms(visitor, boost) {
      for (const clause of [...must, ...filter, ...should]) clause.visitTerms?.(visitor, boost);
    },
  };
  return query;
}

function grouped({ clauses, minimum }: ClauseList): BooleanClauses {
  const of = (wanted: Occur): BoundQuery[] =>
    clauses.filter(({ occur }) => occur === wanted).map(({ query }) => query);
  return {
    must: of('must'),
    filter: of('filter'),
    should: of('should'),
    mustNot: of('mustNot'),
    minimumShouldMatch: minimum,
  };
}

function keyOf({ clauses, minimum }: ClauseList): string {
  const parts = clauses.map(({ occur, query }) => `${occur} ${query.key}`);
  return `(${parts.join(', ')})~${minimum}`;
}

function shapeOfClauses({ clauses, minimum }: ClauseList): QueryShape {
  return {
    type: 'BooleanQuery',
    text: booleanText(clauses, minimum),
    parts: clauses.map(({ query }) => query),
  };
}

/** The clauses that make up a document's score, or those that stand in its way. */
function explainClauses(
  { clauses, minimum }: ClauseList,
  leaf: LeafContext,
  doc: number,
  boost: number,
): Explanation {
  const details: Explanation[] = [];
  const sums = { must: 0, should: 0 };
  const counts = { matched: 0, should: 0, failed: 0 };
  for (const { occur, query } of clauses) {
    const scores = occur === 'must' || occur === 'should';
    const part = scores ? query.explain(leaf, doc, boost) : explainFilter(query, leaf, doc);
    const { text } = shapeOf(query);
    if (part.isMatch && occur === 'mustNot') {
      details.push(noMatch(`match on prohibited clause (${text})`, [part]));
      counts.failed++;
    } else if (part.isMatch) {
      counts.matched++;
      if (occur === 'should') counts.should++;
      if (occur === 'filter') details.push(requiredFilter(part));
      else {
        details.push(part);
        sums[occur as 'must' | 'should'] += part.value;
      }
    } else if (occur === 'must' || occur === 'filter') {
      details.push(noMatch(`no match on required clause (${text})`, [part]));
      counts.failed++;
    }
  }
  if (counts.failed > 0) {
    return noMatch('Failure to meet condition(s) of required/prohibited clause(s)', details);
  }
  if (counts.matched === 0) return noMatch('No matching clauses', details);
  if (counts.should < minimum) {
    return noMatch(`Failure to match minimum number of optional clauses: ${minimum}`, details);
  }
  const score = Math.fround(Math.fround(sums.must) + Math.fround(sums.should));
  return explanation(score, 'sum of:', details);
}

function requiredFilter(part: Explanation): Explanation {
  return explanation(0, 'match on required clause, product of:', [explanation(0, '# clause'), part]);
}

/** Documents that the required clauses leave; null: no clause requires anything. */
function requiredDocs(sets: readonly DocSet[]): DocSet | null {
  return sets.length === 0 ? null : sets.reduce(intersect);
}

/** Its documents, to be intersected or united with others. */
function setOf(query: BoundQuery, leaf: LeafContext): DocSet {
  return (query.filter ?? query.match)(leaf);
}

/** The documents of `candidates` (null: all) that every query matches; costly queries come last. */
function narrow(queries: readonly BoundQuery[], leaf: LeafContext, candidates: DocSet | null): DocSet | null {
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
export function anyOf(queries: readonly BoundQuery[]): BoundQuery {
  return booleanQuery({ must: [], filter: [], should: queries, mustNot: [], minimumShouldMatch: 0 });
}

export function allOf(queries: readonly BoundQuery[]): BoundQuery {
  return booleanQuery({ must: queries, filter: [], should: [], mustNot: [], minimumShouldMatch: 0 });
}

/** `query` where `filter` matches too. */
export function filtered(query: BoundQuery, filter: BoundQuery): BoundQuery {
  return booleanQuery({ must: [query], filter: [filter], should: [], mustNot: [], minimumShouldMatch: 0 });
}

/** Everything but the documents of `query`, each with score 0. */
export function noneOf(query: BoundQuery): BoundQuery {
  const clauses = { must: [], filter: [matchAllQuery], should: [], mustNot: [query], minimumShouldMatch: 0 };
  return booleanQuery(clauses);
}
