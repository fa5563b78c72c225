import { createAnalysisRegistry } from '../analysis/index.ts';
import {
  type ClusterService,
  definedSettings,
  indicesOptions,
  type LocalIndex,
  parseCreateIndex,
  validateIndexSettings,
} from '../cluster/index.ts';
import {
  BodyReader,
  greatest,
  illegalArgument,
  type JsonObject,
  least,
  limits,
  parseSizeBytes,
} from '../common/index.ts';
import {
  type GraphLayout,
  graphsOf,
  type KnnPlugin,
  type MissRatioCurve,
  type PlannedGraph,
  planOf,
} from '../knn/index.ts';
import { createMapperService, type MappedFieldType } from '../mapper/index.ts';
import { compileTokenPredicate } from '../script/index.ts';
import { eachGraph } from './eachGraph.ts';

interface PlanParts {
  readonly cluster: ClusterService;
  readonly knn: KnnPlugin;
  readonly curve: (limitsKb: readonly number[]) => MissRatioCurve;
}

const MAX_DOCUMENTS = 2 ** 31;
const MAX_NODES = 64;

/**
 * How much memory graphs need, which limit holds them, and how much smaller alternatives would be: for an
 * existing index (`{"index":"name"}`, measured from its graph files), or a hypothetical one (`mappings`,
 * `settings`, `documents`, `segments`, `nodes`).
 */
export async function planJson(body: JsonObject, parts: PlanParts): Promise<JsonObject> {
  const reader = new BodyReader('plan', body);
  const limitsKb = parseLimits(reader) ?? [limitInForce(parts)];
  const name = reader.text('index');
  const graphs =
    name === null ? imaginedGraphs(reader, parts) : await weighedGraphs(indexOf(name, parts), parts);
  reader.end();
  const plan = planOf(graphs, limitsKb);
  const nameOf = (nodeId: string): string =>
    parts.cluster.nodes.find(({ id }) => id === nodeId)?.name ?? nodeId;
  return {
    estimated: name === null,
    fields: fieldsJson(graphs),
    nodes: plan.nodes.map(({ nodeId, graphs: count, kb }) => ({ node: nameOf(nodeId), graphs: count, kb })),
    limit_that_holds_kb: plan.limitThatHoldsKb,
    limits: plan.limits.map((limit) => ({
      limit_kb: limit.limitKb,
      holds_all: limit.holdsAll,
      graphs_after_warmup: limit.graphsAfterWarmup,
      warmup_evictions: limit.warmupEvictions,
      loads_per_search: limit.loadsPerSearch,
      loaded_kb_per_search: limit.loadedKbPerSearch,
    })),
    ...(name === null ? {} : recordedJson(parts.curve(limitsKb))),
  };
}

/**
 * What the searches recorded so far would have cost with these limits. Covers all indices, as they share the
 * caches.
 */
function recordedJson({ accesses, points }: MissRatioCurve): JsonObject {
  if (accesses === 0) return {};
  const rows = points.map(({ limitKb, misses, missRatio }) => ({
    limit_kb: limitKb,
    misses,
    miss_ratio: missRatio,
  }));
  return { recorded: { accesses, limits: rows } };
}

function parseLimits(reader: BodyReader): readonly number[] | null {
  const list = reader.list('limits', limits.curvePoints.value);
  if (list === null) return null;
  return list.map((item) => {
    if (typeof item !== 'string') throw reader.wrong('limits', 'an array of sizes such as "50mb"');
    return Math.floor(parseSizeBytes(item, 'limits') / 1024);
  });
}

function limitInForce({ cluster, knn }: PlanParts): number {
  return knn.node(cluster.nodes[0].id).limitKb;
}

function indexOf(name: string, { cluster }: PlanParts): LocalIndex {
  const found = cluster.localIndices(name, indicesOptions.search);
  if (found.length !== 1)
    throw illegalArgument(`[plan.index] must name exactly one index, but [${name}] matches ${found.length}`);
  return found[0];
}

/** The graphs of every copy that is on a node, with the size that they have in its cache. */
function weighedGraphs(index: LocalIndex, { knn }: PlanParts): Promise<readonly PlannedGraph[]> {
  return eachGraph(index, knn, async ({ source }, node) => ({
    field: source.field,
    nodeId: node.id,
    vectors: source.vectors.count,
    weightKb: await node.store.weightKb(source),
  }));
}

function imaginedGraphs(reader: BodyReader, { cluster }: PlanParts): readonly PlannedGraph[] {
  const content = parseCreateIndex({
    settings: (reader.value('settings') ?? {}) as JsonObject,
    mappings: (reader.value('mappings') ?? {}) as JsonObject,
  });
  validateIndexSettings(cluster.registry, content.settings);
  const settings = definedSettings(content.settings);
  const mapper = createMapperService({
    indexName: 'plan',
    analysis: createAnalysisRegistry(settings, compileTokenPredicate),
    settings: () => settings,
    checkVectorIndexing: () => undefined,
  });
  mapper.merge(content.mappings, 'create');
  const fields = mapper.fields().filter(({ vector }) => vector !== null);
  if (fields.length === 0) throw illegalArgument('[plan.mappings] has no field of type [knn_vector]');
  const nodes = reader.whole('nodes', 1, MAX_NODES) ?? cluster.nodes.length;
  const layout = {
    shards: Number(settings.get('index.number_of_shards') ?? 1),
    replicas: Number(settings.get('index.number_of_replicas') ?? 1),
    segmentsPerShard: reader.whole('segments', 1, 10_000) ?? 1,
    nodeIds: Array.from({ length: nodes }, (_, i) => `node-${i + 1}`),
  };
  const graphs =
    layout.shards * layout.segmentsPerShard * fields.length * Math.min(layout.replicas + 1, nodes);
  if (graphs > limits.plannedGraphs.value) {
    throw illegalArgument(`[plan] has ${graphs} graphs; the limit is ${limits.plannedGraphs.value}`);
  }
  const documents = reader.whole('documents', 0, MAX_DOCUMENTS);
  if (documents === null) throw reader.wrong('documents', 'given');
  return fields.flatMap((field) => graphsOf(layoutOf(field, documents, layout)));
}

function layoutOf(
  { name, vector }: MappedFieldType,
  vectors: number,
  layout: Pick<GraphLayout, 'shards' | 'segmentsPerShard' | 'replicas' | 'nodeIds'>,
): GraphLayout {
  return { ...layout, field: name, info: vector as NonNullable<typeof vector>, vectors };
}

function fieldsJson(graphs: readonly PlannedGraph[]): JsonObject[] {
  const byField = new Map<string, PlannedGraph[]>();
  for (const graph of graphs) {
    const own = byField.get(graph.field);
    if (own) own.push(graph);
    else byField.set(graph.field, [graph]);
  }
  return [...byField].map(([field, own]) => {
    const weights = own.map(({ weightKb }) => weightKb);
    return {
      field,
      graphs: own.length,
      vectors: own.reduce((sum, { vectors }) => sum + vectors, 0),
      kb: weights.reduce((sum, kb) => sum + kb, 0),
      lightest_kb: least(weights),
      heaviest_kb: greatest(weights),
    };
  });
}
