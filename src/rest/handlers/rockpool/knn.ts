import { indicesOptions } from '../../../cluster/index.ts';
import {
  BodyReader,
  illegalArgument,
  type JsonObject,
  limits,
  parseSizeBytes,
} from '../../../common/index.ts';
import {
  type CurvePoint,
  type LoadSimulation,
  type MissRatioCurve,
  NO_SIMULATION,
  type PolicyCurve,
  type PolicyName,
  policies,
  type TraceCurve,
} from '../../../knn/index.ts';
import type { RestRequest } from '../../request.ts';
import { acknowledged, json } from '../../response.ts';
import { NO_BODY, routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { nodesOf, sinceOf } from './events.ts';

const MAX_LATENCY_MS = 3_600_000;

export const knnLaboratoryRoutes = [
  ...routes(
    ['GET /_rockpool/knn/curve'],
    {
      parameters: ['limits', 'node', 'since', 'policies'],
      doc: 'hits and misses that the recorded searches would have had at other limits and by other policies',
    },
    async (request, services) => {
      const names = policyNames(request.list('policies') ?? []);
      const limitsKb = limitsOf(request.list('limits') ?? null);
      const wanted = accessesWanted(request, services);
      await services.laboratory.recorded();
      const curve = services.laboratory.curve({ ...wanted, limitsKb });
      if (names.length === 0) return json(curveJson(curve));
      const same = curve.points.map((point) => point.limitKb);
      const others = await services.laboratory.policyCurves(names, { ...wanted, limitsKb: same });
      return json({ ...curveJson(curve), policies: others.map(policyJson) });
    },
  ),
  ...routes(
    ['POST /_rockpool/knn/curve'],
    { body: 'json', bodyRefusal: NO_BODY, doc: 'the same for a trace of your own, as CSV: time, id, size' },
    async (request, { laboratory }) => {
      const reader = new BodyReader('curve', request.requiredJson());
      const csv = reader.text('trace');
      const limitsKb = limitsOf(wordsIn(reader, 'limits'));
      const names = policyNames(wordsIn(reader, 'policies') ?? []);
      reader.end();
      if (csv === null) throw illegalArgument('[trace] is required: lines of time, id, size');
      return json(traceCurveJson(await laboratory.traceCurve(csv, { policies: names, limitsKb })));
    },
  ),
  ...routes(
    ['GET /_rockpool/knn/trace'],
    { parameters: ['node', 'since'], doc: 'the recorded accesses as CSV, as cache simulators read them' },
    async (request, services) => {
      await services.laboratory.recorded();
      const text = services.laboratory.trace(accessesWanted(request, services));
      return { status: 200, body: { kind: 'text', text, contentType: 'text/csv; charset=UTF-8' } };
    },
  ),
  ...routes(['GET /_rockpool/knn/policies'], { doc: 'the policies that a curve can be replayed by' }, () =>
    json({ policies: policies.map(({ name, title, doc }) => ({ name, title, doc })) }),
  ),
  ...routes(
    ['POST /_rockpool/knn/plan'],
    { body: 'json', bodyRefusal: NO_BODY, doc: 'what graphs weigh, which limit holds them, what less costs' },
    async (request, { laboratory }) => json(await laboratory.plan(request.requiredJson())),
  ),
  ...routes(
    ['POST /_rockpool/knn/clear', 'POST /_rockpool/knn/clear/{index}'],
    { doc: 'take graphs out of the caches, uncounted' },
    (request, { laboratory, cluster }) => {
      const name = request.param('index');
      // Throws for an index that does not exist.
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
    { body: 'json', bodyRefusal: NO_BODY, doc: 'make loads as slow as a disk would be' },
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

/** `50mb` → KB, parsed like the limit's setting. */
export function limitKb(text: string): number {
  return Math.floor(parseSizeBytes(text, 'limits') / 1024);
}

function limitsOf(texts: readonly string[] | null): readonly number[] | null {
  if ((texts?.length ?? 0) > limits.curvePoints.value) {
    throw illegalArgument(`[limits] must be at most ${limits.curvePoints.value}`);
  }
  return texts?.map(limitKb) ?? null;
}

function wordsIn(reader: BodyReader, key: string): readonly string[] | null {
  const items = reader.list(key, limits.curvePoints.value);
  return (
    items?.map((item) => {
      if (typeof item === 'string') return item;
      throw reader.wrong(key, 'an array of strings');
    }) ?? null
  );
}

function policyNames(texts: readonly string[]): readonly PolicyName[] {
  return [...new Set(texts)].map((text) => {
    const policy = policies.find(({ name }) => name === text);
    if (policy) return policy.name;
    const known = policies.map(({ name }) => name).join(', ');
    throw illegalArgument(`[policies] knows [${known}], not [${text}]`);
  });
}

function accessesWanted(request: RestRequest, services: RestServices) {
  return {
    nodeIds: nodesOf(request, services),
    since: request.has('since') ? sinceOf(request) : null,
  };
}

function traceCurveJson({ accesses, graphs, graphsKb, points, curves }: TraceCurve): JsonObject {
  return {
    method: 'simulation',
    accesses,
    graphs,
    graphs_kb: graphsKb,
    points: points.map(pointJson),
    policies: curves.map(policyJson),
  };
}

function policyJson({ policy, points }: PolicyCurve): JsonObject {
  return { policy, points: points.map(pointJson) };
}

function pointJson({ limitKb: kb, hits, misses, evictions, missRatio }: CurvePoint): JsonObject {
  return { limit_kb: kb, hits, misses, evictions, miss_ratio: missRatio };
}

function curveJson(curve: MissRatioCurve): JsonObject {
  const { method, accesses, graphs, graphsKb, complete, measured } = curve;
  const points = curve.points.map(pointJson);
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
