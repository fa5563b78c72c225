import type { LocalIndex, ShardHandle, ShardRouting } from '../../../cluster/index.ts';
import { indicesOptions } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { illegalArgument, Pacer } from '../../../common/index.ts';
import { unrecognizedNames } from '../../parameters.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { badLevel } from '../badLevel.ts';
import { indicesParameters, requestIndices } from '../indicesOptions.ts';
import { broadcastShards } from './maintenance.ts';
import type { CopyView, StatsDetail, StatsSection } from './statsSections.ts';
import { emptyStats, NO_DETAIL, statsSections, sumStats } from './statsSections.ts';

const METRICS = new Map<string, StatsSection>(statsSections.map((section) => [section.metric, section]));

/** The sections of `{metric}`, by default all. Throws for unknown names. */
function wantedSections(request: RestRequest): readonly StatsSection[] {
  const names = request.list('metric');
  if (names === null || names.includes('_all')) {
    if (names !== null && names.length > 1) {
      throw illegalArgument(
        `request [${request.path}] contains _all and individual metrics [${names.join(',')}]`,
      );
    }
    return statsSections;
  }
  const unknown = names.filter((name) => !METRICS.has(name));
  if (unknown.length > 0) throw unrecognizedNames('metric', request.path, unknown, [...METRICS.keys()]);
  return statsSections.filter(({ metric }) => names.includes(metric));
}

/** What `groups`, `fields`, `fielddata_fields` and `completion_fields` request. */
export function statsDetail(request: RestRequest): StatsDetail {
  const fields = request.list('fields') ?? [];
  return {
    groups: request.list('groups') ?? [],
    fielddataFields: request.list('fielddata_fields') ?? fields,
    completionFields: request.list('completion_fields') ?? fields,
  };
}

export function copyStats(
  copy: ShardHandle,
  sections: readonly StatsSection[],
  search: CopyView['search'],
  detail: StatsDetail = NO_DETAIL,
): JsonObject {
  const { shard } = copy;
  if (!shard) return {};
  const stats = shard.stats();
  return Object.fromEntries(
    sections.map(({ name, render }) => [name, render(stats, { shard, detail, search })]),
  );
}

export function indexStats(
  index: LocalIndex,
  sections: readonly StatsSection[],
  search: CopyView['search'],
  detail: StatsDetail = NO_DETAIL,
): { readonly primaries: JsonObject; readonly total: JsonObject } {
  if (index.state === 'close') return { primaries: emptyStats(sections), total: emptyStats(sections) };
  const open = index.copies.filter((copy) => copy.shard);
  const primaries = open
    .filter((copy) => copy.routing.primary)
    .map((copy) => copyStats(copy, sections, search, detail));
  return {
    primaries: sumStats(primaries),
    total: sumStats(open.map((copy) => copyStats(copy, sections, search, detail))),
  };
}

const LEVELS = ['cluster', 'indices', 'shards'];

export const statsRoutes: readonly Route[] = routes(
  ['GET /_stats', 'GET /_stats/{metric}', 'GET /{index}/_stats', 'GET /{index}/_stats/{metric}'],
  {
    parameters: [
      ...indicesParameters,
      'level',
      'groups',
      'fields',
      'fielddata_fields',
      'completion_fields',
      'include_segment_file_sizes',
      'include_unloaded_segments',
      'forbid_closed_indices',
      'types',
    ],
    doc: 'statistics of indices',
  },
  async (request, services) => {
    const level = request.param('level') ?? 'indices';
    const sections = wantedSections(request);
    const indices = requestIndices(request, services, {
      ...indicesOptions.search,
      forbidClosed: request.bool('forbid_closed_indices', true),
    });
    if (!LEVELS.includes(level)) throw badLevel(level, LEVELS);
    const detail = statsDetail(request);
    const pacer = new Pacer(services.clock);
    const stats = await pacer.each(indices, (index) => ({
      index,
      ...indexStats(index, sections, services.search, detail),
    }));
    const all = {
      primaries: sumStats(stats.map(({ primaries }) => primaries)),
      total: sumStats(stats.map(({ total }) => total)),
    };
    const entries = await pacer.each(stats, ({ index, primaries, total }) => [
      index.name,
      {
        uuid: index.uuid,
        primaries,
        total,
        ...(level === 'shards' ? { shards: shardStats(index, sections, services.search, detail) } : {}),
      },
    ]);
    return json({
      _shards: broadcastShards(indices),
      _all: all,
      ...(level === 'cluster' ? {} : { indices: Object.fromEntries(entries) }),
    });
  },
);

function shardStats(
  index: LocalIndex,
  sections: readonly StatsSection[],
  search: CopyView['search'],
  detail: StatsDetail,
): JsonObject {
  const byShard: Record<string, JsonObject[]> = {};
  for (const copy of index.copies) {
    if (!copy.shard) continue;
    const stats: JsonObject = {
      routing: routingJson(copy.routing),
      ...copyStats(copy, sections, search, detail),
    };
    stats.commit = {
      id: copy.routing.allocationId ?? '',
      generation: 1,
      user_data: {},
      num_docs: copy.shard.stats().docs.count,
    };
    stats.seq_no = {
      max_seq_no: copy.shard.maxSeqNo,
      local_checkpoint: copy.shard.maxSeqNo,
      global_checkpoint: copy.shard.maxSeqNo,
    };
    stats.retention_leases = { primary_term: 1, version: 1, leases: [] };
    stats.shard_path = { state_path: '', data_path: '', is_custom_data_path: false };
    (byShard[copy.routing.shardId] ??= []).push(stats);
  }
  return byShard;
}

function routingJson(routing: ShardRouting): JsonObject {
  return { state: routing.state, primary: routing.primary, node: routing.nodeId, relocating_node: null };
}
