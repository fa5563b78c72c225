import { type ClusterService, NODE_HOST, type VirtualNode } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';

/**
 * Which nodes answer a request to all of them, and `_nodes` of the response: a stopped node that was not
 * noticed yet fails.
 */
export function askNodes(
  nodes: readonly VirtualNode[],
  { membership }: ClusterService,
  action: string,
): { readonly summary: JsonObject; readonly answering: readonly VirtualNode[] } {
  const answering = nodes.filter(({ id }) => membership.isStarted(id));
  const failed = nodes.length - answering.length;
  const summary: JsonObject = { total: nodes.length, successful: answering.length, failed };
  if (failed > 0) {
    summary.failures = nodes
      .filter(({ id }) => !membership.isStarted(id))
      .map(({ id, name }) => ({
        type: 'failed_node_exception',
        reason: `Failed node [${id}]`,
        node_id: id,
        caused_by: {
          type: 'node_disconnected_exception',
          reason: `[${name}][${NODE_HOST}:9300][${action}[n]] disconnected`,
        },
      }));
  }
  return { summary, answering };
}
