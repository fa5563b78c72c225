import type { Key } from './keys.ts';

/** A 64-bit hash in two halves. */
export interface Hash64 {
  readonly high: number;
  readonly low: number;
}

const encoder = new TextEncoder();
const doubles = new DataView(new ArrayBuffer(8));
/** The bytes of a term after the last complete block, zero-padded. */
const rest = new DataView(new ArrayBuffer(16));

let high = 0;
let low = 0;

/** Multiplies `high`, `low` by the given word. */
function multiply(wordHigh: number, wordLow: number): void {
  const a = low & 0xffff;
  const b = low >>> 16;
  const c = wordLow & 0xffff;
  const d = wordLow >>> 16;
  const ac = a * c;
  const middle = b * c + (ac >>> 16);
  const other = a * d + (middle & 0xffff);
  const carry = b * d + Math.floor(middle / 0x10000) + Math.floor(other / 0x10000);
  high = (carry + Math.imul(high, wordLow) + Math.imul(low, wordHigh)) | 0;
  low = ((other & 0xffff) << 16) | (ac & 0xffff);
}

function rotateLeft(bits: number): void {
  const [h, l] = bits >= 32 ? [low, high] : [high, low];
  const by = bits & 31;
  high = by === 0 ? h : (h << by) | (l >>> (32 - by));
  low = by === 0 ? l : (l << by) | (h >>> (32 - by));
}

function xorShift(bits: number): void {
  if (bits === 32) low ^= high;
  else if (bits > 32) low ^= high >>> (bits - 32);
  else {
    low ^= (low >>> bits) | (high << (32 - bits));
    high ^= high >>> bits;
  }
}

function add(otherHigh: number, otherLow: number): void {
  const sum = (low >>> 0) + (otherLow >>> 0);
  high = (high + otherHigh + (sum > 0xffffffff ? 1 : 0)) | 0;
  low = sum | 0;
}

/** The hash by which the original counts distinct values: of a term's bytes, or of a number's bits. */
export function hash64(key: Key, whole: boolean): Hash64 {
  if (typeof key === 'string') return murmur128(encoder.encode(key));
  if (typeof key === 'bigint' || whole) doubles.setBigInt64(0, BigInt(key));
  else doubles.setFloat64(0, key);
  high = doubles.getInt32(0);
  low = doubles.getInt32(4);
  // Stafford's ninth mixer.
  xorShift(32);
  multiply(0x4cd6944c, 0x5cc20b6d);
  xorShift(29);
  multiply(0xfc12c5b1, 0x9d3259e9);
  xorShift(32);
  return { high: high >>> 0, low: low >>> 0 };
}

/** The first half of Murmur3 (x64, 128 bits), seed 0. */
function murmur128(bytes: Uint8Array): Hash64 {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let [h1High, h1Low, h2High, h2Low] = [0, 0, 0, 0];
  const first = (): void => {
    multiply(0x87c37b91, 0x114253d5);
    rotateLeft(31);
    multiply(0x4cf5ad43, 0x2745937f);
  };
  const second = (): void => {
    multiply(0x4cf5ad43, 0x2745937f);
    rotateLeft(33);
    multiply(0x87c37b91, 0x114253d5);
  };
  const whole = bytes.length & ~15;
  for (let i = 0; i < whole; i += 16) {
    [high, low] = [view.getInt32(i + 4, true), view.getInt32(i, true)];
    first();
    [high, low] = [high ^ h1High, low ^ h1Low];
    rotateLeft(27);
    add(h2High, h2Low);
    multiply(0, 5);
    add(0, 0x52dce729);
    [h1High, h1Low] = [high, low];
    [high, low] = [view.getInt32(i + 12, true), view.getInt32(i + 8, true)];
    second();
    [high, low] = [high ^ h2High, low ^ h2Low];
    rotateLeft(31);
    add(h1High, h1Low);
    multiply(0, 5);
    add(0, 0x38495ab5);
    [h2High, h2Low] = [high, low];
  }
  rest.setBigInt64(0, 0n);
  rest.setBigInt64(8, 0n);
  for (let i = whole; i < bytes.length; i++) rest.setUint8(i - whole, bytes[i]);
  if (bytes.length - whole > 8) {
    [high, low] = [rest.getInt32(12, true), rest.getInt32(8, true)];
    second();
    [h2High, h2Low] = [h2High ^ high, h2Low ^ low];
  }
  if (bytes.length > whole) {
    [high, low] = [rest.getInt32(4, true), rest.getInt32(0, true)];
    first();
    [h1High, h1Low] = [h1High ^ high, h1Low ^ low];
  }
  return finish(h1High, h1Low ^ bytes.length, h2High, h2Low ^ bytes.length);
}

function finish(h1High: number, h1Low: number, h2High: number, h2Low: number): Hash64 {
  [high, low] = [h1High, h1Low];
  add(h2High, h2Low);
  const [sumHigh, sumLow] = [high, low];
  [high, low] = [h2High, h2Low];
  add(sumHigh, sumLow);
  avalanche();
  const [otherHigh, otherLow] = [high, low];
  [high, low] = [sumHigh, sumLow];
  avalanche();
  add(otherHigh, otherLow);
  return { high: high >>> 0, low: low >>> 0 };
}

function avalanche(): void {
  xorShift(33);
  multiply(0xff51afd7, 0xed558ccd);
  xorShift(33);
  multiply(0xc4ceb9fe, 0x1a85ec53);
  xorShift(33);
}
