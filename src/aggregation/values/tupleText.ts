import type { TupleParts } from './tuplePage.ts';

const NUMBER = 'n';
const TEXT = 't';
const END = '\u0000';
const bits = new DataView(new ArrayBuffer(8));

/** One string for a list of keys, which sorts like the lists. Integers above 53 bits lose precision. */
export function encodeParts(parts: TupleParts): string {
  return parts
    .map((part) => (typeof part === 'string' ? TEXT + part : NUMBER + encodeNumber(Number(part))))
    .join(END);
}

export function decodeParts(text: string): readonly (string | number)[] {
  return text.split(END).map((part) => (part[0] === TEXT ? part.slice(1) : decodeNumber(part.slice(1))));
}

/**
 * Sixteen hex digits that sort like the number: for negative numbers all bits are flipped, otherwise the
 * first.
 */
function encodeNumber(value: number): string {
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const sortable = raw >> 63n === 0n ? raw | (1n << 63n) : ~raw;
  return BigInt.asUintN(64, sortable).toString(16).padStart(16, '0');
}

function decodeNumber(hex: string): number {
  const sortable = BigInt(`0x${hex}`);
  bits.setBigUint64(0, sortable >> 63n === 1n ? sortable ^ (1n << 63n) : BigInt.asUintN(64, ~sortable));
  return bits.getFloat64(0);
}
