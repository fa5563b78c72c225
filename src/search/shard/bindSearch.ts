import { illegalArgument, type JsonObject, javaFloat, OpenSearchError } from '../../common/index.ts';
import { parseQuery, type Query, type QueryBuilder } from '../../query/index.ts';
import { bindSort } from '../sort/bindSort.ts';
import type { SortKey } from '../sort/sortKey.ts';
import { DEFAULT_SIZE, type SearchSource } from '../source/searchSource.ts';
import type { ShardSearch } from './shardContext.ts';
import { type BoundSlice, bindSlice } from './slice.ts';

export interface BoundSearch {
  readonly query: Query;
  readonly postFilter: Query | null;
  readonly slice: BoundSlice | null;
  readonly sortKeys: readonly SortKey[];
  readonly needsScores: boolean;
  /** If hits are not sorted by relevance, the best score must be tracked. */
  readonly tracksMaxScore: boolean;
  /** Only the best hits and their number are needed. */
  readonly topOnly: boolean;
}

/** Binds the query and the sort order to a shard. */
export function bindSearch(search: ShardSearch, source: SearchSource): BoundSearch {
  const { context, open } = search;
  const query = bindQuery(source.query, open.target.aliasFilters, open.target.boost).toQuery(context);
  search.explained.searched(query);
  const sortKeys = bindSort(source.sort, context);
  const postFilter = source.postFilter?.toQuery(context) ?? null;
  checkSearchAfter(source, sortKeys);
  const slice = bindSlice(source, search);
  const byRelevance = sortKeys.length === 0 && (source.size ?? DEFAULT_SIZE) > 0;
  const needsScores =
    byRelevance ||
    source.trackScores ||
    source.minScore !== null ||
    source.rescore.length > 0 ||
    sortKeys.some((key) => key.needsScores) ||
    source.aggregations?.needsScores === true;
  const pages = source.searchAfter !== null || source.collapse !== null;
  const tracksMaxScore = needsScores && (!byRelevance || pages);
  const changesHits =
    pages ||
    postFilter !== null ||
    source.minScore !== null ||
    source.rescore.length > 0 ||
    slice !== null ||
    source.terminateAfter !== 0;
  const topOnly = byRelevance && !changesHits && source.aggregations === null;
  return { query, postFilter, slice, sortKeys, needsScores, tracksMaxScore, topOnly };
}

function checkSearchAfter(source: SearchSource, sortKeys: readonly SortKey[]): void {
  const { searchAfter } = source;
  if (searchAfter === null) return;
  if (sortKeys.length === 0) {
    throw new OpenSearchError('illegal_argument_exception', 'Sort must contain at least one field.');
  }
  const count = sortKeys.length;
  if (searchAfter.length !== count) {
    throw new OpenSearchError(
      'illegal_argument_exception',
      `search_after has ${searchAfter.length} value(s) but sort has ${count}.`,
    );
  }
}

/** The query with the filters of the aliases through which the index was reached. */
function bindQuery(
  query: QueryBuilder | null,
  aliasFilters: readonly JsonObject[] | null,
  boost: number,
): QueryBuilder {
  const inner = query ?? parseQuery({ match_all: {} });
  if (boost < 0) throw illegalArgument(`boost must be a positive float, got ${javaFloat(boost)}`);
  if (aliasFilters === null && boost === 1) return inner;
  const json = inner.toJson();
  const filter = aliasFilters === null ? [] : [{ bool: { should: [...aliasFilters] } }];
  return parseQuery({ bool: { must: [json], filter, boost } });
}
