import type { PassingSearch, RestClient, Upstream } from '../../client/index.ts';
import { type Clock, type JsonObject, type JsonValue, type Logger, limits } from '../../common/index.ts';
import { EventLog, type MissRatioCurve, type NodeCache } from '../../knn/index.ts';
import { type ClusterGraph, type ClusterLayout, member, readLayout } from './layout.ts';
import { graphsUsedBy, knnSearchOf } from './searches.ts';

/** Maximum age of the cached segments and nodes. */
const LAYOUT_AGE_MS = 5000;

/** Maximum number of searches whose graphs are not known yet; further ones are not recorded. */
const MOST_WAITING = 1000;

interface Counts {
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
}

interface ClusterGraphsOptions {
  readonly upstream: Upstream;
  readonly client: RestClient;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * The graph caches of a real cluster, as far as they can be observed: its statistics, and the accesses of
 * searches forwarded by this server, which nobody else records.
 */
export class ClusterGraphs {
  readonly accesses: EventLog;
  readonly #client: RestClient;
  readonly #clock: Clock;
  readonly #log: Logger;
  #layout: ClusterLayout | null = null;
  #layoutAtMs = Number.NEGATIVE_INFINITY;
  #asking: Promise<ClusterLayout> | null = null;
  #answering: Promise<JsonObject> | null = null;
  /** Records searches in order of arrival. */
  #recording: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** The cluster's counters when recording began, and at the last check. */
  #first: Counts | null = null;
  #last: Counts | null = null;

  constructor({ upstream, client, clock, log }: ClusterGraphsOptions) {
    this.accesses = new EventLog(clock, limits.cacheEvents.value);
    this.#client = client;
    this.#clock = clock;
    this.#log = log;
    upstream.onSearch((search) => this.#record(search));
    upstream.onChange(() => {
      this.#layoutAtMs = Number.NEGATIVE_INFINITY;
    });
  }

  get nodes(): ClusterLayout['nodes'] {
    return this.#layout?.nodes ?? [];
  }

  get caches(): readonly NodeCache[] {
    return this.nodes.map(({ id }) => ({ id, expiryMs: null }));
  }

  /** Resolves when all searches so far are recorded; never rejects. */
  get recorded(): Promise<void> {
    return this.#recording;
  }

  /**
   * In the format of `GET /_rockpool/knn/graphs`. Throws the client's errors. Concurrent calls share one answer:
   * counters that arrived in another order would look like those of a restarted cluster.
   */
  json(): Promise<JsonObject> {
    this.#answering ??= this.#readJson().finally(() => {
      this.#answering = null;
    });
    return this.#answering;
  }

  async #readJson(): Promise<JsonObject> {
    const [layout, stats] = await Promise.all([
      this.#layoutOfNow(),
      this.#client.ask('/_plugins/_knn/stats'),
    ]);
    const nodes = member(stats, 'nodes');
    this.#count(nodes);
    const counts = graphCounts(layout);
    return {
      source: 'cluster',
      nodes: layout.nodes.map(({ id, name, limitKb }) => {
        const own = member(nodes, id);
        return {
          id,
          name,
          limit_kb: limitKb,
          used_kb: Number(own.graph_memory_usage ?? 0),
          capacity_reached: own.cache_capacity_reached === true,
        };
      }),
      graphs: layout.graphs.map((graph) => graphJson(graph, counts, nodes)),
    };
  }

  /** The curve cannot know the actual hits; the cluster's own counters do. */
  measured(curve: MissRatioCurve): MissRatioCurve['measured'] {
    const [first, last] = [this.#first, this.#last];
    if (first === null || last === null) return curve.measured;
    return {
      hits: last.hits - first.hits,
      misses: last.misses - first.misses,
      evictions: last.evictions - first.evictions,
    };
  }

  #count(nodes: JsonObject): void {
    const sum = (name: string): number =>
      Object.values(nodes).reduce((total: number, node) => total + Number(member(node)[name] ?? 0), 0);
    const now = { hits: sum('hit_count'), misses: sum('miss_count'), evictions: sum('eviction_count') };
    const last = this.#last;
    this.#last = now;
    // Counters that decrease belong to restarted caches.
    const startedAnew = last !== null && now.hits + now.misses < last.hits + last.misses;
    if (this.#first !== null && !startedAnew) return;
    this.#first = startedAnew ? { hits: 0, misses: 0, evictions: 0 } : now;
    for (const { id, limitKb } of this.nodes) {
      this.accesses.record(id, { kind: 'rebuild', limits: { weightKb: limitKb, expiryMs: null } });
    }
  }

  async #layoutOfNow(): Promise<ClusterLayout> {
    if (this.#asking !== null) return this.#asking;
    const age = this.#clock.nowMs() - this.#layoutAtMs;
    if (this.#layout !== null && age >= 0 && age < LAYOUT_AGE_MS) return this.#layout;
    this.#asking = this.#readLayout().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #readLayout(): Promise<ClusterLayout> {
    // Before the questions, so that a change meanwhile makes the answers outdated.
    this.#layoutAtMs = this.#clock.nowMs();
    try {
      this.#layout = await readLayout(this.#client);
      return this.#layout;
    } catch (error) {
      this.#layoutAtMs = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  #record(passing: PassingSearch): void {
    // A cluster that does not respond must not exhaust this process's memory.
    const search = this.#waiting < MOST_WAITING ? knnSearchOf(passing) : null;
    if (search === null) return;
    this.#waiting++;
    this.#recording = this.#recording
      .then(async () => {
        for (const graph of graphsUsedBy(search, await this.#layoutOfNow())) this.#use(graph);
      })
      .catch((error: unknown) => this.#log.warn('a search was not recorded', { error: String(error) }))
      .finally(() => {
        this.#waiting--;
      });
  }

  #use({ key, index, nodeId, weightKb }: ClusterGraph): void {
    this.accesses.record(nodeId, { kind: 'access', key, indexName: index, weightKb });
  }
}

function placeOf({ nodeId, index }: ClusterGraph): string {
  return `${nodeId}/${index}`;
}

/** The number of graphs of each index on each node. */
function graphCounts({ graphs }: ClusterLayout): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const graph of graphs) counts.set(placeOf(graph), (counts.get(placeOf(graph)) ?? 0) + 1);
  return counts;
}

/** `indices_in_cache` counts the graphs of an index on a node: all, none, or some that it does not name. */
function graphJson(graph: ClusterGraph, counts: ReadonlyMap<string, number>, nodes: JsonObject): JsonObject {
  const { index, shard, primary, nodeId, segment, field, engine, vectors, dimension, weightKb } = graph;
  const there = counts.get(placeOf(graph)) ?? 0;
  const cached: JsonValue | undefined = member(
    member(member(nodes, nodeId), 'indices_in_cache'),
    index,
  ).graph_count;
  const count = Number(cached ?? 0);
  const state = count === 0 ? 'on_disk' : count >= there ? 'in_memory' : 'unknown';
  return {
    index,
    shard,
    primary,
    node: nodeId,
    segment,
    field,
    engine,
    vectors,
    dimension,
    kb: weightKb,
    state,
  };
}
