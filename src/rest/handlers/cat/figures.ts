import type { JsonObject, JsonValue } from '../../../common/index.ts';
import { isJsonObject } from '../../../common/index.ts';
import type { CatCell, CatColumn } from '../../table.ts';

/** A column with a value from `_stats`: of an index, a node or a shard copy. */
export interface Figure extends CatColumn {
  /** The path of the value in the statistics. */
  readonly path: readonly string[];
}

interface FigureOptions {
  readonly kind?: CatColumn['kind'];
  /** The path in `_stats`, if different from its name. */
  readonly path?: string;
}

const ENDINGS = { bytes: '_in_bytes', time: '_in_millis' } as const;

function figure(name: string, aliases: string, doc: string, options: FigureOptions = {}): Figure {
  const { kind, path = name } = options;
  return {
    name,
    aliases: aliases.split(','),
    doc,
    align: 'right',
    hidden: true,
    kind,
    path: `${path}${kind ? ENDINGS[kind] : ''}`.split('.'),
  };
}

const bytes = (name: string, aliases: string, doc: string, path?: string): Figure =>
  figure(name, aliases, doc, { kind: 'bytes', path });

const time = (name: string, aliases: string, doc: string, path?: string): Figure =>
  figure(name, aliases, doc, { kind: 'time', path });

export const memoryFigures: readonly Figure[] = [
  bytes('completion.size', 'cs,completionSize', 'size of completion'),
  bytes('fielddata.memory_size', 'fm,fielddataMemory', 'used fielddata cache'),
  figure('fielddata.evictions', 'fe,fielddataEvictions', 'fielddata evictions'),
  bytes('query_cache.memory_size', 'qcm,queryCacheMemory', 'used query cache'),
  figure('query_cache.evictions', 'qce,queryCacheEvictions', 'query cache evictions'),
];

/** Only shown for nodes. */
export const queryCacheFigures: readonly Figure[] = [
  figure('query_cache.hit_count', 'qchc,queryCacheHitCount', 'query cache hit counts'),
  figure('query_cache.miss_count', 'qcmc,queryCacheMissCount', 'query cache miss counts'),
];

/** The descriptions differ slightly between nodes and indices. */
export function requestCacheFigures(noun: 'count' | 'counts'): readonly Figure[] {
  return [
    bytes('request_cache.memory_size', 'rcm,requestCacheMemory', 'used request cache'),
    figure('request_cache.evictions', 'rce,requestCacheEvictions', 'request cache evictions'),
    figure('request_cache.hit_count', 'rchc,requestCacheHitCount', `request cache hit ${noun}`),
    figure('request_cache.miss_count', 'rcmc,requestCacheMissCount', `request cache miss ${noun}`),
  ];
}

export const operationFigures: readonly Figure[] = [
  figure('flush.total', 'ft,flushTotal', 'number of flushes'),
  time('flush.total_time', 'ftt,flushTotalTime', 'time spent in flush'),
  figure('get.current', 'gc,getCurrent', 'number of current get ops'),
  time('get.time', 'gti,getTime', 'time spent in get'),
  figure('get.total', 'gto,getTotal', 'number of get ops'),
  time('get.exists_time', 'geti,getExistsTime', 'time spent in successful gets'),
  figure('get.exists_total', 'geto,getExistsTotal', 'number of successful gets'),
  time('get.missing_time', 'gmti,getMissingTime', 'time spent in failed gets'),
  figure('get.missing_total', 'gmto,getMissingTotal', 'number of failed gets'),
  figure('indexing.delete_current', 'idc,indexingDeleteCurrent', 'number of current deletions'),
  time('indexing.delete_time', 'idti,indexingDeleteTime', 'time spent in deletions'),
  figure('indexing.delete_total', 'idto,indexingDeleteTotal', 'number of delete ops'),
  figure('indexing.index_current', 'iic,indexingIndexCurrent', 'number of current indexing ops'),
  time('indexing.index_time', 'iiti,indexingIndexTime', 'time spent in indexing'),
  figure('indexing.index_total', 'iito,indexingIndexTotal', 'number of indexing ops'),
  figure('indexing.index_failed', 'iif,indexingIndexFailed', 'number of failed indexing ops'),
  figure('merges.current', 'mc,mergesCurrent', 'number of current merges'),
  figure('merges.current_docs', 'mcd,mergesCurrentDocs', 'number of current merging docs'),
  bytes('merges.current_size', 'mcs,mergesCurrentSize', 'size of current merges'),
  figure('merges.total', 'mt,mergesTotal', 'number of completed merge ops'),
  figure('merges.total_docs', 'mtd,mergesTotalDocs', 'docs merged'),
  bytes('merges.total_size', 'mts,mergesTotalSize', 'size merged'),
  time('merges.total_time', 'mtt,mergesTotalTime', 'time spent in merges'),
  figure('refresh.total', 'rto,refreshTotal', 'total refreshes'),
  time('refresh.time', 'rti,refreshTime', 'time spent in refreshes', 'refresh.total_time'),
  figure('refresh.external_total', 'rto,refreshTotal', 'total external refreshes'),
  time(
    'refresh.external_time',
    'rti,refreshTime',
    'time spent in external refreshes',
    'refresh.external_total_time',
  ),
  figure('refresh.listeners', 'rli,refreshListeners', 'number of pending refresh listeners'),
];

/** Only shown for nodes. */
export const scriptFigures: readonly Figure[] = [
  figure('script.compilations', 'scrcc,scriptCompilations', 'script compilations'),
  figure('script.cache_evictions', 'scrce,scriptCacheEvictions', 'script cache evictions'),
  figure(
    'script.compilation_limit_triggered',
    'scrclt,scriptCacheCompilationLimitTriggered',
    'script cache compilation limit triggered',
  ),
];

/** The aliases of point-in-time columns equal those of scrolls, except in the table of shards. */
export function searchFigures(pointInTime: 'sc' | 'sp'): readonly Figure[] {
  return [
    figure('search.fetch_current', 'sfc,searchFetchCurrent', 'current fetch phase ops'),
    time('search.fetch_time', 'sfti,searchFetchTime', 'time spent in fetch phase'),
    figure('search.fetch_total', 'sfto,searchFetchTotal', 'total fetch ops'),
    figure('search.open_contexts', 'so,searchOpenContexts', 'open search contexts'),
    figure('search.query_current', 'sqc,searchQueryCurrent', 'current query phase ops'),
    time('search.query_time', 'sqti,searchQueryTime', 'time spent in query phase'),
    figure('search.query_total', 'sqto,searchQueryTotal', 'total query phase ops'),
    figure('search.scroll_current', 'scc,searchScrollCurrent', 'open scroll contexts'),
    time('search.scroll_time', 'scti,searchScrollTime', 'time scroll contexts held open'),
    figure('search.scroll_total', 'scto,searchScrollTotal', 'completed scroll contexts'),
    figure(
      'search.point_in_time_current',
      `${pointInTime}c,searchPointInTimeCurrent`,
      'open point in time contexts',
    ),
    time(
      'search.point_in_time_time',
      `${pointInTime}ti,searchPointInTimeTime`,
      'time point in time contexts held open',
    ),
    figure(
      'search.point_in_time_total',
      `${pointInTime}to,searchPointInTimeTotal`,
      'completed point in time contexts',
    ),
  ];
}

export const segmentFigures: readonly Figure[] = [
  figure('segments.count', 'sc,segmentsCount', 'number of segments'),
  bytes('segments.memory', 'sm,segmentsMemory', 'memory used by segments'),
  bytes('segments.index_writer_memory', 'siwm,segmentsIndexWriterMemory', 'memory used by index writer'),
  bytes('segments.version_map_memory', 'svmm,segmentsVersionMapMemory', 'memory used by version map'),
  bytes(
    'segments.fixed_bitset_memory',
    'sfbm,fixedBitsetMemory',
    'memory used by fixed bit sets for nested object field types and type filters for types referred in ' +
      '_parent fields',
    'segments.fixed_bit_set_memory',
  ),
];

export const warmerFigures: readonly Figure[] = [
  figure('warmer.current', 'wc,warmerCurrent', 'current warmer ops'),
  figure('warmer.total', 'wto,warmerTotal', 'total warmer ops'),
  time('warmer.total_time', 'wtt,warmerTotalTime', 'time spent in warmers'),
];

export const suggestFigures: readonly Figure[] = [
  figure('suggest.current', 'suc,suggestCurrent', 'number of current suggest ops', {
    path: 'search.suggest_current',
  }),
  time('suggest.time', 'suti,suggestTime', 'time spend in suggest', 'search.suggest_time'),
  figure('suggest.total', 'suto,suggestTotal', 'number of suggest ops', { path: 'search.suggest_total' }),
];

/** A value from statistics; `null` if there are none. */
export function readFigure(stats: JsonObject | null, path: readonly string[]): CatCell {
  let value: JsonValue | null | undefined = stats;
  for (const step of path) value = isJsonObject(value) ? value[step] : null;
  return typeof value === 'number' ? value : null;
}
