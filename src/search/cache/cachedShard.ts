import { type JsonObject, stringifyJson } from '../../common/index.ts';
import type { FoundOnShard } from '../shard/foundOnShard.ts';
import type { ShardSearch } from '../shard/shardContext.ts';
import { DEFAULT_SIZE, type SearchSource } from '../source/searchSource.ts';
import type { SearchRequest } from '../types.ts';
import type { BindingFacts, CachedAnswer, RequestCache } from './requestCache.ts';
import { sizeOf } from './sizeOf.ts';

/** The request cache as used by one search. */
export interface SearchCache {
  /**
   * Looks up before binding, if binding has no effect and no hit needs it; `null` to bind. Only with `mustRun`,
   * an answer of a shard that cannot match is used.
   */
  findUnbound(search: ShardSearch, mustRun: boolean): FoundUnbound | null;
  /** Looks up after the request is bound to the shard; `null` if the search must run. */
  find(search: ShardSearch): FoundOnShard | null;
  keep(search: ShardSearch, found: FoundOnShard, canMatch: boolean): Promise<void>;
}

export interface FoundUnbound {
  readonly found: FoundOnShard;
  readonly canMatch: boolean;
}

const ENABLED = 'index.requests.cache.enable';

/**
 * How a request uses the cache; `null` if it is not cacheable on any shard. `body` includes stored scripts.
 * Only the index setting, and what binding and running reveal (time, randomness, other indices), differ by
 * shard.
 */
export function searchCache(
  cache: RequestCache,
  request: SearchRequest,
  body: JsonObject,
  source: SearchSource,
): SearchCache | null {
  const { requestCache, searchType, scrollMs, explains } = request;
  if (scrollMs !== null || searchType !== 'query_then_fetch' || explains || source.profile) return null;
  if (requestCache === false || isSuggestOnly(source)) return null;
  if (requestCache === null && (source.size ?? DEFAULT_SIZE) !== 0) return null;
  let text: string | null = null;
  const keyOf = (search: ShardSearch): string | null => {
    const { target } = search.open;
    if (search.dependence.isVolatile) return null;
    if (requestCache === null && target.index.settings.get(ENABLED) === 'false') return null;
    text ??= bodyText(body);
    const seen = [requestCache, target.aliasFilters, target.boost, ...search.dependence.settled];
    return `${JSON.stringify(seen)}\n${text}`;
  };
  return {
    findUnbound(search, mustRun) {
      if ((source.size ?? DEFAULT_SIZE) !== 0) return null;
      const key = keyOf(search);
      const { shard } = search.open.target.handle;
      if (key === null || shard === null) return null;
      let canMatch = false;
      const answer = cache.find(shard, search.open.searcher, key, (facts) => {
        canMatch = facts?.canMatch === true;
        return facts !== null && (canMatch || mustRun) && isAsBound(facts, search);
      });
      return answer && { found: restored(answer, search), canMatch };
    },
    find(search) {
      const key = keyOf(search);
      const { shard } = search.open.target.handle;
      if (key === null || shard === null) return null;
      const answer = cache.find(shard, search.open.searcher, key);
      return answer && restored(answer, search);
    },
    async keep(search, found, canMatch) {
      const key = keyOf(search);
      const { shard } = search.open.target.handle;
      if (key === null || shard === null || found.timedOut) return;
      const answer = detached(found);
      const sizeBytes = key.length + (await sizeOf(answer, cache.maxBytes, search.pacer));
      const { settled, bindingActs } = search.dependence;
      const facts = settled.length > 0 || bindingActs ? null : { canMatch, ...circumstances(search) };
      cache.put(shard, search.open.searcher, { request: key, answer, sizeBytes, facts });
    },
  };
}

/** What the binding of a request to a shard depends on besides its reader. */
function circumstances({ context }: ShardSearch): Omit<BindingFacts, 'canMatch'> {
  const { mapper, settings, allowExpensiveQueries = true, allowIdFieldData = true } = context;
  return { mappingVersion: mapper.version, settings, allowExpensiveQueries, allowIdFieldData };
}

function isAsBound(facts: BindingFacts, search: ShardSearch): boolean {
  const now = circumstances(search);
  return (
    facts.mappingVersion === now.mappingVersion &&
    facts.settings === now.settings &&
    facts.allowExpensiveQueries === now.allowExpensiveQueries &&
    facts.allowIdFieldData === now.allowIdFieldData
  );
}

/** Whether only suggestions are requested, which are not cached. */
export function isSuggestOnly({ suggest, query, aggregations }: SearchSource): boolean {
  // For suggestions only, the parser creates a query that matches nothing.
  return suggest !== null && aggregations === null && query?.clause === 'match_none';
}

/** Serialises the members of the body in a canonical order. */
function bodyText(body: JsonObject): string {
  const names = Object.keys(body);
  if (!('aggs' in body && 'aggregations' in body)) names.sort();
  const text = (name: string): string => (name === 'aggregations' ? 'aggs' : name);
  return names.map((name) => `${text(name)}:${stringifyJson(body[name])}`).join('\n');
}

function detached({ hits, total, maxScore, aggregation, terminatedEarly }: FoundOnShard): CachedAnswer {
  const kept = hits.map(({ leaf, ...hit }) => ({ ...hit, leafOrd: leaf.ord }));
  return { hits: kept, total, maxScore, aggregation, terminatedEarly };
}

function restored(answer: CachedAnswer, search: ShardSearch): FoundOnShard {
  const hits = answer.hits.map(({ leafOrd, ...hit }) => ({ ...hit, leaf: search.leaves[leafOrd] }));
  return { ...answer, hits, timedOut: false };
}
