import { createAnalysisRegistry } from '../../analysis/index.ts';
import type { RestClient } from '../../client/index.ts';
import { isJsonObject, type JsonObject, type JsonValue, parseSizeBytes } from '../../common/index.ts';
import { expectedWeightKb } from '../../knn/index.ts';
import { createMapperService, type MappedFieldType } from '../../mapper/index.ts';
import { compileTokenPredicate } from '../../script/index.ts';

/** A graph that a real cluster must have; its weight is computed, because no API returns it. */
export interface ClusterGraph {
  /** In the event log's form: `index/shard/segment/0/field`. */
  readonly key: string;
  readonly index: string;
  readonly shard: number;
  readonly primary: boolean;
  readonly nodeId: string;
  readonly segment: string;
  readonly field: string;
  readonly engine: string;
  readonly vectors: number;
  readonly dimension: number;
  readonly weightKb: number;
}

export interface ClusterNode {
  readonly id: string;
  readonly name: string;
  /** `null` if there is no limit, or none that can be computed. */
  readonly limitKb: number | null;
}

/** The cluster's segments, nodes and aliases at one moment. */
export interface ClusterLayout {
  readonly nodes: readonly ClusterNode[];
  readonly graphs: readonly ClusterGraph[];
  /** Alias → indices. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
}

/** Throws the client's errors. */
export async function readLayout(client: RestClient): Promise<ClusterLayout> {
  const figures = 'nodes.*.name,nodes.*.os.mem.total_in_bytes,nodes.*.jvm.mem.heap_max_in_bytes';
  const [segments, mappings, aliases, nodes, setting] = await Promise.all([
    client.ask('/_segments?ignore_unavailable=true'),
    client.ask('/_mapping'),
    client.ask('/_alias'),
    client.ask(`/_nodes/stats/os,jvm?filter_path=${figures}`),
    client.clusterSettings(),
  ]);
  const limit = setting('knn.memory.circuit_breaker.limit') ?? '50%';
  const isLimited = setting('knn.memory.circuit_breaker.enabled') !== 'false';
  return {
    nodes: Object.entries(member(nodes, 'nodes')).map(([id, node]) => ({
      id,
      name: String(member(node).name ?? id),
      limitKb: isLimited ? limitOf(limit, node) : null,
    })),
    graphs: Object.entries(member(segments, 'indices')).flatMap(([index, found]) =>
      graphsOf(index, member(found, 'shards'), vectorFields(member(member(mappings, index), 'mappings'))),
    ),
    aliases: aliasesOf(aliases),
  };
}

/** `50%` refers to the machine's memory minus the Java heap. */
function limitOf(text: string, node: JsonValue): number | null {
  if (!text.trim().endsWith('%')) return Math.floor(parseSizeBytes(text, 'limit') / 1024);
  const total = Number(member(member(node, 'os'), 'mem').total_in_bytes);
  const heap = Number(member(member(node, 'jvm'), 'mem').heap_max_in_bytes);
  const kb = Math.floor(((total - heap) * Number.parseFloat(text)) / 100 / 1024);
  return Number.isFinite(kb) ? kb : null;
}

function aliasesOf(answer: JsonObject): ReadonlyMap<string, readonly string[]> {
  const aliases = new Map<string, string[]>();
  for (const [index, body] of Object.entries(answer)) {
    for (const alias of Object.keys(member(body, 'aliases'))) {
      aliases.set(alias, [...(aliases.get(alias) ?? []), index]);
    }
  }
  return aliases;
}

/** A mapping that this server does not support has no graphs to show. */
function vectorFields(mappings: JsonObject): readonly MappedFieldType[] {
  // Only vectors: other parts of the mapping may be unsupported here, and do not matter.
  const properties = vectorsOnly(member(mappings, 'properties'));
  if (Object.keys(properties).length === 0) return [];
  try {
    const mapper = createMapperService({
      indexName: 'cluster',
      analysis: createAnalysisRegistry(new Map(), compileTokenPredicate),
      settings: () => new Map(),
      checkVectorIndexing: () => undefined,
    });
    mapper.merge({ properties }, 'create');
    return mapper.fields().filter(({ vector }) => vector !== null);
  } catch {
    return [];
  }
}

function vectorsOnly(properties: JsonObject): JsonObject {
  const kept: [string, JsonObject][] = [];
  for (const [name, field] of Object.entries(properties)) {
    const inner = vectorsOnly(member(field, 'properties'));
    if (member(field).type === 'knn_vector') kept.push([name, member(field)]);
    else if (Object.keys(inner).length > 0) kept.push([name, { properties: inner }]);
  }
  return Object.fromEntries(kept);
}

function graphsOf(
  index: string,
  shards: JsonObject,
  fields: readonly MappedFieldType[],
): readonly ClusterGraph[] {
  if (fields.length === 0) return [];
  const graphs: ClusterGraph[] = [];
  for (const [shard, copies] of Object.entries(shards)) {
    for (const copy of Array.isArray(copies) ? copies : []) {
      const routing = member(copy, 'routing');
      for (const [segment, facts] of Object.entries(member(copy, 'segments'))) {
        for (const { name, vector } of fields) {
          if (vector === null) continue;
          const vectors = Number(member(facts).num_docs ?? 0);
          const weightKb = expectedWeightKb(vector, vectors);
          if (weightKb === 0) continue;
          graphs.push({
            key: `${index}/${shard}/${segment}/0/${name}`,
            index,
            shard: Number(shard),
            primary: routing.primary === true,
            nodeId: String(routing.node),
            segment,
            field: name,
            engine: vector.engine,
            vectors,
            dimension: vector.dimension,
            weightKb,
          });
        }
      }
    }
  }
  return graphs;
}

export function member(value: JsonValue | undefined, key?: string): JsonObject {
  const inner = key === undefined ? value : isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(inner) ? inner : {};
}
