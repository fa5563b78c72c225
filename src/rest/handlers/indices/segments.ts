import type { LocalIndex, ShardHandle } from '../../../cluster/index.ts';
import { indicesOptions } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { indicesParameters, requestIndices } from '../indicesOptions.ts';
import { broadcastShards } from './maintenance.ts';

export const segmentRoutes: readonly Route[] = [
  ...routes(
    ['GET /_segments', 'GET /{index}/_segments'],
    { parameters: [...indicesParameters, 'verbose'], doc: 'segments of shards' },
    (request, services) => {
      const indices = requestIndices(request, services, indicesOptions.search);
      const entries = indices.map((index) => [index.name, { shards: shardSegments(index) }]);
      return json({ _shards: broadcastShards(indices), indices: Object.fromEntries(entries) });
    },
  ),
  ...routes(
    ['GET /_recovery', 'GET /{index}/_recovery'],
    { parameters: [...indicesParameters, 'detailed', 'active_only'], doc: 'how shards came to be open' },
    (request, services) => {
      const indices = requestIndices(request, services, indicesOptions.expandOpenClosed);
      if (request.bool('active_only', false)) return json({});
      const options = { detailed: request.bool('detailed', false), human: request.bool('human', false) };
      const entries = indices.map((index) => [index.name, { shards: recoveries(index, services, options) }]);
      return json(Object.fromEntries(entries));
    },
  ),
];

function shardSegments(index: LocalIndex): JsonObject {
  const byShard: Record<string, JsonObject[]> = {};
  for (const copy of index.copies) {
    if (!copy.shard) continue;
    const segments = copy.shard.segments();
    const entry: JsonObject = {
      routing: { state: copy.routing.state, primary: copy.routing.primary, node: copy.routing.nodeId },
      num_committed_segments: segments.filter(({ committed }) => committed).length,
      num_search_segments: segments.filter(({ search }) => search).length,
      segments: Object.fromEntries(segments.map((segment) => [segment.reader.name, segmentJson(segment)])),
    };
    (byShard[copy.routing.shardId] ??= []).push(entry);
  }
  return byShard;
}

type Segment = ReturnType<NonNullable<ShardHandle['shard']>['segments']>[number];

function segmentJson({ reader, committed, search }: Segment): JsonObject {
  return {
    generation: segmentGeneration(reader.name),
    num_docs: reader.numDocs,
    deleted_docs: reader.maxDoc - reader.numDocs,
    size_in_bytes: reader.sizeBytes,
    memory_in_bytes: 0,
    committed,
    search,
    version: '9.5.0',
    compound: false,
    attributes: { 'Lucene90StoredFieldsFormat.mode': 'BEST_SPEED' },
  };
}

/** `_1a` → 46: names are base-36 numbers. */
export function segmentGeneration(name: string): number {
  const generation = Number.parseInt(name.replace(/^_/, ''), 36);
  return Number.isNaN(generation) ? 0 : generation;
}

/** A copy created since startup was recovered empty, an older one from its files. */
export function recoveryType(index: LocalIndex, primary: boolean, services: RestServices): string {
  if (!primary) return 'PEER';
  const fresh = index.state === 'open' && index.creationDateMs >= services.cluster.startTimeMs;
  return fresh ? 'EMPTY_STORE' : 'EXISTING_STORE';
}

function recoveries(
  index: LocalIndex,
  services: RestServices,
  { detailed, human }: { readonly detailed: boolean; readonly human: boolean },
): JsonObject[] {
  return index.copies
    .filter((copy) => copy.routing.nodeId !== null)
    .map((copy) => {
      const node = services.cluster.nodes.find(({ id }) => id === copy.routing.nodeId);
      const end = {
        id: node?.id ?? '',
        host: '127.0.0.1',
        transport_address: '127.0.0.1:9300',
        ip: '127.0.0.1',
        name: node?.name ?? '',
      };
      const size = copy.shard?.stats().store.sizeBytes ?? 0;
      const start = services.cluster.startTimeMs;
      return {
        id: copy.routing.shardId,
        type: recoveryType(index, copy.routing.primary, services),
        stage: 'DONE',
        primary: copy.routing.primary,
        ...(human
          ? { start_time: new Date(start).toISOString(), stop_time: new Date(start).toISOString() }
          : {}),
        start_time_in_millis: start,
        stop_time_in_millis: start,
        total_time_in_millis: 0,
        source: copy.routing.primary ? { bootstrap_new_history_uuid: false } : end,
        target: end,
        index: {
          size: { total_in_bytes: size, reused_in_bytes: size, recovered_in_bytes: 0, percent: '100.0%' },
          files: {
            total: 0,
            reused: 0,
            recovered: 0,
            percent: '100.0%',
            ...(detailed ? { details: [] } : {}),
          },
          total_time_in_millis: 0,
          source_throttle_time_in_millis: 0,
          target_throttle_time_in_millis: 0,
        },
        translog: { recovered: 0, total: 0, percent: '100.0%', total_on_start: 0, total_time_in_millis: 0 },
        verify_index: { check_index_time_in_millis: 0, total_time_in_millis: 0 },
      };
    });
}
