import { type ClusterService, indicesOptions, selectNodes } from '../cluster/index.ts';
import type { MovableClock } from '../common/index.ts';
import {
  type KnnPlugin,
  missRatioCurve,
  policyCurves,
  readTraceCsv,
  traceCsv,
  traceCurve,
  tracesOf,
  windowsOf,
} from '../knn/index.ts';
import type { Laboratory } from '../rest/index.ts';
import { graphsJson } from './graphs.ts';
import { planJson } from './plan.ts';

interface LaboratoryParts {
  readonly clock: MovableClock;
  readonly cluster: ClusterService;
  readonly knn: KnnPlugin;
}

const DEFAULT_SIZE = 1000;

/** The laboratory of a node: cache events, miss curve, plan, simulated loads, faults and the clock. */
export function openLaboratory(parts: LaboratoryParts): Laboratory {
  const { clock, cluster, knn } = parts;
  const { log, loads, faults } = knn.laboratory;
  const nodesOf = (filter: string): ReadonlySet<string> =>
    new Set(selectNodes(cluster.nodes, filter).map(({ id }) => id));
  const nameOf = (nodeId: string): string => cluster.nodes.find(({ id }) => id === nodeId)?.name ?? nodeId;
  const caches = (nodeIds: ReadonlySet<string> | null) =>
    cluster.nodes
      .filter(({ id }) => nodeIds?.has(id) ?? true)
      .map(({ id }) => ({ id, expiryMs: knn.node(id).cache.limits.expiryMs }));
  const curve: Laboratory['curve'] = ({ limitsKb = null, nodeIds = null, since = null } = {}) =>
    missRatioCurve(log, caches(nodeIds), { limitsKb, nodeIds, since });
  return {
    clock,
    get simulation() {
      return loads.simulation;
    },
    get watchers() {
      return log.watchers;
    },
    faults: {
      get active() {
        return faults.active;
      },
      describe: () => faults.describe(),
      clear: () => faults.clear(),
      request: (method, path) => faults.request(method, path),
      put: (body) => faults.put(body, nodesOf),
    },
    events: ({ since = 0, size = DEFAULT_SIZE, nodeIds = null } = {}) =>
      log.page(since, size, (nodeId) => nodeIds?.has(nodeId) ?? true),
    onEvent: (listener) => log.watch(listener),
    curve,
    recorded: () => Promise.resolve(),
    policyCurves: (names, { limitsKb, nodeIds = null, since = null }) =>
      policyCurves(names, tracesOf(windowsOf(log, caches(nodeIds), since)), limitsKb, clock),
    trace: ({ nodeIds = null, since = null } = {}) =>
      traceCsv(windowsOf(log, caches(nodeIds), since), nameOf),
    traceCurve: async (csv, request) => traceCurve(await readTraceCsv(csv, clock), request, clock),
    graphs: (index) => graphsJson(cluster.localIndices(index, indicesOptions.search), { cluster, knn }),
    nodeIds: nodesOf,
    plan: (body) => planJson(body, { cluster, knn, curve: (limitsKb) => curve({ limitsKb }) }),
    simulate: (simulation) => loads.simulate(simulation),
    stopNode: async (node, detectAfterMs = 0) => void (await cluster.lifecycle.stop(node, detectAfterMs)),
    startNode: async (node) => void (await cluster.lifecycle.start(node)),
    clearCache: (indexName) =>
      cluster.nodes.reduce((cleared, { id }) => cleared + knn.node(id).clearCache(indexName), 0),
  };
}
