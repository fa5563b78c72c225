import { asText, Double, isPainlessObject, Narrow, type Value } from './values.ts';

/** Java's `hashCode()`, which determines the order of hash maps and sets. */
export function hashCode(value: Value): number {
  if (value === null) return 0;
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return textHash(value);
  if (typeof value === 'bigint') return Number(BigInt.asIntN(32, value ^ (value >> 32n)));
  if (typeof value === 'boolean') return value ? 1231 : 1237;
  if (value instanceof Double) return doubleHash(value.value);
  if (value instanceof Narrow) return value.kind === 'float' ? floatHash(value.value) : value.value;
  if (Array.isArray(value)) return listHash(value);
  if (value instanceof Map) {
    let sum = 0;
    for (const [key, item] of value) sum = (sum + (hashCode(key) ^ hashCode(item))) | 0;
    return sum;
  }
  return isPainlessObject(value) ? textHash(asText(value)) : 0;
}

function textHash(text: string): number {
  let code = 0;
  for (let i = 0; i < text.length; i++) code = (Math.imul(code, 31) + text.charCodeAt(i)) | 0;
  return code;
}

function listHash(items: readonly Value[]): number {
  if ('isSet' in items) return items.reduce<number>((sum, item) => (sum + hashCode(item)) | 0, 0);
  return items.reduce<number>((code, item) => (Math.imul(31, code) + hashCode(item)) | 0, 1);
}

const bits = new DataView(new ArrayBuffer(8));

function doubleHash(value: number): number {
  bits.setFloat64(0, Number.isNaN(value) ? Number.NaN : value);
  return bits.getInt32(0) ^ bits.getInt32(4);
}

function floatHash(value: number): number {
  bits.setFloat32(0, value);
  return bits.getInt32(0);
}

const FIRST_BUCKETS = 16;
const FILL = 0.75;

/** Number of buckets of a hash table that grew to this size. */
export function bucketsFor(size: number): number {
  let buckets = FIRST_BUCKETS;
  while (size > buckets * FILL) buckets *= 2;
  return buckets;
}

export function bucketOf(value: Value, buckets: number): number {
  const code = hashCode(value);
  return (code ^ (code >>> 16)) & (buckets - 1);
}

/** Keys in the iteration order of a hash table with that many buckets. */
export function hashOrder<T>(items: readonly T[], keyOf: (item: T) => Value, buckets: number): T[] {
  if (items.length < 2) return [...items];
  const placed = items.map((item) => ({ item, bucket: bucketOf(keyOf(item), buckets) }));
  return placed.sort((a, b) => a.bucket - b.bucket).map(({ item }) => item);
}
