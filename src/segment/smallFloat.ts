/**
 * Lucene's SmallFloat.intToByte4: field lengths in one byte. Lengths below 40 are exact, longer ones keep four
 * significant bits and round down.
 */
export function intToByte4(length: number): number {
  return length < EXACT ? length : EXACT + toInt4(length - EXACT);
}

/** Decodes a length. */
export function byte4ToInt(byte: number): number {
  return byte < EXACT ? byte : EXACT + fromInt4(byte - EXACT);
}

const EXACT = 24;

function toInt4(value: number): number {
  const bits = 32 - Math.clz32(value);
  if (bits < 4) return value;
  const shift = bits - 4;
  return ((value >>> shift) & 0x07) | ((shift + 1) << 3);
}

function fromInt4(encoded: number): number {
  const bits = encoded & 0x07;
  const shift = (encoded >>> 3) - 1;
  return shift === -1 ? bits : (bits | 0x08) * 2 ** shift;
}
