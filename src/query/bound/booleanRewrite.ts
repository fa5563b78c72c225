import { BoostQuery, boostQuery } from './boostQuery.ts';
import { matchAllQuery, noneQuery } from './constantQuery.ts';
import { constantScoreQuery } from './constantScore.ts';
import { asKind } from './decorated.ts';
import { BoundQuery } from './query.ts';

export type Occur = 'must' | 'mustNot' | 'should' | 'filter';

export interface Clause {
  readonly occur: Occur;
  readonly query: BoundQuery;
}

/** The clauses of a bool query, in order. */
export interface ClauseList {
  readonly clauses: readonly Clause[];
  /** How many `should` clauses must match; 0 means one if nothing else is required. */
  readonly minimum: number;
}

/** A bool query in the form used by rewrites of enclosing queries. */
export abstract class ClausesQuery extends BoundQuery {
  abstract readonly list: ClauseList;
}

/** One rewrite: fewer or cheaper clauses, or a query of another type; `null` if it does not apply. */
type Step = (list: ClauseList, build: (list: ClauseList) => BoundQuery) => ClauseList | BoundQuery | null;

const queriesOf = ({ clauses }: ClauseList, occur: Occur): BoundQuery[] =>
  clauses.filter((clause) => clause.occur === occur).map(({ query }) => query);

const without = ({ clauses, minimum }: ClauseList, dropped: (clause: Clause) => boolean): ClauseList => ({
  clauses: clauses.filter((clause) => !dropped(clause)),
  minimum,
});

const oneClause: Step = ({ clauses, minimum }) => {
  if (clauses.length === 0) return noneQuery('empty BooleanQuery');
  if (clauses.every(({ occur }) => occur === 'mustNot')) return noneQuery('pure negative BooleanQuery');
  const [{ occur, query }] = clauses;
  if (clauses.length > 1 || minimum > 1 || (minimum === 1 && occur !== 'should')) return null;
  return occur === 'filter' ? boostQuery(constantScoreQuery(query), 0) : query;
};

/**
 * Clauses that match nothing are dropped, or make the whole query match nothing; clauses whose scores are not
 * needed become non-scoring.
 */
const simplifyClauses: Step = (list) => {
  let changed = false;
  const clauses: Clause[] = [];
  for (const clause of list.clauses) {
    const { occur, query } = clause;
    if (query.noneReason !== null) {
      if (occur === 'must' || occur === 'filter') return query;
      changed = true;
      continue;
    }
    const scores = occur === 'must' || occur === 'should';
    const lean = scores ? query : query.noScoring();
    if (lean.noneReason !== null && occur === 'filter') return lean;
    if (lean === query || lean.key === query.key) clauses.push(clause);
    else {
      changed = true;
      clauses.push({ occur, query: lean });
    }
  }
  return changed ? { ...list, clauses } : null;
};

const dropRepeatedFilters: Step = (list) => {
  const seen = new Set<string>();
  const kept = without(list, ({ occur, query }) => {
    if (occur !== 'filter' && occur !== 'mustNot') return false;
    const key = `${occur} ${query.key}`;
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
  return kept.clauses.length === list.clauses.length ? null : kept;
};

const requiredAndExcluded: Step = (list) => {
  const excluded = queriesOf(list, 'mustNot');
  if (excluded.length === 0) return null;
  const keys = new Set(excluded.map(({ key }) => key));
  const required = [...queriesOf(list, 'must'), ...queriesOf(list, 'filter')];
  if (required.some(({ key }) => keys.has(key))) return noneQuery('FILTER or MUST clause also in MUST_NOT');
  return keys.has(matchAllQuery.key) ? noneQuery('MUST_NOT clause is MatchAllDocsQuery') : null;
};

/** Drops filters that repeat a `must` clause, and match-all filters beside a `must` clause. */
const dropIdleFilters: Step = (list) => {
  const must = queriesOf(list, 'must');
  if (must.length === 0 || queriesOf(list, 'filter').length === 0) return null;
  const idle = new Set([matchAllQuery.key, ...must.map(({ key }) => key)]);
  const kept = without(list, ({ occur, query }) => occur === 'filter' && idle.has(query.key));
  return kept.clauses.length === list.clauses.length ? null : kept;
};

/** A filter that is also a `should` clause becomes a `must` clause. */
const joinFilterAndShould: Step = (list) => {
  const filters = new Set(queriesOf(list, 'filter').map(({ key }) => key));
  const both = new Set(
    queriesOf(list, 'should')
      .map(({ key }) => key)
      .filter((key) => filters.has(key)),
  );
  if (both.size === 0) return null;
  const clauses: Clause[] = [];
  let minimum = list.minimum;
  for (const { occur, query } of list.clauses) {
    if (occur === 'filter' && both.has(query.key)) continue;
    if (occur === 'should' && both.has(query.key)) {
      clauses.push({ occur: 'must', query });
      minimum--;
    } else clauses.push({ occur, query });
  }
  return { clauses, minimum: Math.max(0, minimum) };
};

/** Merges repeated scoring clauses, adding up their boosts. */
function mergeRepeated(list: ClauseList, occur: 'must' | 'should'): ClauseList | null {
  const boosts = new Map<string, { query: BoundQuery; boost: number }>();
  const queries = queriesOf(list, occur);
  for (const query of queries) {
    const { inner, boost } = asKind(query, BoostQuery) ?? { inner: query, boost: 1 };
    const known = boosts.get(inner.key);
    if (known === undefined) boosts.set(inner.key, { query: inner, boost });
    else known.boost += boost;
  }
  if (boosts.size === queries.length) return null;
  const merged = [...boosts.values()].map(({ query, boost }) => ({
    occur,
    query: boostQuery(query, Math.fround(boost)),
  }));
  const others = list.clauses.filter((clause) => clause.occur !== occur);
  return { clauses: [...others, ...merged], minimum: list.minimum };
}

const mergeShould: Step = (list) => (list.minimum > 1 ? null : mergeRepeated(list, 'should'));
const mergeMust: Step = (list) => mergeRepeated(list, 'must');

/** If the only scoring clause matches everything, the filters score its boost. */
const scoreFilters: Step = (list, build) => {
  const must = queriesOf(list, 'must');
  if (must.length !== 1 || queriesOf(list, 'filter').length === 0) return null;
  const { inner, boost } = asKind(must[0], BoostQuery) ?? { inner: must[0], boost: 1 };
  if (inner.key !== matchAllQuery.key) return null;
  const filters = list.clauses.filter(({ occur }) => occur === 'filter' || occur === 'mustNot');
  const query = boostQuery(constantScoreQuery(build({ clauses: filters, minimum: 0 })), boost);
  const should = list.clauses.filter(({ occur }) => occur === 'should');
  return { clauses: [{ occur: 'must', query }, ...should], minimum: list.minimum };
};

/** The clauses of a bool query if all are optional; `null` for other queries. */
function disjunctionOf(query: BoundQuery): ClauseList | null {
  const list = asKind(query, ClausesQuery)?.list ?? null;
  return list?.clauses.every(({ occur }) => occur === 'should') ? list : null;
}

const flattenDisjunctions: Step = (list) => {
  if (list.minimum > 1) return null;
  const flat = list.clauses.flatMap((clause) => {
    const { occur, query } = clause;
    const inner = occur === 'should' ? disjunctionOf(query) : null;
    return inner !== null && inner.minimum <= 1 ? inner.clauses : [clause];
  });
  return flat.length === list.clauses.length ? null : { clauses: flat, minimum: list.minimum };
};

const requireAllShould: Step = (list) => {
  const { length } = queriesOf(list, 'should');
  if (length < list.minimum) return noneQuery('SHOULD clause count less than minimumNumberShouldMatch');
  if (length === 0 || length > list.minimum) return null;
  const clauses = list.clauses.map(
    ({ occur, query }): Clause => ({
      occur: occur === 'should' ? 'must' : occur,
      query,
    }),
  );
  return { clauses, minimum: 0 };
};

/** `+(a b) #c` becomes `a b #c` with a minimum of one. */
const inlineOnlyMust: Step = (list) => {
  const must = queriesOf(list, 'must');
  const inner = must.length === 1 ? disjunctionOf(must[0]) : null;
  if (inner === null || queriesOf(list, 'should').length > 0) return null;
  const others = list.clauses.filter(({ occur }) => occur !== 'must');
  const { clauses, minimum } = inner;
  return { clauses: [...others, ...clauses], minimum: Math.max(1, minimum) };
};

const STEPS: readonly Step[] = [
  oneClause,
  simplifyClauses,
  dropRepeatedFilters,
  requiredAndExcluded,
  dropIdleFilters,
  joinFilterAndShould,
  mergeShould,
  mergeMust,
  scoreFilters,
  flattenDisjunctions,
  requireAllShould,
  inlineOnlyMust,
];

/**
 * Applies Lucene's rewrites until none applies. They affect where scores are rounded, and how the query
 * prints.
 */
export function rewriteClauses(
  list: ClauseList,
  build: (list: ClauseList) => BoundQuery,
): ClauseList | BoundQuery {
  let current = list;
  for (let at = 0; at < STEPS.length; ) {
    const next = STEPS[at](current, build);
    if (next === null) at++;
    else if ('clauses' in next) {
      current = next;
      at = 0;
    } else return next;
  }
  return current;
}

/** The clauses needed when scores are not; `null` if all are. */
export function filterClauses(list: ClauseList): ClauseList | null {
  const required = list.clauses.some(({ occur }) => occur === 'must' || occur === 'filter');
  const keepsShould = list.minimum > 0 || !required;
  let changed = false;
  const clauses: Clause[] = [];
  for (const { occur, query } of list.clauses) {
    const lean = query.noScoring();
    if (occur === 'should' && !keepsShould) changed = true;
    else {
      clauses.push({ occur: occur === 'must' ? 'filter' : occur, query: lean });
      changed ||= occur === 'must' || lean.key !== query.key;
    }
  }
  return changed ? { clauses, minimum: list.minimum } : null;
}
