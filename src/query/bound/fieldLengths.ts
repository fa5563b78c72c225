import { byte4ToInt } from '../../segment/index.ts';

const LENGTHS = Float32Array.from({ length: 256 }, (_, byte) => byte4ToInt(byte));

/** The length that an encoded one (a norm) stands for. */
export function lengthOf(norm: number): number {
  return LENGTHS[norm];
}
