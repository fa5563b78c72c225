import { illegalArgument } from './errors.ts';

/**
 * Number patterns like `0.0`, `#,##0.00`, `$###`, `Value is ##0.0`: text around one run of digits marks.
 * Rounds half to even, as the original's formatter does.
 */
export function decimalFormat(pattern: string): (value: number) => string {
  const [positive] = pattern.split(';');
  const match = /^([^#0.,]*)([#0,]*)(\.[#0]*)?([^#0]*)$/.exec(positive);
  if (!match) throw illegalArgument(`Malformed pattern "${pattern}"`);
  const [, prefix, integerMarks, fractionMarks = '', suffix] = match;
  const percent = suffix.includes('%') || prefix.includes('%') ? 100 : 1;
  const minInteger = count(integerMarks, '0');
  const grouping = integerMarks.includes(',') ? integerMarks.length - integerMarks.lastIndexOf(',') - 1 : 0;
  const minFraction = count(fractionMarks, '0');
  const maxFraction = Math.max(0, fractionMarks.length - 1);
  return (value) => {
    const digits = roundHalfEven(Math.abs(value) * percent, maxFraction);
    const [whole, fraction = ''] = digits.split('.');
    const integer = group(
      (whole === '0' && minInteger === 0 ? '' : whole).padStart(minInteger, '0'),
      grouping,
    );
    const shown = trimZeros(fraction, minFraction);
    const body = `${integer === '' && shown === '' ? '0' : integer}${shown === '' ? '' : `.${shown}`}`;
    return `${value < 0 && /[1-9]/.test(body) ? '-' : ''}${prefix}${body}${suffix}`;
  };
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

function roundHalfEven(value: number, places: number): string {
  const scaled = value * 10 ** places;
  const floor = Math.floor(scaled);
  if (scaled - floor !== 0.5 || !Number.isSafeInteger(floor)) return value.toFixed(places);
  return ((floor % 2 === 0 ? floor : floor + 1) / 10 ** places).toFixed(places);
}

function group(digits: string, size: number): string {
  if (size === 0) return digits;
  const parts: string[] = [];
  for (let end = digits.length; end > 0; end -= size)
    parts.unshift(digits.slice(Math.max(0, end - size), end));
  return parts.join(',');
}

function trimZeros(fraction: string, least: number): string {
  let end = fraction.length;
  while (end > least && fraction[end - 1] === '0') end--;
  return fraction.slice(0, end);
}
