import type { TopHitsRequest } from '../../aggregation/index.ts';
import type { JsonObject } from '../../common/index.ts';
import { docSetOfArray } from '../../query/index.ts';
import type { ShardSearch } from '../shard/shardContext.ts';
import { parseTopHits, type SearchSource } from '../source/searchSource.ts';
import { hitList } from './hitList.ts';

const DEFAULT_SIZE = 3;

/** Hits of a bucket: `{total, max_score, hits}` of the whole from + size window. */
/** `query` is the search's, used for highlighting and explanations. */
export function fetchTopHits(
  search: ShardSearch,
  request: TopHitsRequest,
  query: SearchSource['query'],
): JsonObject {
  const source = { ...parseTopHits(request.body), query };
  const size = (source.from ?? 0) + (source.size ?? DEFAULT_SIZE);
  const leaves = request.groups.map(({ leaf, docs, scores }) => ({
    leaf,
    scored: { docs: docSetOfArray(docs), scores, constant: scores === null ? Number.NaN : 0 },
  }));
  return hitList(search, leaves, { ...source, from: 0 }, size).hits as unknown as JsonObject;
}
