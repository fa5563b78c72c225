import { parseDecimalPattern } from './decimalPattern.ts';

/** The digits of an unsigned number: `0.digits` × 10^`pointAt`. */
interface Digits {
  readonly digits: string;
  readonly pointAt: number;
}

/**
 * Formats numbers by a pattern like `0.0`, `#,##0.00`, `0.##E0` or `'no. '0` as Java's DecimalFormat does,
 * rounding the exact value half to even. Throws illegal_argument for an invalid pattern.
 */
export function decimalFormat(pattern: string): (value: number) => string {
  const shape = parseDecimalPattern(pattern);
  return (value) => {
    if (Number.isNaN(value)) return 'NaN';
    const isNegative = value < 0 || Object.is(value, -0);
    const [prefix, suffix] = isNegative ? shape.negative : shape.positive;
    const size = Math.abs(value) * shape.multiplier;
    const body = Number.isFinite(size)
      ? shape.exponentDigits > 0
        ? scientific(size, shape)
        : plain(size, shape)
      : '∞';
    return `${prefix}${body}${suffix}`;
  };
}

type Shape = ReturnType<typeof parseDecimalPattern>;

function plain(value: number, shape: Shape): string {
  const { digits, pointAt } = fixedDigits(value, shape.maxFraction);
  const whole = pointAt > 0 ? digits.slice(0, pointAt).padEnd(pointAt, '0') : '';
  const part = pointAt >= 0 ? digits.slice(pointAt) : '0'.repeat(-pointAt) + digits;
  const integer = group(whole.padStart(shape.minInteger, '0'), shape.groupSize);
  const fraction = part.padEnd(shape.minFraction, '0');
  const shown = integer === '' && fraction === '' ? '0' : integer;
  return fraction === '' ? shown + (shape.alwaysPoint ? '.' : '') : `${shown}.${fraction}`;
}

function scientific(value: number, shape: Shape): string {
  const { minInteger, maxInteger, minFraction, maxFraction } = shape;
  const { digits, pointAt } = significantDigits(value, maxInteger + maxFraction);
  const repeats = maxInteger > 1 && maxInteger > minInteger;
  const step = maxInteger;
  const least = repeats ? 1 : minInteger;
  const grouped = Math.trunc((pointAt >= 1 ? pointAt - 1 : pointAt - step) / step) * step;
  const exponent = value === 0 ? 0 : repeats ? grouped : pointAt - minInteger;
  const integerDigits = value === 0 ? least : pointAt - exponent;
  const total = Math.max(minInteger + minFraction, integerDigits, digits.length);
  const all = digits.padEnd(total, '0');
  const point = total > integerDigits || shape.alwaysPoint ? '.' : '';
  const power = String(Math.abs(exponent)).padStart(shape.exponentDigits, '0');
  return `${all.slice(0, integerDigits)}${point}${all.slice(integerDigits)}E${exponent < 0 ? '-' : ''}${power}`;
}

/** The most digits that toFixed and toExponential accept. */
const MOST_DIGITS = 100;

function fixedDigits(value: number, places: number): Digits {
  if (value === 0) return { digits: '', pointAt: 0 };
  // From 2^53 on, Java writes the shortest digits that identify the number, followed by zeros.
  if (value >= 2 ** 53 || places > 50) return shortestDigits(value);
  const rounded = isTie(value.toFixed(MOST_DIGITS), places)
    ? tieToEven(value, places)
    : value.toFixed(places);
  const [whole, fraction = ''] = rounded.split('.');
  return trimmed(whole + fraction, whole.length);
}

function significantDigits(value: number, count: number): Digits {
  if (value === 0) return { digits: '', pointAt: 0 };
  const [mantissa, power] = value.toExponential(MOST_DIGITS).split('e');
  const places = Math.min(MOST_DIGITS, count - 1);
  let [rounded, exponent] = value.toExponential(places).split('e');
  if (isTie(mantissa, places) && Number(mantissa.replace('.', '')[places]) % 2 === 0) {
    [rounded, exponent] = [mantissa.slice(0, places === 0 ? 1 : places + 2), power];
  }
  return trimmed(rounded.replace('.', ''), Number(exponent) + 1);
}

function shortestDigits(value: number): Digits {
  const [mantissa, exponent] = value.toExponential().split('e');
  return trimmed(mantissa.replace('.', ''), Number(exponent) + 1);
}

/** Strips zeros at both ends. */
function trimmed(digits: string, pointAt: number): Digits {
  const start = digits.search(/[1-9]/);
  if (start < 0) return { digits: '', pointAt: 0 };
  return { digits: digits.slice(start).replace(/0+$/, ''), pointAt: pointAt - start };
}

/** Whether the exact value lies halfway between two numbers with `places` fraction digits. */
function isTie(exact: string, places: number): boolean {
  return /^50*$/.test((exact.split('.')[1] ?? '').slice(places));
}

function tieToEven(value: number, places: number): string {
  const exact = value.toFixed(places + 1);
  const below = exact.slice(0, places === 0 ? -2 : -1);
  return Number(below.at(-1)) % 2 === 0 ? below : value.toFixed(places);
}

function group(digits: string, size: number): string {
  if (size === 0) return digits;
  const parts: string[] = [];
  for (let end = digits.length; end > 0; end -= size)
    parts.unshift(digits.slice(Math.max(0, end - size), end));
  return parts.join(',');
}
