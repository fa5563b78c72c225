import { appendAll } from '../../common/index.ts';
import { type DocSet, docArray, type LeafContext, type ScoredDocs } from '../../query/index.ts';
import { topPositions, topScores } from '../query/topPositions.ts';
import type { LeafSortKey, SortKey, SortValue } from '../sort/sortKey.ts';

/** A hit before it is fetched. */
export interface ShardHit {
  readonly leaf: LeafContext;
  readonly doc: number;
  /** NaN if not scored. */
  readonly score: number;
  /** Values of the sort keys; empty when sorting by relevance. */
  readonly sort: readonly SortValue[];
  /** The group value, if collapsed. */
  readonly group?: SortValue;
}

export interface TopHitsOptions {
  readonly limit: number;
  /** Empty to sort by score. */
  readonly sortKeys: readonly SortKey[];
  readonly searchAfter: readonly unknown[] | null;
  /** Only hits after this one of the same shard. */
  readonly after: ShardHit | null;
}

/** Orders hits of one shard: by keys or scores, then by order of arrival. */
export function compareHits(keys: readonly SortKey[]): (a: ShardHit, b: ShardHit) => number {
  return (a, b) => {
    for (let k = 0; k < keys.length; k++) {
      const order = keys[k].compare(a.sort[k], b.sort[k]);
      if (order !== 0) return order;
    }
    if (keys.length === 0 && a.score !== b.score) return b.score - a.score;
    return a.leaf.docBase + a.doc - (b.leaf.docBase + b.doc);
  };
}

/** Keeps the best hits of a shard, a segment at a time. */
export class TopHitsCollector {
  readonly #options: TopHitsOptions;
  readonly #afterValues: readonly SortValue[] | null;
  #hits: ShardHit[] = [];

  constructor(options: TopHitsOptions) {
    this.#options = options;
    this.#afterValues = afterValues(options);
  }

  /** Whether hits are expensive, so that only a few hits of a segment should be passed at a time. */
  get isCostly(): boolean {
    return this.#options.sortKeys.some(({ isCostly }) => isCostly === true);
  }

  /** Collects hits of one segment: all, or an ascending part of them. */
  collect(leaf: LeafContext, scored: ScoredDocs): void {
    if (scored.docs.kind === 'none') return;
    const { sortKeys, limit } = this.#options;
    const found = sortKeys.length === 0 ? this.#byScore(leaf, scored) : this.#bySort(leaf, scored);
    appendAll(this.#hits, found);
    if (this.#hits.length <= limit) return;
    this.#hits.sort(compareHits(sortKeys));
    this.#hits.length = limit;
  }

  /** The score that a hit of a later segment must exceed. */
  worstScore(): number {
    if (this.#hits.length < this.#options.limit) return Number.NEGATIVE_INFINITY;
    return this.#hits.reduce((worst, { score }) => Math.min(worst, score), Number.POSITIVE_INFINITY);
  }

  hits(): readonly ShardHit[] {
    return this.#hits.sort(compareHits(this.#options.sortKeys));
  }

  #byScore(leaf: LeafContext, scored: ScoredDocs): ShardHit[] {
    const { limit, after } = this.#options;
    const rest = after === null && this.#afterValues === null ? scored : this.#afterScore(leaf, scored);
    if (rest.scores === null) return firstDocs(leaf, rest, { limit, from: 0 }, []);
    const docs = docArray(rest.docs);
    const { scores } = rest;
    return Array.from(topScores(scores, limit), (at) => ({
      leaf,
      doc: docs[at],
      score: scores[at],
      sort: [],
    }));
  }

  #afterScore(leaf: LeafContext, scored: ScoredDocs): ScoredDocs {
    const { after } = this.#options;
    const score = after?.score ?? Number(this.#afterValues?.[0]);
    const position = after === null ? Number.POSITIVE_INFINITY : after.leaf.docBase + after.doc;
    const docs = docArray(scored.docs);
    const kept: number[] = [];
    for (let i = 0; i < docs.length; i++) {
      const own = scored.scores === null ? scored.constant : scored.scores[i];
      if (own < score || (own === score && leaf.docBase + docs[i] > position)) kept.push(i);
    }
    return pick(scored, docs, kept);
  }

  #bySort(leaf: LeafContext, scored: ScoredDocs): ShardHit[] {
    const { sortKeys, limit } = this.#options;
    const { after } = this.#options;
    const isFirstPage = after === null && this.#afterValues === null;
    const isScroll = after !== null;
    const inOrder = scored.scores === null && sortKeys.every(({ valueInOrder }) => valueInOrder);
    if (inOrder && (isFirstPage || isScroll)) {
      const from = isScroll ? Math.max(0, after.leaf.docBase + after.doc + 1 - leaf.docBase) : 0;
      return firstDocs(leaf, scored, { limit, from }, sortKeys);
    }
    const candidates = isFirstPage && scored.scores === null ? this.#candidates(leaf, scored.docs) : null;
    const docs = candidates ?? docArray(scored.docs);
    const leafKeys = sortKeys.map((key) => key.leaf(leaf, docs, scored.scores, scored.constant));
    const keys = leafKeys.map((key) => key.keys);
    const wanted = this.#positionsAfter(leaf, docs, leafKeys);
    const hit = (at: number): ShardHit => ({
      leaf,
      doc: docs[at],
      score: scored.scores === null ? scored.constant : scored.scores[at],
      sort: leafKeys.map((key) => key.value(at)),
    });
    if (wanted === null) return Array.from(topPositions(docs.length, limit, keys), hit);
    const narrowed = keys.map((values) => valuesOf(values, wanted));
    return Array.from(topPositions(wanted.length, limit, narrowed), (at) => hit(wanted[at]));
  }

  /** The documents that include the first ones, if the first key can tell; otherwise `null`. */
  #candidates(leaf: LeafContext, docs: DocSet): Uint32Array | null {
    const { sortKeys, limit } = this.#options;
    if (docs.kind !== 'all' && docs.kind !== 'bits') return null;
    return sortKeys[0].candidates?.(leaf, limit, docs.kind === 'all' ? null : docs.bits) ?? null;
  }

  /** Positions of documents after the last page; `null` for all. */
  #positionsAfter(leaf: LeafContext, docs: Uint32Array, keys: readonly LeafSortKey[]): Uint32Array | null {
    const values = this.#options.after?.sort ?? this.#afterValues;
    if (values === null) return null;
    const bounds = keys.map((key, k) => key.keyOf(values[k]));
    const { after } = this.#options;
    const position = after === null ? Number.POSITIVE_INFINITY : after.leaf.docBase + after.doc;
    const kept = new Uint32Array(docs.length);
    let n = 0;
    for (let i = 0; i < docs.length; i++) {
      if (comesAfter(keys, bounds, i) ?? leaf.docBase + docs[i] > position) kept[n++] = i;
    }
    return kept.subarray(0, n);
  }
}

/** A loop, because `from` with a function takes ten times as long. */
function valuesOf(values: Float64Array, positions: Uint32Array): Float64Array {
  const found = new Float64Array(positions.length);
  for (let i = 0; i < found.length; i++) found[i] = values[positions[i]];
  return found;
}

/** Whether the i-th document comes after the bounds; `null` if equal. */
function comesAfter(keys: readonly LeafSortKey[], bounds: readonly number[], i: number): boolean | null {
  for (let k = 0; k < keys.length; k++) {
    const value = keys[k].keys[i];
    if (value !== bounds[k]) return value > bounds[k];
  }
  return null;
}

function afterValues(options: TopHitsOptions): readonly SortValue[] | null {
  const { searchAfter, sortKeys } = options;
  if (searchAfter === null) return null;
  return sortKeys.map((key, k) => key.parseAfter(searchAfter[k]));
}

function pick(scored: ScoredDocs, docs: Uint32Array, positions: readonly number[]): ScoredDocs {
  const kept = Uint32Array.from(positions, (at) => docs[at]);
  const { scores, constant } = scored;
  return {
    docs: kept.length === 0 ? { kind: 'none' } : { kind: 'array', docs: kept },
    scores: scores === null ? null : Float32Array.from(positions, (at) => scores[at]),
    constant,
  };
}

/** The position of the first document not before `from`. */
function firstFrom(docs: Uint32Array, from: number): number {
  let low = 0;
  let high = docs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (docs[middle] < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * With equal scores, or keys that ascend with the documents, the first documents are the best, so no others
 * are examined.
 */
function firstDocs(
  leaf: LeafContext,
  scored: ScoredDocs,
  { limit, from }: { readonly limit: number; readonly from: number },
  keys: readonly SortKey[],
): ShardHit[] {
  const { docs, constant } = scored;
  const hits: ShardHit[] = [];
  const add = (doc: number): void => {
    const sort = keys.map((key) => key.valueInOrder?.(leaf, doc) ?? null);
    hits.push({ leaf, doc, score: constant, sort });
  };
  switch (docs.kind) {
    case 'none':
      break;
    case 'all':
      for (let doc = from; doc < docs.maxDoc && hits.length < limit; doc++) add(doc);
      break;
    case 'array':
      for (let i = firstFrom(docs.docs, from); i < docs.docs.length && hits.length < limit; i++)
        add(docs.docs[i]);
      break;
    case 'bits':
      for (
        let doc = from < leaf.reader.maxDoc ? docs.bits.next(from) : -1;
        doc >= 0 && hits.length < limit;
        doc = docs.bits.next(doc + 1)
      )
        add(doc);
      break;
  }
  return hits;
}
