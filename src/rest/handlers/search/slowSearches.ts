import type { LocalIndex } from '../../../cluster/index.ts';
import {
  type JsonValue,
  type Logger,
  OpenSearchError,
  parseTimeMs,
  stringifyJson,
} from '../../../common/index.ts';
import type { SearchRequest, SearchResponse } from '../../../search/index.ts';
import type { RestServices } from '../../services.ts';

/** The original's levels in descending order of severity, with ours. */
const LEVELS = [
  { key: 'index.search.slowlog.threshold.query.warn', level: 'warn' },
  { key: 'index.search.slowlog.threshold.query.info', level: 'info' },
  { key: 'index.search.slowlog.threshold.query.debug', level: 'debug' },
  { key: 'index.search.slowlog.threshold.query.trace', level: 'debug' },
] as const;

const MAX_SOURCE_LENGTH = 1000;

/** Runs a search, and logs it if it was slow. */
export async function loggedSearch(request: SearchRequest, services: RestServices): Promise<SearchResponse> {
  const response = await services.search.search(request);
  logSlowSearch(searchedIndices(request, services), request, response, services.log);
  return response;
}

function searchedIndices(request: SearchRequest, { cluster }: RestServices): readonly LocalIndex[] {
  try {
    return cluster.localIndices(request.indices, request.indicesOptions);
  } catch (error) {
    // A point in time names no indices, and its own may no longer exist.
    if (error instanceof OpenSearchError) return [];
    throw error;
  }
}

/**
 * Logs one line for each index whose `index.search.slowlog.threshold.query.<level>` was exceeded. The time is
 * that of the whole search, whereas the original measures a shard's query phase.
 */
function logSlowSearch(
  indices: readonly LocalIndex[],
  { source, searchType }: SearchRequest,
  { took, hits, _shards }: SearchResponse,
  log: Logger,
): void {
  for (const { name, settings } of indices) {
    for (const { key, level } of LEVELS) {
      const threshold = settings.get(key);
      if (threshold === undefined) continue;
      const thresholdMs = parseTimeMs(threshold, key);
      if (thresholdMs < 0 || took < thresholdMs) continue;
      log[level]('slow search', {
        index: name,
        took_ms: took,
        total_hits: hits.total?.value ?? null,
        search_type: searchType,
        total_shards: _shards.total,
        source: stringifyJson(masked(source)).slice(0, MAX_SOURCE_LENGTH),
      });
      break;
    }
  }
}

/** The body without strings and numbers, which may be user data; member names are kept. */
function masked(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, masked(member)]));
  }
  return typeof value === 'boolean' || value === null ? value : '***';
}
