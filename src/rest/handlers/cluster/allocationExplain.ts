import type { ClusterService, LocalIndex, ShardHandle, VirtualNode } from '../../../cluster/index.ts';
import { indexNotFound, NODE_HOST } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { illegalArgument, ObjectReader, parseTimeMs } from '../../../common/index.ts';
import { json } from '../../response.ts';
import { type Route, routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';

const DELAY_SETTING = 'index.unassigned.node_left.delayed_timeout';

interface Explained {
  readonly index: LocalIndex;
  readonly copy: ShardHandle;
}

/** `id`, `name`, address and attributes of a node; empty strings for a node that has left. */
export function nodeJson({ cluster }: RestServices, nodeId: string | null): JsonObject {
  const node = cluster.nodes.find(({ id }) => id === nodeId);
  return {
    id: node?.id ?? '',
    name: node?.name ?? '',
    transport_address: `${NODE_HOST}:9300`,
    attributes: { shard_indexing_pressure_enabled: 'true' },
  };
}

/** An unassigned copy to explain, primaries first as in the original; `null` if there is none. */
function anyUnassigned(cluster: ClusterService): Explained | null {
  const all = [...cluster.indices.values()].flatMap((index) =>
    index.copies
      .filter(({ routing }) => routing.state === 'UNASSIGNED')
      .map((copy): Explained => ({ index, copy })),
  );
  return all.find(({ copy }) => copy.routing.primary) ?? all[0] ?? null;
}

function explainedCopy(body: JsonObject, cluster: ClusterService): Explained {
  const reader = new ObjectReader('cluster/allocation/explain', body);
  const name = reader.text('index');
  const shard = reader.whole('shard');
  const primary = reader.flag('primary');
  const currentNode = reader.text('current_node');
  reader.end();
  if (name === undefined || shard === undefined || primary === undefined) {
    throw illegalArgument('index must be specified, shard must be specified, primary must be specified');
  }
  const index = cluster.indices.get(name);
  if (!index) throw indexNotFound(name);
  const copies = index.copies.filter(
    ({ routing }) => routing.shardId === shard && routing.primary === primary,
  );
  const ofNode =
    currentNode === undefined ? copies : copies.filter((copy) => isOn(copy, currentNode, cluster));
  // Of several replicas, an unassigned one is explained.
  const copy = ofNode.find(({ routing }) => routing.state !== 'STARTED') ?? ofNode[0];
  if (!copy)
    throw illegalArgument(
      `No shard was specified in the request which means the response should explain a shard`,
    );
  return { index, copy };
}

function isOn({ routing }: ShardHandle, name: string, cluster: ClusterService): boolean {
  return cluster.nodes.some((node) => node.id === routing.nodeId && (node.id === name || node.name === name));
}

function unassignedInfo({ index, copy }: Explained, lastStatus: string): JsonObject {
  const { reason, sinceMs, details } = copy.routing.unassigned ?? {
    reason: 'INDEX_CREATED',
    sinceMs: index.creationDateMs,
    details: null,
  };
  return {
    reason,
    at: new Date(sinceMs).toISOString(),
    ...(reason === 'ALLOCATION_FAILED' ? { failed_allocation_attempts: 1 } : {}),
    ...(details === null ? {} : { details }),
    last_allocation_status: lastStatus,
  };
}

/**
 * Explains an unassigned primary by the copies on the nodes: only an undamaged in-sync copy is allocated
 * automatically.
 */
function explainPrimary(explained: Explained, services: RestServices): JsonObject {
  const { index, copy } = explained;
  const { shardId } = copy.routing;
  const stored = index.metadata.copies[shardId];
  const stores = services.cluster.nodes.map((node) => {
    const there = stored.find(({ nodeId }) => nodeId === node.id);
    return { node, store: there ? storeJson(explained, there.allocationId) : { found: false } };
  });
  const isFound = stores.some(({ store }) => !('found' in store));
  return {
    unassigned_info: unassignedInfo(explained, 'no_valid_shard_copy'),
    can_allocate: 'no_valid_shard_copy',
    allocate_explanation: isFound
      ? 'cannot allocate because all found copies of the shard are either stale or corrupt'
      : 'cannot allocate because a previous copy of the primary shard existed but can no longer be found on the ' +
        'nodes in the cluster',
    node_allocation_decisions: stores.map(({ node, store }) => ({ ...decisionOf(node), store })),
  };
}

/** The copy on a node, with the error of the attempt to open it. */
export function storeJson({ index, copy }: Explained, allocationId: string | null): JsonObject {
  const { shardId } = copy.routing;
  const store: JsonObject = {
    in_sync: index.metadata.inSyncAllocations.has(allocationId ?? ''),
    allocation_id: allocationId,
  };
  const at = index.metadata.copies[shardId].findIndex((stored) => stored.allocationId === allocationId);
  const details = index.copies.filter(({ routing }) => routing.shardId === shardId)[at]?.routing.unassigned
    ?.details;
  if (details) store.store_exception = { type: 'corrupt_index_exception', reason: details };
  return store;
}

function explainReplica(explained: Explained, services: RestServices): JsonObject {
  const { index, copy } = explained;
  const { shardId, leftWith, unassigned } = copy.routing;
  const primary = index.copies.find(({ routing }) => routing.shardId === shardId && routing.primary);
  const isActive = primary?.routing.state === 'STARTED';
  const decisions = services.cluster.nodes.map((node, i) => {
    const there = index.copies.find(
      ({ routing }) => routing.shardId === shardId && routing.nodeId === node.id,
    );
    const why = !isActive
      ? decider('replica_after_primary_active', 'primary shard for this replica is not yet active')
      : there
        ? decider('same_shard', 'a copy of this shard is already allocated to this node')
        : null;
    const decision = why === null ? 'yes' : 'no';
    return {
      ...decisionOf(node),
      node_decision: decision,
      weight_ranking: i + 1,
      ...(why === null ? {} : { deciders: [why] }),
    };
  });
  const isDelayed = isActive && leftWith !== undefined;
  if (!isDelayed) {
    return {
      unassigned_info: unassignedInfo(explained, 'no_attempt'),
      can_allocate: 'no',
      allocate_explanation: 'cannot allocate because allocation is not permitted to any of the nodes',
      node_allocation_decisions: decisions,
    };
  }
  const delayMs = parseTimeMs(index.settings.get(DELAY_SETTING) ?? '1m', DELAY_SETTING);
  const awayMs = services.clock.nowMs() - (unassigned?.sinceMs ?? services.clock.nowMs());
  const remainingMs = Math.max(0, delayMs - awayMs);
  const hasYes = decisions.some(({ node_decision: decision }) => decision === 'yes');
  return {
    unassigned_info: unassignedInfo(explained, 'no_attempt'),
    can_allocate: 'allocation_delayed',
    allocate_explanation:
      `cannot allocate because the cluster is still waiting ${timeText(remainingMs)} for the departed node holding a ` +
      `replica to rejoin${hasYes ? ', despite being allowed to allocate the shard to at least one other node' : ''}`,
    configured_delay_in_millis: delayMs,
    remaining_delay_in_millis: remainingMs,
    node_allocation_decisions: decisions,
  };
}

function decisionOf(node: VirtualNode): JsonObject {
  return {
    node_id: node.id,
    node_name: node.name,
    transport_address: `${NODE_HOST}:9300`,
    node_attributes: { shard_indexing_pressure_enabled: 'true' },
    node_decision: 'no',
  };
}

function decider(name: string, explanation: string): JsonObject {
  return { decider: name, decision: 'NO', explanation };
}

/** `59.9s`: a time as printed by the original, truncated to one decimal. */
function timeText(timeMs: number): string {
  if (timeMs < 1000) return `${timeMs}ms`;
  const [size, unit] = timeMs < 60_000 ? [1000, 's'] : [60_000, 'm'];
  return `${Math.floor((timeMs / size) * 10) / 10}${unit}`;
}

function explain(explained: Explained, services: RestServices, disk: JsonObject): JsonObject {
  const { index, copy } = explained;
  const { routing } = copy;
  const head = {
    index: index.name,
    shard: routing.shardId,
    primary: routing.primary,
    current_state: routing.state.toLowerCase(),
  };
  switch (routing.state) {
    case 'UNASSIGNED': {
      const why = routing.primary ? explainPrimary(explained, services) : explainReplica(explained, services);
      return { ...head, ...why, ...disk };
    }
    case 'INITIALIZING': {
      const node = nodeJson(services, routing.nodeId);
      const info: JsonObject = routing.unassigned
        ? { unassigned_info: unassignedInfo(explained, 'no_attempt') }
        : {};
      const explanation =
        `the shard is in the process of initializing on node [${node.name}], wait until initialization has ` +
        'completed';
      return { ...head, ...info, current_node: node, ...disk, explanation };
    }
    case 'STARTED':
      return {
        ...head,
        current_node: nodeJson(services, routing.nodeId),
        can_remain_on_current_node: 'yes',
        can_rebalance_cluster: 'yes',
        can_rebalance_to_other_node: 'no',
        ...disk,
        rebalance_explanation:
          'cannot rebalance as no target node exists that can both allocate this shard and improve the cluster balance',
      };
  }
}

export const allocationExplainRoutes: readonly Route[] = routes(
  ['GET|POST /_cluster/allocation/explain'],
  {
    body: 'json',
    parameters: ['include_yes_decisions', 'include_disk_info'],
    doc: 'why a copy is where it is, or nowhere',
  },
  (request, services) => {
    const body = request.json();
    const found =
      body && Object.keys(body).length > 0
        ? explainedCopy(body, services.cluster)
        : anyUnassigned(services.cluster);
    if (!found) {
      throw illegalArgument(
        'unable to find any unassigned shards to explain [ClusterAllocationExplainRequest[useAnyUnassignedShard=true,' +
          `includeYesDecisions?=${request.bool('include_yes_decisions', false)}]`,
      );
    }
    const disk: JsonObject = request.bool('include_disk_info', false)
      ? { cluster_info: { nodes: {}, shard_sizes: {}, shard_paths: {} } }
      : {};
    return json(explain(found, services, disk));
  },
);
