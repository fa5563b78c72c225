import { byte4ToInt } from '../../segment/index.ts';

const LENGTHS = Float32Array.from({ length: 256 }, (_, byte) => byte4ToInt(byte));

/** Decodes a field length from its norm. */
export function lengthOf(norm: number): number {
  return LENGTHS[norm];
}
