import type { Pacer } from '../../common/index.ts';

const OBJECT_BYTES = 24;
const MEMBER_BYTES = 8;
/**
 * Number of items sampled from long arrays of similar items, since a cached answer may have thousands of
 * buckets.
 */
const SAMPLE = 64;

/**
 * Approximate memory of a value, counting shared parts once; stops beyond `limit`. Functions are not counted,
 * as they belong to the code that created the value.
 */
export async function sizeOf(value: unknown, limit: number, pacer: Pacer): Promise<number> {
  const seen = new Set<object>();
  const open: unknown[] = [value];
  /** How many values each of `open` represents. */
  const weights = [1];
  let bytes = 0;
  while (open.length > 0 && bytes <= limit) {
    const next = open.pop();
    const weight = weights.pop() as number;
    if (typeof next === 'string') bytes += weight * (OBJECT_BYTES + next.length);
    else if (typeof next === 'bigint') bytes += weight * OBJECT_BYTES;
    else if (typeof next === 'object' && next !== null && !seen.has(next)) {
      seen.add(next);
      bytes += weight * OBJECT_BYTES;
      if (ArrayBuffer.isView(next)) bytes += weight * next.byteLength;
      else bytes += weight * MEMBER_BYTES * openParts(next, weight, open, weights);
    }
    if (pacer.due()) await pacer.pause();
  }
  return Math.round(bytes);
}

/** Adds the parts of an object to `open`; returns their number. */
function openParts(value: object, weight: number, open: unknown[], weights: number[]): number {
  const parts = partsOf(value);
  const step = Math.max(1, parts.length / SAMPLE);
  for (let i = 0; i < parts.length; i += step) {
    const part = parts[Math.floor(i)];
    if (typeof part === 'number') continue;
    open.push(part);
    weights.push(weight * step);
  }
  return parts.length;
}

function partsOf(value: object): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value instanceof Map) return [...value.keys(), ...value.values()];
  if (value instanceof Set) return [...value];
  return Object.values(value);
}
