import type { Random } from '../../common/index.ts';
import { randomUuid, wildcardMatches } from '../../common/index.ts';

/** A node without a process of its own: it has shard copies, a graph cache and statistics. */
export interface VirtualNode {
  readonly id: string;
  readonly name: string;
  /** Different at every start. */
  readonly ephemeralId: string;
}

export const NODE_ROLES: readonly string[] = ['cluster_manager', 'data', 'ingest', 'remote_cluster_client'];
export const NODE_HOST = '127.0.0.1';

export function createVirtualNodes(ids: readonly string[], random: Random): readonly VirtualNode[] {
  return ids.map((id, i) => ({ id, name: `node-${i + 1}`, ephemeralId: randomUuid(random) }));
}

/** Roles usable in a node filter such as `data:true`. */
const ROLE_FILTERS = new Set(['master', 'cluster_manager', 'data', 'ingest', 'remote_cluster_client']);

/**
 * Resolves a node filter: ids, names with wildcards, addresses, `_local`, `_all`, `_cluster_manager`,
 * `data:false`. Unknown names select nothing. Filters apply in order: each adds nodes, and `role:false`
 * removes some.
 */
export function selectNodes(nodes: readonly VirtualNode[], filter: string | null): readonly VirtualNode[] {
  if (filter === null || filter === '' || filter === '_all') return nodes;
  const selected = new Set<VirtualNode>();
  for (const part of filter.split(',').map((item) => item.trim())) {
    const colon = part.indexOf(':');
    if (colon !== -1) applyRole(nodes, part.slice(0, colon), part.slice(colon + 1), selected);
    else for (const node of nodes) if (matches(node, part, nodes)) selected.add(node);
  }
  return nodes.filter((node) => selected.has(node));
}

function applyRole(
  nodes: readonly VirtualNode[],
  role: string,
  wanted: string,
  selected: Set<VirtualNode>,
): void {
  if (role === 'coordinating_only') {
    if (wanted === 'false') for (const node of nodes) selected.add(node);
    return;
  }
  if (!ROLE_FILTERS.has(role)) return;
  for (const node of nodes) {
    if (wanted === 'true') selected.add(node);
    else if (wanted === 'false') selected.delete(node);
  }
}

function matches(node: VirtualNode, part: string, nodes: readonly VirtualNode[]): boolean {
  switch (part) {
    case '_all':
      return true;
    case '_local':
    case '_master':
    case '_cluster_manager':
      return node === nodes[0];
    default:
      return node.id === part || wildcardMatches(part, node.name) || wildcardMatches(part, NODE_HOST);
  }
}
