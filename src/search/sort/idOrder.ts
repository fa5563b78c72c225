import type { Pacer } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import { compareText } from './compareText.ts';

/** The ids of a segment in text order, cached with the segment. */
export interface IdOrder {
  /** By document; documents with the same id share a rank. */
  readonly ranks: Uint32Array;
  /** The rank of an id, or half a rank before the next one if no document has it. */
  rankOf(id: string): number;
}

const KEY = 'sort:_id';
/** Documents sorted between two checks of the clock. */
const RUN = 512;

/** The order of a segment if already computed; otherwise `null`. */
export function idOrder({ reader }: LeafContext): IdOrder | null {
  return (reader.cache.get(KEY) as IdOrder | undefined) ?? null;
}

/** Computes the order of a segment, yielding to the event loop. */
export async function makeIdOrder(leaf: LeafContext, pacer: Pacer): Promise<void> {
  if (idOrder(leaf) !== null) return;
  const { reader } = leaf;
  const ids = new Array<string>(reader.maxDoc);
  await pacer.chunks(ids.length, RUN, (from, to) => {
    for (let doc = from; doc < to; doc++) ids[doc] = reader.id(doc);
  });
  const docs = await sortedDocs(ids, pacer);
  const ranks = new Uint32Array(docs.length);
  await pacer.chunks(docs.length, RUN, (from, to) => {
    for (let i = from; i < to; i++) {
      ranks[docs[i]] = i > 0 && ids[docs[i]] === ids[docs[i - 1]] ? ranks[docs[i - 1]] : i;
    }
  });
  const rankOf = (id: string): number => {
    let low = 0;
    let high = docs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareText(reader.id(docs[middle]), id) < 0) low = middle + 1;
      else high = middle;
    }
    return low < docs.length && reader.id(docs[low]) === id ? low : low - 0.5;
  };
  reader.cache.set(KEY, { ranks, rankOf } satisfies IdOrder);
}

/** Sorts runs, then merges them pairwise. */
async function sortedDocs(ids: readonly string[], pacer: Pacer): Promise<Uint32Array> {
  let docs = Uint32Array.from(ids, (_, doc) => doc);
  const compare = (a: number, b: number): number => compareText(ids[a], ids[b]) || a - b;
  await pacer.chunks(docs.length, RUN, (from, to) => {
    docs.subarray(from, to).sort(compare);
  });
  let merged = new Uint32Array(docs.length);
  for (let width = RUN; width < docs.length; width *= 2) {
    for (let from = 0; from < docs.length; from += 2 * width) {
      await merge(docs, merged, { from, width, compare }, pacer);
    }
    [docs, merged] = [merged, docs];
  }
  return docs;
}

/** Merges two adjacent runs. */
async function merge(
  docs: Uint32Array,
  out: Uint32Array,
  runs: {
    readonly from: number;
    readonly width: number;
    readonly compare: (a: number, b: number) => number;
  },
  pacer: Pacer,
): Promise<void> {
  const { from, width, compare } = runs;
  const middle = Math.min(docs.length, from + width);
  const end = Math.min(docs.length, from + 2 * width);
  let left = from;
  let right = middle;
  await pacer.chunks(end - from, RUN, (start, stop) => {
    for (let i = from + start; i < from + stop; i++) {
      const takesLeft = left < middle && (right === end || compare(docs[left], docs[right]) <= 0);
      out[i] = takesLeft ? docs[left++] : docs[right++];
    }
  });
}
