import type { MappedFieldType } from '../../mapper/index.ts';
import { halfFloatBits, type LeafContext } from '../../query/index.ts';

/** A 64-bit number in two signed halves. */
interface Halves {
  high: number;
  low: number;
}

const TWO_32 = 2 ** 32;
const bits = new DataView(new ArrayBuffer(8));

/** Splits a field's number as stored by the original in 64 bits. */
type Split = (value: number | bigint, into: Halves) => void;

function splitWhole(value: number | bigint, into: Halves): void {
  if (typeof value === 'bigint') {
    into.high = Number(BigInt.asIntN(32, value >> 32n));
    into.low = Number(BigInt.asIntN(32, value));
    return;
  }
  into.high = Math.floor(value / TWO_32) | 0;
  into.low = value | 0;
}

function splitSmall(whole: number, into: Halves): void {
  into.high = whole >> 31;
  into.low = whole;
}

function splitFloat(value: number | bigint, into: Halves): void {
  bits.setFloat32(0, Number(value));
  const raw = bits.getInt32(0);
  splitSmall(raw ^ ((raw >> 31) & 0x7fffffff), into);
}

function splitDouble(value: number | bigint, into: Halves): void {
  bits.setFloat64(0, Number(value));
  const high = bits.getInt32(0);
  const sign = high >> 31;
  into.high = high ^ (sign & 0x7fffffff);
  into.low = bits.getInt32(4) ^ sign;
}

function splitOf(field: MappedFieldType): Split {
  switch (field.numericKind) {
    case 'double':
      return splitDouble;
    case 'float':
      return splitFloat;
    case 'half_float':
      return (value, into) => splitSmall(halfFloatBits(Number(value)), into);
    case 'scaled_float': {
      const factor = Number(field.params.scaling_factor);
      return (value, into) => splitWhole(Math.round(Number(value) * factor), into);
    }
    default:
      return splitWhole;
  }
}

/** The upper half of the product of two unsigned halves. */
function upperProduct(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const carried = aLow * bHigh + (middle % 0x10000);
  return (aHigh * bHigh + Math.floor(middle / 0x10000) + Math.floor(carried / 0x10000)) | 0;
}

function multiply(number: Halves, high: number, low: number): void {
  number.high =
    (Math.imul(number.high, low) + Math.imul(number.low, high) + upperProduct(number.low, low)) | 0;
  number.low = Math.imul(number.low, low);
}

/** Mixes the bits (Stafford's ninth variant of MurmurHash3's finalizer); the lower half is the hash. */
function mixed(number: Halves): number {
  number.low ^= number.high;
  multiply(number, 0x4cd6944c, 0x5cc20b6d);
  number.low ^= (number.low >>> 29) | (number.high << 3);
  number.high ^= number.high >>> 29;
  multiply(number, 0xfc12c5b1, 0x9d3259e9);
  return number.low ^ number.high;
}

/** Checks whether a value of the document's column has a matching hash; without a value the hash is 0. */
export function numberSlice(
  leaf: LeafContext,
  field: MappedFieldType,
  accepts: (hash: number) => boolean,
): (doc: number) => boolean {
  const column = leaf.reader.column(field.nanos?.column ?? field.name);
  const halves: Halves = { high: 0, low: 0 };
  if (column?.kind === 'ordinals') {
    // Booleans: 0 and 1 by their terms.
    const hashes = Array.from({ length: column.dictionary.size }, (_, ord) => {
      splitSmall(column.dictionary.term(ord) === 'T' ? 1 : 0, halves);
      return mixed(halves);
    });
    return ofColumn(column, accepts, (i) => hashes[column.ords[i]]);
  }
  if (column?.kind !== 'numeric') return () => accepts(0);
  const split = splitOf(field);
  return ofColumn(column, accepts, (i) => {
    split(column.values[i], halves);
    return mixed(halves);
  });
}

interface Layout {
  readonly offsets: Uint32Array | null;
  readonly presence: { has(doc: number): boolean } | null;
}

function ofColumn(
  { offsets, presence }: Layout,
  accepts: (hash: number) => boolean,
  hashAt: (place: number) => number,
): (doc: number) => boolean {
  return (doc) => {
    if (presence !== null && !presence.has(doc)) return accepts(0);
    if (offsets === null) return accepts(hashAt(doc));
    if (offsets[doc] === offsets[doc + 1]) return accepts(0);
    for (let i = offsets[doc]; i < offsets[doc + 1]; i++) if (accepts(hashAt(i))) return true;
    return false;
  };
}
