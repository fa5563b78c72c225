import type { GraphInfo } from './types.ts';
import { nearest, sampleOf, type VectorDocument, type VectorField, vectorFields } from './vectors.ts';

/** What searches of this page ask: one shard of a field at a time, so that each needs one shard's graphs only. */
export interface Target {
  readonly field: VectorField;
  readonly shard: number;
  readonly documents: readonly VectorDocument[];
}

const QUERIES = 40;
const K = 5;

interface Place {
  readonly field: VectorField;
  readonly shard: number;
}

/** Every shard with graphs of these indices (null: of all), in order. */
export function placesOf(
  fields: readonly VectorField[],
  graphs: readonly GraphInfo[],
  index: string | null,
): readonly Place[] {
  return fields
    .filter((field) => index === null || field.index === index)
    .flatMap((field) => {
      const own = graphs.filter((graph) => graph.index === field.index && graph.field === field.field);
      const shards = [...new Set(own.map(({ shard }) => shard))].sort((a, b) => a - b);
      return shards.map((shard) => ({ field, shard }));
    });
}

/** Throws Error when there is nothing to search for. */
export async function targetsOf(
  graphs: readonly GraphInfo[],
  index: string | null,
  signal: AbortSignal,
): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for (const place of placesOf(await vectorFields(signal), graphs, index)) {
    const documents = await sampleOf(place.field, QUERIES, { signal, shard: place.shard });
    if (documents.length > 0) targets.push({ ...place, documents });
  }
  if (targets.length === 0) throw new Error('There are no vectors to search for');
  return targets;
}

export async function searchTarget({ field, shard, documents }: Target, turn: number): Promise<void> {
  await nearest(field, documents[turn % documents.length].vector, K, shard);
}

/** Round robin, the worst order for LRU: what comes next is what was evicted last. */
export function inTurn(round: number, count: number): number {
  return round % count;
}

/** The first every other time, the second every fourth, and so on: as users have favourites. */
export function byFavour(round: number, count: number): number {
  const twos = Math.log2((round + 1) & -(round + 1));
  return twos % count;
}
