import { illegalArgument, limits } from '../../../common/index.ts';
import { json } from '../../response.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';

/** Stops and starts virtual nodes, given by id or name. */
export const nodeLifeRoutes = [
  ...routes(
    ['GET /_rockpool/nodes'],
    { doc: 'every configured node, running or not' },
    (_request, services) => json(nodesJson(services)),
  ),
  ...routes(
    ['POST /_rockpool/nodes/{node}/stop'],
    {
      parameters: ['detect_after'],
      doc: 'end a node as if its process were killed; the others notice after a while, or at once',
    },
    async (request, services) => {
      const detectAfterMs = request.time('detect_after', 0);
      if (detectAfterMs < 0 || detectAfterMs > limits.clockLeapMs.value) {
        throw illegalArgument(`[detect_after] must be from 0 to ${limits.clockLeapMs.value}ms`);
      }
      await services.laboratory.stopNode(request.pathParam('node'), detectAfterMs);
      return json(nodesJson(services));
    },
  ),
  ...routes(
    ['POST /_rockpool/nodes/{node}/start'],
    { doc: 'start a stopped node again: its caches are empty, its copies come back' },
    async (request, services) => {
      await services.laboratory.startNode(request.pathParam('node'));
      return json(nodesJson(services));
    },
  ),
];

function nodesJson({ cluster }: RestServices) {
  const members = new Set(cluster.nodes);
  const nodes = cluster.membership.all.map((node) => {
    const started = cluster.membership.isStarted(node.id);
    const state = started ? 'started' : members.has(node) ? 'stopped_unnoticed' : 'stopped';
    return { id: node.id, name: node.name, state };
  });
  return { nodes };
}
