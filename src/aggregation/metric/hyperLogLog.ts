import type { Hash64 } from '../values/hashes.ts';
import { BIASES, RAW_ESTIMATES } from './hyperLogLogTables.ts';

const MIN_PRECISION = 4;
const MAX_PRECISION = 18;
/** Up to these values linear counting is more accurate; by precision, from 4 on. */
const EMPTINESS_LIMITS = [
  10, 20, 40, 80, 220, 400, 900, 1800, 3100, 6500, 11500, 20000, 50000, 120000, 350000,
];

/** The precision whose registers take as much memory as a hash table of `threshold` values. */
export function precisionOf(threshold: number): number {
  const bytes = Math.ceil(threshold / 0.75) * 4;
  const bits = bytes === 0 ? 1 : Math.floor(Math.log2(bytes)) + 1;
  return Math.min(MAX_PRECISION, Math.max(MIN_PRECISION, bits));
}

/** Number of values that the original counts exactly before estimating. */
export function exactUpTo(precision: number): number {
  return Math.floor((2 ** precision / 4) * 0.75);
}

/** Estimates the number of distinct values from 64-bit hashes; returns `exact` if no table improves on it. */
export function estimate(hashes: Iterable<Hash64>, precision: number, exact: number): number {
  const count = 2 ** precision;
  const registers = new Uint8Array(count);
  for (const { high, low } of hashes) {
    const index = high >>> (32 - precision);
    const rest = ((high << precision) | (low >>> (32 - precision))) >>> 0;
    const zeros = rest === 0 ? 32 + Math.clz32(low << precision) : Math.clz32(rest);
    registers[index] = Math.max(registers[index], 1 + Math.min(zeros, 64 - precision));
  }
  let sum = 0;
  let empty = 0;
  for (const register of registers) {
    sum += 2 ** -register;
    if (register === 0) empty++;
  }
  const byEmptiness = empty === 0 ? Number.POSITIVE_INFINITY : count * Math.log(count / empty);
  if (byEmptiness <= EMPTINESS_LIMITS[precision - MIN_PRECISION]) return Math.round(byEmptiness);
  const raw = (alpha(count) * count * count) / sum;
  if (raw > 5 * count) return Math.round(raw);
  const bias = biasOf(raw, precision);
  return bias === null ? exact : Math.round(raw - bias);
}

function alpha(count: number): number {
  switch (count) {
    case 16:
      return 0.673;
    case 32:
      return 0.697;
    default:
      return 0.7213 / (1 + 1.079 / count);
  }
}

const NEIGHBOURS = 6;

/**
 * The mean bias of the six nearest estimates in the table, weighted by closeness; `null` for precisions
 * without a table. The original stores weights in a ring but reads them from its start, regardless of the
 * estimate they belong to; so does this.
 */
function biasOf(raw: number, precision: number): number | null {
  const row = precision - MIN_PRECISION;
  if (row >= RAW_ESTIMATES.length) return null;
  const estimates = RAW_ESTIMATES[row].split(' ').map(Number);
  const biases = BIASES[row].split(' ').map(Number);
  const ring = new Float64Array(NEIGHBOURS);
  let first = biases.length - NEIGHBOURS;
  for (const [index, one] of estimates.entries()) {
    const weight = 1 / Math.abs(one - raw);
    if (!Number.isFinite(weight)) return biases[index];
    if (ring[index % NEIGHBOURS] >= weight) {
      first = index - NEIGHBOURS;
      break;
    }
    ring[index % NEIGHBOURS] = weight;
  }
  let weights = 0;
  let sum = 0;
  ring.forEach((weight, index) => {
    weights += weight;
    sum += weight * biases[first + index];
  });
  return sum / weights;
}
