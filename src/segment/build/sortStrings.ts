import type { Pacer } from '../../common/index.ts';
import { compareBytes } from '../byteStrings.ts';
import type { ByteStrings } from '../data.ts';

const SMALL_RUN = 16;
const ENTRIES_BETWEEN_PAUSES = 1 << 14;
/** Three symbols of 9 bits (0 ends a string) above 26 bits of index fit into 2^53. */
const INDEX_SPACE = 2 ** 26;

/**
 * The order of distinct byte strings: order[i] is the index of the i-th smallest. A radix sort with three
 * bytes per level, each sorted as doubles natively: ten times faster than comparing JavaScript strings.
 */
export async function sortStrings(strings: ByteStrings, pacer: Pacer): Promise<Uint32Array> {
  const count = strings.offsets.length - 1;
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  const keys = new Float64Array(count);
  const scratch = new Uint32Array(count);
  // Runs with equal first `depth` bytes, as triples from, to, depth.
  const runs = [0, count, 0];
  for (let sorted = 0; runs.length > 0; ) {
    const depth = runs.pop() as number;
    const to = runs.pop() as number;
    const from = runs.pop() as number;
    if (to - from <= SMALL_RUN) insertionSort(strings, order, from, to, depth);
    else sortLevel(strings, order, keys, scratch, from, to, depth, runs);
    sorted += to - from;
    if (sorted < ENTRIES_BETWEEN_PAUSES) continue;
    await pacer.pause();
    sorted = 0;
  }
  return order;
}

function sortLevel(
  strings: ByteStrings,
  order: Uint32Array,
  keys: Float64Array,
  scratch: Uint32Array,
  from: number,
  to: number,
  depth: number,
  runs: number[],
): void {
  for (let i = from; i < to; i++) {
    scratch[i] = order[i];
    keys[i] = keyAt(strings, order[i], depth) * INDEX_SPACE + (i - from);
  }
  keys.subarray(from, to).sort();
  let runStart = from;
  let runKey = -1;
  for (let i = from; i < to; i++) {
    const key = Math.floor(keys[i] / INDEX_SPACE);
    order[i] = scratch[from + (keys[i] - key * INDEX_SPACE)];
    if (key !== runKey) {
      if (i - runStart > 1) runs.push(runStart, i, depth + 3);
      runStart = i;
      runKey = key;
    }
  }
  if (to - runStart > 1) runs.push(runStart, to, depth + 3);
}

function keyAt(strings: ByteStrings, index: number, depth: number): number {
  const { bytes, offsets } = strings;
  const from = offsets[index] + depth;
  const left = offsets[index + 1] - from;
  const first = left > 0 ? bytes[from] + 1 : 0;
  const second = left > 1 ? bytes[from + 1] + 1 : 0;
  const third = left > 2 ? bytes[from + 2] + 1 : 0;
  return (first << 18) | (second << 9) | third;
}

function insertionSort(
  strings: ByteStrings,
  order: Uint32Array,
  from: number,
  to: number,
  depth: number,
): void {
  const { bytes, offsets } = strings;
  for (let i = from + 1; i < to; i++) {
    const index = order[i];
    const start = offsets[index] + depth;
    const end = offsets[index + 1];
    let j = i;
    while (j > from) {
      const other = order[j - 1];
      if (compareBytes(bytes, offsets[other] + depth, offsets[other + 1], bytes, start, end) <= 0) break;
      order[j] = other;
      j--;
    }
    order[j] = index;
  }
}
