import type { LocalIndex, VirtualNode } from '../../../cluster/index.ts';
import { indicesOptions } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { illegalArgument } from '../../../common/index.ts';
import type { RestRequest } from '../../request.ts';
import { acknowledged, json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { indicesParameters, requestIndices, timeoutParameters } from '../indicesOptions.ts';
import { allocationExplainRoutes, nodeJson, storeJson } from './allocationExplain.ts';
import { explanationJson, parseReroute } from './rerouteCommands.ts';

export const allocationRoutes: readonly Route[] = [
  ...allocationExplainRoutes,
  ...routes(
    ['POST /_cluster/reroute'],
    {
      body: 'json',
      parameters: [...timeoutParameters, 'dry_run', 'explain', 'retry_failed', 'metric'],
      doc: 'make a primary of a copy that is not complete, or an empty one; move and cancel copies',
    },
    async (request, { cluster }) => {
      const { commands, dryRun } = parseReroute(request.json() ?? {});
      const explain = request.bool('explain', false);
      const decisions = await cluster.rerouting.run(commands, {
        explain,
        dryRun: request.bool('dry_run', dryRun),
      });
      const explanations = explain
        ? { explanations: decisions.map((decision, i) => explanationJson(commands[i], decision)) }
        : {};
      const manager = cluster.nodes[0].id;
      return json({
        acknowledged: true,
        state: {
          cluster_uuid: cluster.clusterUuid,
          version: cluster.version,
          state_uuid: cluster.clusterUuid,
          master_node: manager,
          cluster_manager_node: manager,
          ...(request.list('metric')?.includes('metadata') ? { metadata: {} } : {}),
        },
        ...explanations,
      });
    },
  ),
  ...routes(
    ['POST|DELETE /_cluster/voting_config_exclusions'],
    {
      parameters: [...timeoutParameters, 'node_ids', 'node_names', 'wait_for_removal'],
      doc: 'there is one voter',
    },
    async (request, { cluster }) => {
      if (request.method === 'DELETE') {
        await cluster.updateGlobal(() => ({ votingExclusions: [] }));
        return acknowledged;
      }
      const given = (['node_ids', 'node_names'] as const).filter(
        (name) => (request.param(name) ?? '') !== '',
      );
      if (given.length === 1) {
        const added = exclusions(request, cluster.nodes);
        await cluster.updateGlobal(({ votingExclusions }) => ({
          votingExclusions: [...votingExclusions, ...added],
        }));
        return json({});
      }
      throw illegalArgument(
        'Please set node identifiers correctly. One and only one of [node_name], [node_names] and [node_ids] has to be set',
      );
    },
  ),
  ...routes(['GET /_remote/info'], { doc: 'there are no remote clusters' }, () => json({})),
  ...routes(
    ['GET /_shard_stores', 'GET /{index}/_shard_stores'],
    { parameters: [...indicesParameters, 'status'], doc: 'where copies lie on disk' },
    (request, services) => {
      const indices = requestIndices(request, services, indicesOptions.expandOpenClosed);
      const wanted = request.list('status') ?? ['yellow', 'red'];
      const entries = indices
        .map((index) => [index.name, { shards: shardStores(index, services, wanted) }] as const)
        .filter(([, { shards }]) => Object.keys(shards).length > 0);
      return json({ indices: Object.fromEntries(entries) });
    },
  ),
];

/** The nodes to exclude: existing ones with both names, others with the given name. */
function exclusions(request: RestRequest, nodes: readonly VirtualNode[]): readonly JsonObject[] {
  const ids = request.list('node_ids');
  const names = ids ?? request.list('node_names') ?? [];
  return names.map((name) => {
    const node = nodes.find((known) => (ids ? known.id : known.name) === name);
    const absent = '_absent_';
    return {
      node_id: node?.id ?? (ids ? name : absent),
      node_name: node?.name ?? (ids ? absent : name),
    };
  });
}

/**
 * The copies of each shard on the nodes: started ones, and those that could not be opened, with the reason.
 */
function shardStores(index: LocalIndex, services: RestServices, wanted: readonly string[]): JsonObject {
  const shards: JsonObject = {};
  for (let shard = 0; shard < index.numberOfShards; shard++) {
    const copies = index.copies.filter(({ routing }) => routing.shardId === shard);
    const started = copies.filter(({ routing }) => routing.state === 'STARTED');
    const isRed = copies[0].routing.state !== 'STARTED';
    const status = isRed ? 'red' : started.length < copies.length ? 'yellow' : 'green';
    if (!wanted.includes('all') && !wanted.includes(status)) continue;
    const stores = copies.flatMap((copy, i) => {
      const { nodeId, allocationId } = index.metadata.copies[shard][i];
      const { routing } = copy;
      if (nodeId === null || (routing.state === 'UNASSIGNED' && !routing.unassigned?.details)) return [];
      const { id, ...node } = nodeJson(services, nodeId);
      const { store_exception: exception } = storeJson({ index, copy }, allocationId);
      const use = routing.state === 'UNASSIGNED' ? 'unused' : routing.primary ? 'primary' : 'replica';
      return {
        [String(id)]: node,
        allocation_id: allocationId,
        allocation: use,
        ...(exception === undefined ? {} : { store_exception: exception }),
      };
    });
    shards[shard] = { stores };
  }
  return shards;
}
