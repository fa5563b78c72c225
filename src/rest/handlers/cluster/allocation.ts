import type { ClusterService, LocalIndex, ShardHandle, VirtualNode } from '../../../cluster/index.ts';
import { indexNotFound, indicesOptions, NODE_HOST } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { illegalArgument, isJsonObject, notEmulated } from '../../../common/index.ts';
import type { RestRequest } from '../../request.ts';
import { acknowledged, json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { indicesParameters, requestIndices, timeoutParameters } from '../indicesOptions.ts';

function nodeJson({ cluster }: RestServices, nodeId: string | null): JsonObject {
  const node = cluster.nodes.find(({ id }) => id === nodeId);
  return {
    id: node?.id ?? '',
    name: node?.name ?? '',
    transport_address: `${NODE_HOST}:9300`,
    attributes: { shard_indexing_pressure_enabled: 'true' },
  };
}

function unassignedCopy(cluster: ClusterService): { index: LocalIndex; copy: ShardHandle } | null {
  for (const index of cluster.indices.values()) {
    const copy = index.copies.find(({ routing }) => routing.state === 'UNASSIGNED');
    if (copy) return { index, copy };
  }
  return null;
}

function explainedCopy(body: JsonObject, cluster: ClusterService): { index: LocalIndex; copy: ShardHandle } {
  const { index: name, shard, primary } = body;
  if (typeof name !== 'string' || shard === undefined || primary === undefined) {
    throw illegalArgument('index must be specified, shard must be specified, primary must be specified');
  }
  const index = cluster.indices.get(name);
  if (!index) throw indexNotFound(name);
  const copy = index.copies.find(
    ({ routing }) => routing.shardId === Number(shard) && routing.primary === (String(primary) === 'true'),
  );
  if (!copy)
    throw illegalArgument(
      `No shard was specified in the request which means the response should explain a shard`,
    );
  return { index, copy };
}

function explainUnassigned(index: LocalIndex, { routing }: ShardHandle, services: RestServices): JsonObject {
  return {
    index: index.name,
    shard: routing.shardId,
    primary: routing.primary,
    current_state: 'unassigned',
    unassigned_info: {
      reason: 'INDEX_CREATED',
      at: new Date(index.creationDateMs).toISOString(),
      last_allocation_status: 'no_attempt',
    },
    can_allocate: 'no',
    allocate_explanation: 'cannot allocate because allocation is not permitted to any of the nodes',
    node_allocation_decisions: services.cluster.nodes.map((node, i) => ({
      node_id: node.id,
      node_name: node.name,
      transport_address: `${NODE_HOST}:9300`,
      node_attributes: { shard_indexing_pressure_enabled: 'true' },
      node_decision: 'no',
      weight_ranking: i + 1,
      deciders: [
        {
          decider: 'same_shard',
          decision: 'NO',
          explanation: 'a copy of this shard is already allocated to this node',
        },
      ],
    })),
  };
}

export const allocationRoutes: readonly Route[] = [
  ...routes(
    ['GET|POST /_cluster/allocation/explain'],
    {
      body: 'json',
      parameters: ['include_yes_decisions', 'include_disk_info'],
      doc: 'why a copy is where it is',
    },
    (request, services) => {
      const body = request.json();
      const found =
        body && Object.keys(body).length > 0
          ? explainedCopy(body, services.cluster)
          : unassignedCopy(services.cluster);
      if (!found) {
        throw illegalArgument(
          'unable to find any unassigned shards to explain [ClusterAllocationExplainRequest[useAnyUnassignedShard=true,' +
            `includeYesDecisions?=${request.bool('include_yes_decisions', false)}]`,
        );
      }
      const { index, copy } = found;
      const { routing } = copy;
      const disk = request.bool('include_disk_info', false)
        ? { cluster_info: { nodes: {}, shard_sizes: {}, shard_paths: {} } }
        : {};
      if (routing.state === 'UNASSIGNED')
        return json({ ...explainUnassigned(index, copy, services), ...disk });
      return json({
        index: index.name,
        shard: routing.shardId,
        primary: routing.primary,
        current_state: 'started',
        current_node: nodeJson(services, routing.nodeId),
        can_remain_on_current_node: 'yes',
        can_rebalance_cluster: 'yes',
        can_rebalance_to_other_node: 'no',
        ...disk,
        rebalance_explanation:
          'cannot rebalance as no target node exists that can both allocate this shard and improve the cluster balance',
      });
    },
  ),
  ...routes(
    ['POST /_cluster/reroute'],
    {
      body: 'json',
      parameters: [...timeoutParameters, 'dry_run', 'explain', 'retry_failed', 'metric'],
      doc: 'copies are where they can be: there is nothing to move',
    },
    (request, { cluster }) => {
      const commands = request.json()?.commands;
      const given = Array.isArray(commands) ? commands.filter(isJsonObject) : [];
      const explain = request.bool('explain', false);
      if (given.length > 0 && !(explain || request.bool('dry_run', false))) {
        throw notEmulated('moving shards by hand');
      }
      const explanations = explain ? { explanations: given.map(refusedCommand) } : {};
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
    (request, { cluster }) => {
      if (request.method === 'DELETE') {
        cluster.votingExclusions = [];
        return acknowledged;
      }
      const given = (['node_ids', 'node_names'] as const).filter(
        (name) => (request.param(name) ?? '') !== '',
      );
      if (given.length === 1) {
        cluster.votingExclusions = [...cluster.votingExclusions, ...exclusions(request, cluster.nodes)];
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

/** A command that changes nothing: every copy is where it can be. */
function refusedCommand(item: JsonObject): JsonObject {
  const [command, parameters] = Object.entries(item)[0] ?? ['', {}];
  const members: JsonObject = isJsonObject(parameters) ? parameters : {};
  const { index, shard, node } = members;
  const explanation = `can't ${command} ${String(shard)}, failed to find it on node ${String(node)}`;
  return {
    command,
    parameters: {
      index,
      shard,
      node,
      ...(command === 'cancel' ? { allow_primary: false } : {}),
    },
    decisions: [{ decider: `${command}_allocation_command`, decision: 'NO', explanation }],
  };
}

/** What the request excludes: nodes that are there with both names, others with the one that it has. */
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

function shardStores(index: LocalIndex, services: RestServices, wanted: readonly string[]): JsonObject {
  const shards: JsonObject = {};
  for (let shard = 0; shard < index.numberOfShards; shard++) {
    const copies = index.copies.filter(({ routing }) => routing.shardId === shard);
    const started = copies.filter(({ routing }) => routing.nodeId !== null);
    const status = started.length === 0 ? 'red' : started.length < copies.length ? 'yellow' : 'green';
    if (!wanted.includes('all') && !wanted.includes(status)) continue;
    const stores = started.map(({ routing }) => {
      const { id, ...node } = nodeJson(services, routing.nodeId);
      return {
        [String(id)]: node,
        allocation_id: routing.allocationId,
        allocation: routing.primary ? 'primary' : 'replica',
      };
    });
    shards[shard] = { stores };
  }
  return shards;
}
