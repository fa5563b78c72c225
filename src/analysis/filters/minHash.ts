import { illegalArgument } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import { checkTokens, type TokenFilter, type WorkToken, workToken } from '../stream.ts';

const MASK = (1n << 64n) - 1n;

/** A 128-bit hash in two halves. */
interface Hash {
  readonly low: bigint;
  readonly high: bigint;
}

/**
 * `min_hash`: emits the smallest hashes of all tokens, for each of several hash functions and each bucket of
 * the hash space, as terms at one position.
 */
export function minHashFilter(parameters: ComponentParameters): TokenFilter {
  const hashes = positive(parameters, 'hash_count', 1, 'hashCount');
  // The original documents `bucket_count` and `hash_set_size`, but reads these names.
  const buckets = positive(parameters, 'bucketCount', 512, 'bucketCount');
  const size = positive(parameters, 'hashSetSize', 1, 'hashSetSize');
  checkTokens(hashes * buckets);
  const rotation = parameters.boolean('with_rotation', buckets > 1) && size === 1;
  const bucketSize = BigInt(Math.ceil(2 ** 32 / buckets));
  return {
    apply: ({ tokens, endIncrement }) => {
      if (tokens.length === 0) return { tokens: [], endIncrement };
      const endOffset = tokens[tokens.length - 1].endOffset;
      const plain = tokens.map((token) => murmur3(utf16(token.term)));
      const out: WorkToken[] = [];
      for (let i = 0; i < hashes; i++) {
        const salt = murmur3(Uint8Array.of(i >>> 24, i >>> 16, i >>> 8, i));
        let sets = smallest(plain, salt, buckets, bucketSize, size);
        if (rotation) sets = rotated(sets);
        for (const hash of sets.flat())
          out.push(workToken(termOf(hash, i, hashes), 0, endOffset, 'MIN_HASH'));
        checkTokens(out.length);
      }
      for (let i = 1; i < out.length; i++) out[i].positionIncrement = 0;
      return { tokens: out, endIncrement };
    },
  };
}

function positive(parameters: ComponentParameters, key: string, defaultValue: number, name: string): number {
  const value = parameters.plainInteger(key, defaultValue);
  if (value <= 0) throw illegalArgument(`${name} must be greater than zero`);
  return value;
}

function utf16(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'utf16le'));
}

/** The `size` smallest distinct hashes of each bucket, sorted. */
function smallest(
  plain: readonly Hash[],
  salt: Hash,
  buckets: number,
  bucketSize: bigint,
  size: number,
): Hash[][] {
  const sets = Array.from({ length: buckets }, (): Hash[] => []);
  for (const hash of plain) {
    const salted = { low: (hash.low * 37n + salt.low) & MASK, high: (hash.high * 37n + salt.high) & MASK };
    const set = sets[Number((salted.high >> 32n) / bucketSize)];
    if (set.some((other) => other.low === salted.low && other.high === salted.high)) continue;
    set.push(salted);
    set.sort(compare);
    if (set.length > size) set.pop();
  }
  return sets;
}

function compare(a: Hash, b: Hash): number {
  if (a.high !== b.high) return a.high < b.high ? -1 : 1;
  return a.low < b.low ? -1 : Number(a.low > b.low);
}

/** Empty buckets copy the next one that is not empty. */
function rotated(sets: Hash[][]): Hash[][] {
  let next: Hash[] = [];
  for (let i = sets.length * 2 - 1; i >= 0; i--) {
    const at = i % sets.length;
    if (sets[at].length > 0) next = sets[at];
    else if (i < sets.length) sets[at] = next;
  }
  return sets;
}

/**
 * Encodes a hash as UTF-16 units: in full, or, if there are several functions, truncated after the function's
 * number.
 */
function termOf(hash: Hash, index: number, hashes: number): string {
  const units = [...unitsOf(hash.high), ...unitsOf(hash.low)];
  if (hashes === 1) return String.fromCharCode(...units);
  return String.fromCharCode(index >>> 16, index & 0xffff, ...units.slice(0, 6));
}

function unitsOf(half: bigint): number[] {
  return [48n, 32n, 16n, 0n].map((shift) => Number((half >> shift) & 0xffffn));
}

const C1 = 0x87c37b91114253d5n;
const C2 = 0x4cf5ad432745937fn;

function rotate(value: bigint, by: bigint): bigint {
  return ((value << by) | (value >> (64n - by))) & MASK;
}

function mixLow(k: bigint): bigint {
  return (rotate((k * C1) & MASK, 31n) * C2) & MASK;
}

function mixHigh(k: bigint): bigint {
  return (rotate((k * C2) & MASK, 33n) * C1) & MASK;
}

function finish(value: bigint): bigint {
  let k = value;
  k = ((k ^ (k >> 33n)) * 0xff51afd7ed558ccdn) & MASK;
  k = ((k ^ (k >> 33n)) * 0xc4ceb9fe1a85ec53n) & MASK;
  return k ^ (k >> 33n);
}

/** MurmurHash3 x64, 128 bits, seed 0. */
function murmur3(bytes: Uint8Array): Hash {
  let low = 0n;
  let high = 0n;
  const whole = bytes.length & ~15;
  for (let at = 0; at < whole; at += 16) {
    low = (rotate(low ^ mixLow(word(bytes, at, 8)), 27n) + high) & MASK;
    low = (low * 5n + 0x52dce729n) & MASK;
    high = (rotate(high ^ mixHigh(word(bytes, at + 8, 8)), 31n) + low) & MASK;
    high = (high * 5n + 0x38495ab5n) & MASK;
  }
  const rest = bytes.length - whole;
  if (rest > 8) high ^= mixHigh(word(bytes, whole + 8, rest - 8));
  if (rest > 0) low ^= mixLow(word(bytes, whole, Math.min(8, rest)));
  low ^= BigInt(bytes.length);
  high ^= BigInt(bytes.length);
  low = (low + high) & MASK;
  high = (high + low) & MASK;
  low = finish(low);
  high = finish(high);
  low = (low + high) & MASK;
  return { low, high: (high + low) & MASK };
}

/** Up to eight bytes as a little-endian integer. */
function word(bytes: Uint8Array, from: number, count: number): bigint {
  let value = 0n;
  for (let i = count - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[from + i]);
  return value;
}
