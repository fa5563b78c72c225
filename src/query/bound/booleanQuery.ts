import type { Explanation, LeafContext, TermVisitor, TopDocs, TopRequest } from '../types.ts';
import { BooleanMatcher } from './booleanMatcher.ts';
import {
  type Clause,
  type ClauseList,
  ClausesQuery,
  filterClauses,
  type Occur,
  rewriteClauses,
} from './booleanRewrite.ts';
import { BooleanScorer } from './booleanScorer.ts';
import { matchAllQuery } from './constantQuery.ts';
import { DecoratedQuery } from './decorated.ts';
import { explainFilter, explanation, noMatch } from './explain.ts';
import type { LeafMatcher } from './matcher.ts';
import type { BoundQuery, FieldTest } from './query.ts';
import type { LeafScorer } from './scorer.ts';
import { booleanText, parsedText, type QueryShape, shapeOf } from './shape.ts';
import { TermWeight } from './termQuery.ts';
import { NOTHING_ON_TOP, topOfTerms } from './topOfTerms.ts';
import { Weight } from './weight.ts';

export interface BooleanClauses {
  readonly must: readonly BoundQuery[];
  readonly filter: readonly BoundQuery[];
  readonly should: readonly BoundQuery[];
  readonly mustNot: readonly BoundQuery[];
  /** How many `should` clauses must match; 0 means one if nothing else is required. */
  readonly minimumShouldMatch: number;
}

/** Creates a bool query, with clauses in the order in which a bool clause adds them. */
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
 * A bool query as Lucene runs it: rewritten first (which affects where scores are rounded), then evaluated by
 * set operations.
 */
export function queryOfClauses(given: ClauseList): BoundQuery {
  const rewritten = rewriteClauses(given, queryOfClauses);
  const query = 'clauses' in rewritten ? new BooleanQuery(rewritten) : rewritten;
  return new BuiltQuery(query, given);
}

/** The result of rewriting a bool query, of any type. */
class BuiltQuery extends DecoratedQuery {
  /** The original clauses. */
  readonly given: ClauseList;

  constructor(query: BoundQuery, given: ClauseList) {
    const parsed = booleanText(given.clauses, given.minimum, parsedText);
    super(query, { shape: () => ({ ...shapeOf(query), parsed }) });
    this.given = given;
  }
}

/** The clauses that a query was built from as a bool query; `null` for others. */
export function givenClauses(query: BoundQuery): ClauseList | null {
  return query instanceof BuiltQuery ? query.given : null;
}

class BooleanQuery extends ClausesQuery {
  readonly list: ClauseList;
  readonly noneReason = null;
  readonly #clauses: BooleanClauses;
  // Cached, because each enclosing query asks for it, and it asks its parts.
  #key: string | null = null;
  #lean: BoundQuery | null = null;

  constructor(list: ClauseList) {
    super();
    this.list = list;
    this.#clauses = grouped(list);
  }

  get key(): string {
    this.#key ??= keyOf(this.list);
    return this.#key;
  }

  shape(): QueryShape {
    return shapeOfClauses(this.list);
  }

  noScoring(): BoundQuery {
    if (this.#lean === null) {
      const lean = filterClauses(this.list);
      this.#lean = lean === null ? this : queryOfClauses(lean);
    }
    return this.#lean;
  }

  mayReach(test: FieldTest): boolean {
    const { must, filter, should } = this.#clauses;
    const required = [...must, ...filter];
    if (required.length > 0) return required.every((query) => query.mayReach(test));
    return should.some((query) => query.mayReach(test));
  }

  disjoint(leaf: LeafContext): boolean {
    const { must, filter } = this.#clauses;
    return [...must, ...filter].some((query) => query.disjoint(leaf));
  }

  visitTerms(visitor: TermVisitor, boost: number): void {
    const { must, filter, should } = this.#clauses;
    for (const query of [...must, ...filter, ...should]) query.visitTerms(visitor, boost);
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    return explainClauses(this.list, leaf, doc, boost);
  }

  weight(boost: number): Weight {
    return new BooleanWeight(this.#clauses, boost);
  }

  protected makeMatcher(leaf: LeafContext): LeafMatcher {
    const { must, filter, should, mustNot, minimumShouldMatch } = this.#clauses;
    const of = (queries: readonly BoundQuery[]): LeafMatcher[] => queries.map((query) => query.matcher(leaf));
    const matchers = { required: of([...filter, ...must]), should: of(should), mustNot: of(mustNot) };
    return new BooleanMatcher(matchers, minimumShouldMatch, leaf.reader.maxDoc);
  }
}

class BooleanWeight extends Weight {
  readonly #clauses: BooleanClauses;
  readonly #must: readonly Weight[];
  readonly #should: readonly Weight[];

  constructor(clauses: BooleanClauses, boost: number) {
    super();
    this.#clauses = clauses;
    this.#must = clauses.must.map((query) => query.weight(boost));
    this.#should = clauses.should.map((query) => query.weight(boost));
  }

  scorer(leaf: LeafContext): LeafScorer {
    const { must, filter, mustNot, minimumShouldMatch } = this.#clauses;
    const matchersOf = (queries: readonly BoundQuery[]): LeafMatcher[] =>
      queries.map((query) => query.matcher(leaf));
    return new BooleanScorer({
      must: this.#must.map((weight, i) => ({ matcher: must[i].matcher(leaf), scorer: weight.scorer(leaf) })),
      filter: matchersOf(filter),
      should: this.#should.map((weight) => weight.scorer(leaf)),
      mustNot: matchersOf(mustNot),
      minimum: minimumShouldMatch,
      maxDoc: leaf.reader.maxDoc,
    });
  }

  override top(leaf: LeafContext, request: TopRequest): TopDocs | null {
    const { must, filter, mustNot, minimumShouldMatch } = this.#clauses;
    if (must.length + filter.length + mustNot.length > 0 || minimumShouldMatch > 1) return null;
    const known = [];
    for (const weight of this.#should) {
      if (!(weight instanceof TermWeight)) return null;
      const terms = weight.terms(leaf);
      if (terms !== null) known.push(terms);
    }
    return known.length === 0 ? NOTHING_ON_TOP : topOfTerms(known, leaf.reader.maxDoc, request);
  }
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

/** The clauses that make up a document's score, or that prevent a match. */
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

/** At least one of the queries must match. */
export function anyOf(queries: readonly BoundQuery[]): BoundQuery {
  return booleanQuery({ must: [], filter: [], should: queries, mustNot: [], minimumShouldMatch: 0 });
}

export function allOf(queries: readonly BoundQuery[]): BoundQuery {
  return booleanQuery({ must: queries, filter: [], should: [], mustNot: [], minimumShouldMatch: 0 });
}

/** `query` restricted to matches of `filter`. */
export function filtered(query: BoundQuery, filter: BoundQuery): BoundQuery {
  return booleanQuery({ must: [query], filter: [filter], should: [], mustNot: [], minimumShouldMatch: 0 });
}

/** All documents except those of `query`, with score 0. */
export function noneOf(query: BoundQuery): BoundQuery {
  const clauses = { must: [], filter: [matchAllQuery], should: [], mustNot: [query], minimumShouldMatch: 0 };
  return booleanQuery(clauses);
}
