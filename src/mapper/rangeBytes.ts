type Bound = number | string;

/** Encodes a bound of each type as bytes that sort like the values. */
const ENCODERS: Readonly<Record<string, (value: Bound) => Buffer>> = {
  integer_range: (value) => longBytes(BigInt(value)),
  long_range: (value) => longBytes(clamped(BigInt(value))),
  date_range: (value) => longBytes(clamped(BigInt(value))),
  float_range: (value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatBE(Number(value));
    return sortable(bytes);
  },
  double_range: (value) => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(Number(value));
    return sortable(bytes);
  },
  ip_range: (value) => Buffer.from(String(value), 'hex'),
};

/** The ranges of one document in the original's encoding: their number, then their bounds. */
export function rangeBytes(typeName: string, ranges: readonly (readonly [Bound, Bound])[]): Buffer {
  const encode = ENCODERS[typeName];
  const pairs = ranges.map(([from, to]) => Buffer.concat([encode(from), encode(to)]));
  const distinct = [...new Set(pairs.map((pair) => pair.toString('latin1')))].sort();
  return Buffer.concat([countBytes(distinct.length), ...distinct.map((pair) => Buffer.from(pair, 'latin1'))]);
}

/** A variable-length integer: seven bits per byte, lowest first. */
function countBytes(count: number): Buffer {
  const bytes: number[] = [];
  for (let rest = count; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}

const MAX_LONG = 2n ** 63n - 1n;

/** Clamps to the largest long, which rounding to a double may have exceeded. */
function clamped(value: bigint): bigint {
  return value > MAX_LONG ? MAX_LONG : value;
}

/**
 * Sign, number of further bytes and the highest bits in the first byte, followed by as few bytes as needed.
 */
function longBytes(value: bigint): Buffer {
  const positive = value >= 0n;
  const magnitude = positive ? value : -1n - value;
  const bits = magnitude === 0n ? 0 : magnitude.toString(2).length;
  const further = Math.max(0, Math.ceil((bits - 3) / 8));
  const bytes = Buffer.from(magnitude.toString(16).padStart((1 + further) * 2, '0'), 'hex');
  bytes[0] |= 0x80 | (further << 3);
  if (!positive) for (let i = 0; i < bytes.length; i++) bytes[i] = ~bytes[i] & 0xff;
  return bytes;
}

/** Transforms IEEE bits so that they sort like the numbers. */
function sortable(bytes: Buffer): Buffer {
  if (bytes[0] & 0x80) for (let i = 0; i < bytes.length; i++) bytes[i] = ~bytes[i] & 0xff;
  else bytes[0] |= 0x80;
  return bytes;
}

/** Decodes bytes as UTF-8 without validating them, as the original prints them. */
export function looseUtf8(bytes: Uint8Array): string {
  let text = '';
  const next = (at: number): number => (bytes[at] ?? 0) & 0x3f;
  for (let i = 0; i < bytes.length; ) {
    const byte = bytes[i++];
    if (byte < 0xc0) text += String.fromCharCode(byte);
    else if (byte < 0xe0) text += String.fromCharCode(((byte & 0x1f) << 6) | next(i++));
    else if (byte < 0xf0) {
      text += String.fromCharCode(((byte & 0xf) << 12) | (next(i) << 6) | next(i + 1));
      i += 2;
    } else {
      const code = ((byte & 7) << 18) | (next(i) << 12) | (next(i + 1) << 6) | next(i + 2);
      // Also past the last code point: neither surrogate is validated.
      const rest = code - 0x10000;
      text += String.fromCharCode(0xd800 + (rest >> 10), 0xdc00 + (rest & 0x3ff));
      i += 3;
    }
  }
  return text;
}
