import type { LocalIndex } from '../../../cluster/index.ts';
import { indicesOptions, validationFailed } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { clearQueryCache } from '../../../search/index.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { indicesParameters, requestIndices } from '../indicesOptions.ts';
import { broadcast } from './broadcast.ts';

/** `_shards` of an action on all copies. */
export function broadcastShards(indices: readonly LocalIndex[]): JsonObject {
  const total = indices.reduce((sum, index) => sum + index.numberOfShards * (index.numberOfReplicas + 1), 0);
  const successful = indices.reduce((sum, index) => sum + index.openCopies().length, 0);
  return { total, successful, failed: 0 };
}

const CACHES = ['query', 'fielddata', 'request'] as const;

/** The named caches, or all. Field data stays with its segments. */
function namedCaches(request: RestRequest): readonly (typeof CACHES)[number][] {
  const named = CACHES.filter((name) => request.bool(name, false));
  return named.length === 0 && (request.list('fields') ?? []).length === 0 ? CACHES : named;
}

export const maintenanceRoutes: readonly Route[] = [
  ...routes(
    ['GET|POST /_refresh', 'GET|POST /{index}/_refresh'],
    { parameters: indicesParameters, doc: 'make writes visible now' },
    async (request, services) => {
      const indices = requestIndices(request, services, indicesOptions.search);
      const { shards, status } = await broadcast(indices, (shard) => shard.refresh());
      return json({ _shards: shards }, status);
    },
  ),
  ...routes(
    [
      'GET|POST /_flush',
      'GET|POST /{index}/_flush',
      'GET|POST /_flush/synced',
      'GET|POST /{index}/_flush/synced',
    ],
    { parameters: [...indicesParameters, 'force', 'wait_if_ongoing'], doc: 'commit to disk' },
    async (request, services) => {
      if (request.bool('force', false) && !request.bool('wait_if_ongoing', true)) {
        throw validationFailed(['wait_if_ongoing must be true for a force flush']);
      }
      const indices = requestIndices(request, services, indicesOptions.search);
      const { shards } = await broadcast(indices, (shard) => shard.flush());
      return json({ _shards: shards });
    },
  ),
  ...routes(
    ['POST /_forcemerge', 'POST /{index}/_forcemerge'],
    {
      parameters: [
        ...indicesParameters,
        'max_num_segments',
        'only_expunge_deletes',
        'flush',
        'wait_for_completion',
        'primary_only',
      ],
      doc: 'merge segments',
    },
    async (request, services) => {
      const indices = requestIndices(request, services, indicesOptions.search);
      const options = {
        maxNumSegments: request.int('max_num_segments', null),
        onlyExpungeDeletes: request.bool('only_expunge_deletes', false),
      };
      const work = async (): Promise<JsonObject> => {
        const { shards } = await broadcast(indices, async (shard) => {
          await shard.forceMerge(options);
          if (request.bool('flush', true)) await shard.flush();
        });
        return { _shards: shards };
      };
      const names = indices.map(({ name }) => name).join(', ');
      const task = {
        action: 'indices:admin/forcemerge',
        description: `Force-merge indices [${names}], maxSegments[${options.maxNumSegments ?? -1}]`,
      };
      if (request.bool('wait_for_completion', true))
        return json(await services.cluster.tasks.run(task, work));
      return json({ task: services.cluster.tasks.start(task, work) });
    },
  ),
  ...routes(
    ['POST /_cache/clear', 'POST /{index}/_cache/clear'],
    {
      parameters: [...indicesParameters, 'query', 'fielddata', 'fields', 'request'],
      doc: 'empty caches',
    },
    (request, services) => {
      const caches = namedCaches(request);
      const indices = requestIndices(request, services, indicesOptions.search);
      for (const shard of indices.flatMap((index) => index.openCopies())) {
        if (caches.includes('request')) services.search.clearRequestCache(shard);
        if (caches.includes('query')) clearQueryCache(shard);
      }
      return json({ _shards: broadcastShards(indices) });
    },
  ),
  ...routes(
    ['GET|POST /_upgrade', 'GET|POST /{index}/_upgrade'],
    {
      parameters: [...indicesParameters, 'only_ancient_segments', 'wait_for_completion'],
      doc: 'segments are always current',
    },
    (request, services) => {
      const indices = requestIndices(request, services, indicesOptions.search);
      if (request.method === 'POST') {
        const version = { upgrade_version: '9.5.0', oldest_lucene_segment_version: '9.5.0' };
        const upgraded = Object.fromEntries(indices.map(({ name }) => [name, version]));
        return json({ _shards: broadcastShards(indices), upgraded_indices: upgraded });
      }
      return json({
        size_in_bytes: 0,
        size_to_upgrade_in_bytes: 0,
        size_to_upgrade_ancient_in_bytes: 0,
        indices: {},
      });
    },
  ),
];
