import type { Clock } from '../../common/index.ts';
import { missRatioCurve, policyCurves, traceCsv, tracesOf, windowsOf } from '../../knn/index.ts';
import type { Laboratory } from '../../rest/index.ts';
import type { ClusterGraphs } from './clusterGraphs.ts';

const DEFAULT_SIZE = 1000;

/** The laboratory of a server in front of a real cluster; everything about graphs refers to the cluster's. */
export function openClusterLaboratory(own: Laboratory, graphs: ClusterGraphs, clock: Clock): Laboratory {
  const { accesses } = graphs;
  const caches = (nodeIds: ReadonlySet<string> | null) =>
    graphs.caches.filter(({ id }) => nodeIds?.has(id) ?? true);
  const nameOf = (nodeId: string): string => graphs.nodes.find(({ id }) => id === nodeId)?.name ?? nodeId;
  return {
    ...own,
    // A getter of the other laboratory, which a spread would read only once.
    get simulation() {
      return own.simulation;
    },
    get watchers() {
      return accesses.watchers;
    },
    nodeIds: (filter) => {
      const wanted = filter.split(',');
      const found = graphs.nodes.filter(({ id, name }) => wanted.includes(id) || wanted.includes(name));
      return new Set(found.map(({ id }) => id));
    },
    events: ({ since = 0, size = DEFAULT_SIZE, nodeIds = null } = {}) =>
      accesses.page(since, size, (nodeId) => nodeIds?.has(nodeId) ?? true),
    onEvent: (listener) => accesses.watch(listener),
    curve: ({ limitsKb = null, nodeIds = null, since = null } = {}) => {
      const curve = missRatioCurve(accesses, caches(nodeIds), { limitsKb, nodeIds, since });
      return { ...curve, measured: graphs.measured(curve) };
    },
    recorded: () => graphs.recorded,
    policyCurves: (names, { limitsKb, nodeIds = null, since = null }) =>
      policyCurves(names, tracesOf(windowsOf(accesses, caches(nodeIds), since)), limitsKb, clock),
    trace: ({ nodeIds = null, since = null } = {}) =>
      traceCsv(windowsOf(accesses, caches(nodeIds), since), nameOf),
    graphs: () => graphs.json(),
  };
}
