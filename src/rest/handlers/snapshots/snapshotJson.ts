import type { Snapshot, SnapshotIndex } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { dateFormatter } from '../../../mapper/index.ts';

const TIME = dateFormatter('strict_date_time');

export function snapshotJson(snapshot: Snapshot, verbose = true): JsonObject {
  const { name, uuid, startTimeMs, endTimeMs } = snapshot;
  const indices = snapshot.indices.map(({ metadata }) => metadata.name);
  const head = { snapshot: name, uuid };
  if (!verbose) return { ...head, indices, data_streams: [], state: 'SUCCESS' };
  const shards = shardCount(snapshot.indices);
  return {
    ...head,
    version_id: 136287827,
    version: '2.7.0',
    indices,
    data_streams: [],
    include_global_state: snapshot.includeGlobalState,
    ...(snapshot.metadata ? { metadata: snapshot.metadata } : {}),
    state: 'SUCCESS',
    start_time: TIME.print(startTimeMs),
    start_time_in_millis: startTimeMs,
    end_time: TIME.print(endTimeMs),
    end_time_in_millis: endTimeMs,
    duration_in_millis: endTimeMs - startTimeMs,
    failures: [],
    shards: { total: shards, failed: 0, successful: shards },
  };
}

function shardCount(indices: readonly SnapshotIndex[]): number {
  return indices.reduce((sum, { files }) => sum + files.length, 0);
}

export function snapshotStatus(repository: string, snapshot: Snapshot): JsonObject {
  const { name, uuid, indices, includeGlobalState } = snapshot;
  return {
    snapshot: name,
    repository,
    uuid,
    state: 'SUCCESS',
    include_global_state: includeGlobalState,
    shards_stats: shardsStats(shardCount(indices)),
    stats: stats(
      snapshot,
      indices.flatMap(({ files }) => files),
    ),
    indices: Object.fromEntries(
      indices.map(({ metadata, files }) => [
        metadata.name,
        {
          shards_stats: shardsStats(files.length),
          stats: stats(snapshot, files),
          shards: Object.fromEntries(
            files.map((shard, i) => [String(i), { stage: 'DONE', stats: stats(snapshot, [shard]) }]),
          ),
        },
      ]),
    ),
  };
}

function shardsStats(done: number): JsonObject {
  return { initializing: 0, started: 0, finalizing: 0, done, failed: 0, total: done };
}

function stats(snapshot: Snapshot, files: SnapshotIndex['files']): JsonObject {
  const total = {
    file_count: files.reduce((sum, { count }) => sum + count, 0),
    size_in_bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
  return {
    incremental: total,
    total: { ...total },
    start_time_in_millis: snapshot.startTimeMs,
    time_in_millis: snapshot.endTimeMs - snapshot.startTimeMs,
  };
}
