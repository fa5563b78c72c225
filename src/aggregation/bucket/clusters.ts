import type { LeafContext } from '../../query/index.ts';

/** A document assigned to a cluster. */
export interface ClusterDoc {
  readonly leaf: LeafContext;
  readonly doc: number;
  readonly score: number;
}

export interface Cluster {
  min: number;
  max: number;
  centroid: number;
  /** Number of values that shaped the cluster. */
  size: number;
  readonly docs: ClusterDoc[];
}

/**
 * Clusters a shard's values, ordered by centroid: close values join a cluster, distant ones start a new one.
 */
export class Clusters {
  readonly #limit: number;
  readonly #bufferSize: number;
  #buffer: { readonly value: number; readonly doc: ClusterDoc }[] | null = [];
  #clusters: Cluster[] = [];
  #averageDistance = 0;

  /** At most `limit` clusters, created from the first `bufferSize` values. */
  constructor(limit: number, bufferSize: number) {
    this.#limit = limit;
    this.#bufferSize = bufferSize;
  }

  add(value: number, doc: ClusterDoc): void {
    if (this.#buffer === null) this.#place(value, doc);
    else if (this.#buffer.push({ value, doc }) === this.#bufferSize) this.#cluster();
  }

  all(): readonly Cluster[] {
    if (this.#buffer !== null) this.#cluster();
    return this.#clusters;
  }

  /**
   * Splits the sorted values into runs of equal length. The documents assigned to each run are as in the
   * original, whose permutation is the inverse of the intended one: counts are right, but sub-aggregations
   * may see other documents.
   */
  #cluster(): void {
    const buffer = this.#buffer ?? [];
    this.#buffer = null;
    if (buffer.length === 0) return;
    const sorted = buffer.map((_, i) => i).sort((a, b) => buffer[a].value - buffer[b].value);
    const perCluster = Math.ceil(buffer.length / initialClusters(this.#limit));
    sorted.forEach((index, i) => {
      const at = Math.floor(i / perCluster);
      if (at === this.#clusters.length) this.#clusters.push(newCluster(buffer[index].value));
      else addValue(this.#clusters[at], buffer[index].value);
    });
    sorted.forEach((index, i) => {
      this.#clusters[Math.floor(index / perCluster)].docs.push(buffer[i].doc);
    });
    this.#measure();
  }

  #place(value: number, doc: ClusterDoc): void {
    const nearest = nearestCluster(this.#clusters, value);
    const { centroid } = this.#clusters[nearest];
    const far = Math.abs(centroid - value) > 2 * this.#averageDistance;
    if (far && this.#clusters.length < this.#limit) {
      const cluster = newCluster(value);
      cluster.docs.push(doc);
      this.#clusters.splice(value > centroid ? nearest + 1 : nearest, 0, cluster);
      this.#measure();
      return;
    }
    addValue(this.#clusters[nearest], value);
    this.#clusters[nearest].docs.push(doc);
    if (nearest === 0 || nearest === this.#clusters.length - 1) this.#measure();
  }

  #measure(): void {
    const last = this.#clusters.length - 1;
    if (last < 1) return;
    this.#averageDistance = (this.#clusters[last].centroid - this.#clusters[0].centroid) / last;
  }
}

/** Leaves room for values that turn out to be far from all others. */
export function initialClusters(limit: number): number {
  return Math.floor((limit * 3) / 4);
}

function newCluster(value: number): Cluster {
  return { min: value, max: value, centroid: value, size: 1, docs: [] };
}

function addValue(cluster: Cluster, value: number): void {
  cluster.min = Math.min(cluster.min, value);
  cluster.max = Math.max(cluster.max, value);
  cluster.centroid = (cluster.centroid * cluster.size + value) / (cluster.size + 1);
  cluster.size++;
}

/** Binary search, because centroids ascend. */
function nearestCluster(clusters: readonly Cluster[], value: number): number {
  let from = 0;
  let to = clusters.length - 1;
  while (from < to) {
    const mid = (from + to) >>> 1;
    if (clusters[mid].centroid < value) from = mid + 1;
    else to = mid;
  }
  const before = from - 1;
  if (before < 0) return from;
  return value - clusters[before].centroid < clusters[from].centroid - value ? before : from;
}
