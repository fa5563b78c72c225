import { indicesOptions } from '../../../cluster/index.ts';
import {
  BodyReader,
  illegalArgument,
  type JsonObject,
  limits,
  parseSizeBytes,
} from '../../../common/index.ts';
import { type LoadSimulation, type MissRatioCurve, NO_SIMULATION } from '../../../knn/index.ts';
import { acknowledged, json } from '../../response.ts';
import { routes } from '../../route.ts';
import { nodesOf, sinceOf } from './events.ts';

const MAX_LATENCY_MS = 3_600_000;

export const knnLaboratoryRoutes = [
  ...routes(
    ['GET /_rockpool/knn/curve'],
    {
      parameters: ['limits', 'node', 'since'],
      doc: 'hits and misses that the recorded searches would have had at other limits',
    },
    (request, services) => {
      const nodeIds = nodesOf(request, services);
      const since = request.has('since') ? sinceOf(request) : null;
      const limitsKb = request.list('limits')?.map(limitKb) ?? null;
      if ((limitsKb?.length ?? 0) > limits.curvePoints.value) {
        throw illegalArgument(`[limits] must be at most ${limits.curvePoints.value}`);
      }
      return json(curveJson(services.laboratory.curve({ limitsKb, nodeIds, since })));
    },
  ),
  ...routes(
    ['POST /_rockpool/knn/plan'],
    { body: 'json', doc: 'what graphs weigh, which limit holds them, what less costs' },
    async (request, { laboratory }) => json(await laboratory.plan(request.requiredJson())),
  ),
  ...routes(
    ['POST /_rockpool/knn/clear', 'POST /_rockpool/knn/clear/{index}'],
    { doc: 'take graphs out of the caches, uncounted' },
    (request, { laboratory, cluster }) => {
      const name = request.param('index');
      // Throws for an index that is not there.
      const names =
        name === null
          ? [null]
          : cluster.resolver.resolve(name, indicesOptions.all).map(({ index }) => index.name);
      const cleared = names.reduce((sum: number, index) => sum + laboratory.clearCache(index), 0);
      return json({ cleared });
    },
  ),
  ...routes(
    ['GET /_rockpool/knn/simulation'],
    { doc: 'how slow loads are made' },
    (_request, { laboratory }) => json(simulationJson(laboratory.simulation)),
  ),
  ...routes(
    ['PUT /_rockpool/knn/simulation'],
    { body: 'json', doc: 'make loads as slow as a disk would be' },
    (request, { laboratory }) => {
      laboratory.simulate(parseSimulation(request.requiredJson()));
      return json(simulationJson(laboratory.simulation));
    },
  ),
  ...routes(
    ['DELETE /_rockpool/knn/simulation'],
    { doc: 'loads take as long as they take' },
    (_request, { laboratory }) => {
      laboratory.simulate(NO_SIMULATION);
      return acknowledged;
    },
  ),
];

/** `50mb` → KB, as the setting of the limit reads it. */
export function limitKb(text: string): number {
  return Math.floor(parseSizeBytes(text, 'limits') / 1024);
}

function curveJson(curve: MissRatioCurve): JsonObject {
  const { method, accesses, graphs, graphsKb, complete, measured } = curve;
  const points = curve.points.map(({ limitKb: kb, hits, misses, evictions, missRatio }) => ({
    limit_kb: kb,
    hits,
    misses,
    evictions,
    miss_ratio: missRatio,
  }));
  return { method, accesses, graphs, graphs_kb: graphsKb, complete, measured: { ...measured }, points };
}

function parseSimulation(body: JsonObject): LoadSimulation {
  const reader = new BodyReader('simulation', body);
  const bytesPerSecond = reader.bytes('bytes_per_second');
  const latencyMs = reader.timeMs('latency', MAX_LATENCY_MS) ?? 0;
  reader.end();
  return { bytesPerSecond, latencyMs };
}

function simulationJson({ bytesPerSecond, latencyMs }: LoadSimulation): JsonObject {
  return { bytes_per_second: bytesPerSecond, latency_ms: latencyMs };
}
