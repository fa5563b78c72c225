import type { ByteStrings } from './data.ts';

/** Compares a[aFrom, aTo) with b[bFrom, bTo) byte by byte; for UTF-8 this is code point order. */
export function compareBytes(
  a: Uint8Array,
  aFrom: number,
  aTo: number,
  b: Uint8Array,
  bFrom: number,
  bTo: number,
): number {
  const length = Math.min(aTo - aFrom, bTo - bFrom);
  for (let i = 0; i < length; i++) {
    const difference = a[aFrom + i] - b[bFrom + i];
    if (difference !== 0) return difference;
  }
  return aTo - aFrom - (bTo - bFrom);
}

export const FIRST_HASH = 0x811c9dc5 | 0;
export const HASH_PRIME = 0x01000193;

/** FNV-1a with a final mix, over bytes[from, to). */
export function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = FIRST_HASH;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i], HASH_PRIME);
  return mixHash(hash);
}

/** The final mix of a hash computed byte by byte. */
export function mixHash(folded: number): number {
  let hash = folded ^ (folded >>> 15);
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** A Buffer over the same memory. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Packs the strings again, in the given order. */
export function reorder(strings: ByteStrings, order: Uint32Array): ByteStrings {
  const { bytes, offsets } = strings;
  const packed = new Uint8Array(offsets[order.length]);
  const packedOffsets = new Uint32Array(order.length + 1);
  let at = 0;
  for (let i = 0; i < order.length; i++) {
    const end = offsets[order[i] + 1];
    for (let from = offsets[order[i]]; from < end; from++) packed[at++] = bytes[from];
    packedOffsets[i + 1] = at;
  }
  return { bytes: packed, offsets: packedOffsets };
}

/** Writes text as UTF-8 and returns the end. Fast path in JavaScript for short ASCII text, the usual case. */
export function writeUtf8(bytes: Buffer, at: number, text: string): number {
  const { length } = text;
  if (length > 32) return at + bytes.write(text, at);
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return at + bytes.write(text, at);
    bytes[at + i] = code;
  }
  return at + length;
}
