import type { DataStream } from '../../../cluster/index.ts';
import { createDataStream, dataStreamTemplate, indexNotFound } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { wildcardMatches } from '../../../common/index.ts';
import { acknowledged, json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { indexStatus, worst } from '../cluster/health.ts';
import { timeoutParameters } from '../indicesOptions.ts';
import { broadcastShards } from './maintenance.ts';

/** The streams that match names and patterns. Throws for a missing name. */
function namedStreams(names: readonly string[] | null, { cluster }: RestServices): readonly DataStream[] {
  const { dataStreams } = cluster.names;
  const patterns = names ?? ['*'];
  const missing = patterns.find((name) => !name.includes('*') && name !== '_all' && !dataStreams.has(name));
  if (missing !== undefined) throw indexNotFound(missing);
  return [...dataStreams.values()].filter(({ name }) =>
    patterns.some((pattern) => pattern === '_all' || wildcardMatches(pattern, name)),
  );
}

function streamJson(stream: DataStream, { cluster }: RestServices): JsonObject {
  const { name, timestampField, indices, generation } = stream;
  const template = dataStreamTemplate(cluster, name);
  return {
    name,
    timestamp_field: { name: timestampField },
    indices: indices.map((index) => ({ index_name: index.name, index_uuid: index.uuid })),
    generation,
    status: worst(indices.map(indexStatus)).toUpperCase(),
    ...(template === null ? {} : { template }),
  };
}

/**
 * The newest timestamp in a stream's documents, including deleted ones not merged away yet; 0 if there are
 * none.
 */
function maximumTimestamp({ indices, timestampField }: DataStream): number {
  let newest = 0;
  for (const shard of indices.flatMap((index) => index.openCopies())) {
    const searcher = shard.acquireSearcher();
    try {
      for (const leaf of searcher.leaves) {
        const column = leaf.column(timestampField);
        if (column?.kind === 'numeric') newest = Math.max(newest, column.max);
      }
    } finally {
      searcher.close();
    }
  }
  return newest;
}

function streamStats(stream: DataStream): { readonly sizeBytes: number; readonly json: JsonObject } {
  const shards = stream.indices.flatMap((index) => index.openCopies());
  const sizeBytes = shards.reduce((sum, shard) => sum + shard.stats().store.sizeBytes, 0);
  const shown = {
    data_stream: stream.name,
    backing_indices: stream.indices.length,
    store_size_bytes: sizeBytes,
    maximum_timestamp: maximumTimestamp(stream),
  };
  return { sizeBytes, json: shown };
}

export const dataStreamRoutes: readonly Route[] = [
  ...routes(
    ['PUT /_data_stream/{name}'],
    { body: 'json', parameters: timeoutParameters, doc: 'make a data stream' },
    async (request, { cluster }) => {
      await createDataStream(cluster, request.pathParam('name'));
      return acknowledged;
    },
  ),
  ...routes(
    ['GET /_data_stream', 'GET /_data_stream/{name}'],
    { doc: 'data streams and their indices' },
    (request, services) => {
      const streams = namedStreams(request.list('name'), services);
      return json({ data_streams: streams.map((stream) => streamJson(stream, services)) });
    },
  ),
  ...routes(
    ['DELETE /_data_stream/{name}'],
    { parameters: timeoutParameters, doc: 'delete data streams with their indices' },
    async (request, { cluster }) => {
      const patterns = request.list('name') ?? [];
      const streams = [...cluster.names.dataStreams.values()].filter(({ name }) =>
        patterns.some((pattern) => wildcardMatches(pattern, name)),
      );
      await cluster.deleteIndices(streams.flatMap(({ indices }) => indices));
      return acknowledged;
    },
  ),
  ...routes(
    ['GET /_data_stream/_stats', 'GET /_data_stream/{name}/_stats'],
    { parameters: ['forbid_closed_indices'], doc: 'sizes of data streams' },
    (request, services) => {
      const streams = namedStreams(request.list('name'), services);
      const indices = streams.flatMap((stream) => stream.indices);
      const stats = streams.map(streamStats);
      return json({
        _shards: broadcastShards(indices),
        data_stream_count: streams.length,
        backing_indices: indices.length,
        total_store_size_bytes: stats.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        data_streams: stats.map((stat) => stat.json),
      });
    },
  ),
];
