import { javaDouble, javaFloat } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { type NumericBounds, nextDown, nextUp } from './columnScan.ts';

/** The representation of a numeric field in Lucene. */
export type PointForm = 'int' | 'long' | 'half' | 'float' | 'double';

const FORMS: ReadonlyMap<string, PointForm> = new Map([
  ['byte', 'int'],
  ['short', 'int'],
  ['integer', 'int'],
  ['token_count', 'int'],
  ['half_float', 'half'],
  ['float', 'float'],
  ['double', 'double'],
]);

export function pointForm(field: MappedFieldType): PointForm {
  return FORMS.get(field.numericKind ?? field.typeName) ?? 'long';
}

const WHOLE_LIMITS = {
  int: { low: -(2n ** 31n), high: 2n ** 31n - 1n },
  long: { low: -(2n ** 63n), high: 2n ** 63n - 1n },
};

type Bound = number | bigint;

/** A value as printed for points. */
export function pointText(value: Bound, form: PointForm): string {
  if (form === 'double') return javaDouble(Number(value));
  if (form === 'float' || form === 'half') return javaFloat(Number(value));
  return String(value);
}

/** Lucene's point ranges are closed: an exclusive bound becomes the next number. */
export function rangeText(field: string, bounds: NumericBounds, form: PointForm): string {
  const { low, high } = closed(bounds, form);
  return `${field}:[${pointText(low, form)} TO ${pointText(high, form)}]`;
}

/** Ranges of fractions run on their bits, and explanations print those. */
export function explainedRange(field: string, bounds: NumericBounds, form: PointForm): string | undefined {
  if (form === 'int' || form === 'long') return undefined;
  const { low, high } = closed(bounds, form);
  return `${field}:[${sortableBits(Number(low), form)} TO ${sortableBits(Number(high), form)}]`;
}

function closed(
  { low, high, includeLow, includeHigh }: NumericBounds,
  form: PointForm,
): { low: Bound; high: Bound } {
  if (form === 'int' || form === 'long') {
    return {
      low: wholeBound(low, includeLow, 1n, WHOLE_LIMITS[form]),
      high: wholeBound(high, includeHigh, -1n, WHOLE_LIMITS[form]),
    };
  }
  const step = (value: number, up: boolean): number => {
    if (form === 'double') return up ? nextUp(value) : nextDown(value);
    return form === 'float' ? nextFloat(value, up) : value;
  };
  return {
    low: includeLow || !Number.isFinite(Number(low)) ? low : step(Number(low), true),
    high: includeHigh || !Number.isFinite(Number(high)) ? high : step(Number(high), false),
  };
}

function wholeBound(
  value: Bound,
  included: boolean,
  step: 1n | -1n,
  limits: { readonly low: bigint; readonly high: bigint },
): bigint {
  if (typeof value === 'number' && !Number.isFinite(value)) return value < 0 ? limits.low : limits.high;
  if (typeof value === 'number' && !Number.isInteger(value)) {
    return BigInt(step === 1n ? Math.ceil(value) : Math.floor(value));
  }
  return included ? BigInt(value) : BigInt(value) + step;
}

const view = new DataView(new ArrayBuffer(8));

function nextFloat(value: number, up: boolean): number {
  if (value === 0) return up ? 2 ** -149 : -(2 ** -149);
  view.setFloat32(0, value);
  view.setInt32(0, view.getInt32(0) + (value > 0 === up ? 1 : -1));
  return view.getFloat32(0);
}

/** The bits of a floating-point number as an integer with the same order. */
function sortableBits(value: number, form: PointForm): bigint {
  if (form === 'half') return BigInt(halfFloatBits(value));
  if (form === 'float') {
    view.setFloat32(0, value);
    const bits = view.getInt32(0);
    return BigInt(bits ^ ((bits >> 31) & 0x7fffffff));
  }
  view.setFloat64(0, value);
  const bits = view.getBigInt64(0);
  return bits < 0n ? bits ^ 0x7fffffffffffffffn : bits;
}

/** The 16 bits of a half float as an integer with the same order. */
export function halfFloatBits(value: number): number {
  const size = Math.abs(value);
  if (value < 0 || Object.is(value, -0)) return -halfFloatBits(size) - 1;
  if (size === Number.POSITIVE_INFINITY) return 0x7c00;
  if (size < 2 ** -14) return Math.round(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  return ((exponent + 15) << 10) + Math.round((size / 2 ** exponent - 1) * 1024);
}
