import type { JsonObject, JsonValue } from '../../../common/index.ts';
import { isJsonObject, wildcardMatches } from '../../../common/index.ts';
import type { SearchCounts, SearchService, ShardSearchCounts } from '../../../search/index.ts';
import type { IndexShard, ShardStats } from '../../../shard/index.ts';
import { completionMemory, fielddataMemory, fieldsJson, totalBytes } from './fieldMemory.ts';

/** A section of `_stats`: its names in the URL and the response, and its members for a shard copy. */
export interface StatsSection {
  readonly metric: string;
  readonly name: string;
  readonly render: (stats: ShardStats, copy: CopyView) => JsonObject;
}

/** The copy shown, and which details are requested. */
export interface CopyView {
  /** `null` if the copy is not open. */
  readonly shard: IndexShard | null;
  readonly detail: StatsDetail;
  readonly search: Pick<SearchService, 'counts' | 'requestCache'> | null;
}

/** Details to be listed individually, as patterns. */
export interface StatsDetail {
  readonly groups: readonly string[];
  readonly fielddataFields: readonly string[];
  readonly completionFields: readonly string[];
}

export const NO_DETAIL: StatsDetail = { groups: [], fielddataFields: [], completionFields: [] };

export const statsSections: readonly StatsSection[] = [
  { metric: 'docs', name: 'docs', render: ({ docs }) => ({ count: docs.count, deleted: docs.deleted }) },
  {
    metric: 'store',
    name: 'store',
    render: ({ store }) => ({ size_in_bytes: store.sizeBytes, reserved_in_bytes: 0 }),
  },
  {
    metric: 'indexing',
    name: 'indexing',
    render: ({ indexing }) => ({
      index_total: indexing.indexTotal,
      index_time_in_millis: Math.round(indexing.timeMs),
      index_current: 0,
      index_failed: indexing.failed,
      delete_total: indexing.deleteTotal,
      delete_time_in_millis: 0,
      delete_current: 0,
      noop_update_total: 0,
      is_throttled: false,
      throttle_time_in_millis: 0,
    }),
  },
  {
    metric: 'get',
    name: 'get',
    render: ({ get }) => ({
      total: get.total,
      time_in_millis: 0,
      exists_total: get.exists,
      exists_time_in_millis: 0,
      missing_total: get.total - get.exists,
      missing_time_in_millis: 0,
      current: 0,
    }),
  },
  { metric: 'search', name: 'search', render: (_stats, copy) => searchSection(copy) },
  {
    metric: 'merge',
    name: 'merges',
    render: ({ merges }) => ({
      current: merges.current,
      current_docs: 0,
      current_size_in_bytes: 0,
      total: merges.total,
      total_time_in_millis: Math.round(merges.timeMs),
      total_docs: merges.docs,
      total_size_in_bytes: merges.sizeBytes,
      total_stopped_time_in_millis: 0,
      total_throttled_time_in_millis: 0,
      total_auto_throttle_in_bytes: 20_971_520,
    }),
  },
  {
    metric: 'refresh',
    name: 'refresh',
    render: ({ refresh }) => ({
      total: refresh.total,
      total_time_in_millis: Math.round(refresh.timeMs),
      external_total: refresh.total,
      external_total_time_in_millis: Math.round(refresh.timeMs),
      listeners: 0,
    }),
  },
  {
    metric: 'flush',
    name: 'flush',
    render: ({ flush }) => ({
      total: flush.total,
      periodic: 0,
      total_time_in_millis: Math.round(flush.timeMs),
    }),
  },
  {
    metric: 'warmer',
    name: 'warmer',
    render: () => ({ current: 0, total: 0, total_time_in_millis: 0 }),
  },
  {
    metric: 'query_cache',
    name: 'query_cache',
    render: () => ({
      memory_size_in_bytes: 0,
      total_count: 0,
      hit_count: 0,
      miss_count: 0,
      cache_size: 0,
      cache_count: 0,
      evictions: 0,
    }),
  },
  { metric: 'fielddata', name: 'fielddata', render: (_stats, copy) => fielddataSection(copy) },
  { metric: 'completion', name: 'completion', render: (_stats, copy) => completionSection(copy) },
  {
    metric: 'segments',
    name: 'segments',
    render: ({ segments }) => ({
      count: segments.count,
      memory_in_bytes: 0,
      terms_memory_in_bytes: 0,
      stored_fields_memory_in_bytes: 0,
      term_vectors_memory_in_bytes: 0,
      norms_memory_in_bytes: 0,
      points_memory_in_bytes: 0,
      doc_values_memory_in_bytes: 0,
      index_writer_memory_in_bytes: 0,
      version_map_memory_in_bytes: 0,
      fixed_bit_set_memory_in_bytes: 0,
      max_unsafe_auto_id_timestamp: -1,
      file_sizes: {},
    }),
  },
  {
    metric: 'translog',
    name: 'translog',
    render: ({ translog }) => ({
      operations: translog.operations,
      size_in_bytes: translog.sizeBytes,
      uncommitted_operations: translog.uncommittedOperations,
      uncommitted_size_in_bytes: translog.sizeBytes,
      earliest_last_modified_age: 0,
    }),
  },
  {
    metric: 'request_cache',
    name: 'request_cache',
    render: (_stats, copy) => requestCacheSection(copy),
  },
  {
    metric: 'recovery',
    name: 'recovery',
    render: () => ({ current_as_source: 0, current_as_target: 0, throttle_time_in_millis: 0 }),
  },
];

/** `timeMs` has fractions of milliseconds. */
const NO_SEARCHES: Omit<ShardSearchCounts, 'groups'> = {
  openContexts: 0,
  query: { total: 0, timeMs: 0, current: 0 },
  fetch: { total: 0, timeMs: 0, current: 0 },
  scroll: { total: 0, timeMs: 0, current: 0 },
  pointInTime: { total: 0, timeMs: 0, current: 0 },
  suggest: { total: 0, timeMs: 0, current: 0 },
};

function requestCacheSection({ shard, search }: CopyView): JsonObject {
  const stats = shard === null ? undefined : search?.requestCache(shard);
  return {
    memory_size_in_bytes: stats?.memoryBytes ?? 0,
    evictions: stats?.evictions ?? 0,
    hit_count: stats?.hits ?? 0,
    miss_count: stats?.misses ?? 0,
  };
}

function fielddataSection({ shard, detail }: CopyView): JsonObject {
  if (shard === null) return { memory_size_in_bytes: 0, evictions: 0 };
  const memory = fielddataMemory(shard);
  const fields = fieldsJson(memory, detail.fielddataFields, 'memory_size_in_bytes');
  return { memory_size_in_bytes: totalBytes(memory), evictions: 0, ...fields };
}

function completionSection({ shard, detail }: CopyView): JsonObject {
  if (shard === null) return { size_in_bytes: 0 };
  const memory = completionMemory(shard);
  const fields = fieldsJson(memory, detail.completionFields, 'size_in_bytes');
  return { size_in_bytes: totalBytes(memory), ...fields };
}

function searchSection({ shard, search, detail }: CopyView): JsonObject {
  const counts = shard === null ? null : (search?.counts(shard) ?? null);
  const wanted = [...(counts?.groups ?? [])].filter(([name]) =>
    detail.groups.some((pattern) => pattern === '_all' || wildcardMatches(pattern, name)),
  );
  const named = wanted.map(([name, group]) => [name, countsJson(group)]);
  const { openContexts } = counts ?? NO_SEARCHES;
  return {
    open_contexts: openContexts,
    ...countsJson(counts ?? NO_SEARCHES),
    ...(named.length > 0 ? { groups: Object.fromEntries(named) } : {}),
  };
}

function countsJson({ query, fetch, scroll, pointInTime, suggest }: SearchCounts): JsonObject {
  const members = { query, fetch, scroll, point_in_time: pointInTime, suggest };
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, { total, timeMs, current }]) => [
      [`${name}_total`, total],
      [`${name}_time_in_millis`, Math.floor(timeMs)],
      [`${name}_current`, current],
    ]),
  );
}

/** Adds statistics member by member: flags by or; the constant -1 and the throttle limit are kept. */
export function sumStats(all: readonly JsonObject[]): JsonObject {
  const [first, ...rest] = all;
  if (!first) return {};
  return rest.reduce(addStats, first);
}

function addStats(a: JsonObject, b: JsonObject): JsonObject {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries(
    [...keys].map((key) => [key, addValue(a[key] ?? b[key], Object.hasOwn(a, key) ? b[key] : undefined)]),
  );
}

function addValue(a: JsonValue, b: JsonValue | undefined): JsonValue {
  if (isJsonObject(a) && isJsonObject(b)) return addStats(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a === -1 ? -1 : a + b;
  return a === true || b === true ? true : a;
}

const NO_SHARD = {
  docs: { count: 0, deleted: 0 },
  store: { sizeBytes: 0 },
  segments: { count: 0 },
  translog: { operations: 0, sizeBytes: 0, uncommittedOperations: 0 },
  indexing: { indexTotal: 0, deleteTotal: 0, failed: 0, timeMs: 0 },
  refresh: { total: 0, timeMs: 0 },
  flush: { total: 0, timeMs: 0 },
  merges: { total: 0, current: 0, docs: 0, sizeBytes: 0, timeMs: 0 },
  get: { total: 0, exists: 0 },
} as const;

/** The sections of a copy that is not open. */
export function emptyStats(sections: readonly StatsSection[]): JsonObject {
  return Object.fromEntries(
    sections.map(({ name, render }) => [
      name,
      render(NO_SHARD, { shard: null, detail: NO_DETAIL, search: null }),
    ]),
  );
}
