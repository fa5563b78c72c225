import type { PackedNumbers } from './data.ts';

/** Packs integers as deltas from the smallest, in the narrowest type. */
export function packNumbers(values: Float64Array): PackedNumbers {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    if (values[i] < min) min = values[i];
    if (values[i] > max) max = values[i];
  }
  if (values.length === 0) return { base: 0, deltas: null };
  if (min === max) return { base: min, deltas: null };
  const range = max - min;
  const deltas =
    range < 0x100
      ? new Uint8Array(values.length)
      : range < 0x100000000
        ? new Uint32Array(values.length)
        : new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) deltas[i] = values[i] - min;
  return { base: min, deltas };
}

export function unpackNumber(numbers: PackedNumbers, doc: number): number {
  return numbers.deltas === null ? numbers.base : numbers.base + numbers.deltas[doc];
}
