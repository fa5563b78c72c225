import { cellText as valueText } from '../../../answers/index.ts';
import { duration } from '../../../figures/index.ts';
import { printJson } from './json.ts';

export { bytes, count, counted, duration, kilobytes } from '../../../figures/index.ts';

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export function milliseconds(value: number): string {
  if (value < 0.1) return `${Math.round(value * 1000)} µs`;
  if (value < 1) return `${value.toFixed(2)} ms`;
  if (value < 10) return `${value.toFixed(1)} ms`;
  if (value < 1000) return `${Math.round(value)} ms`;
  return duration(value);
}

export function percent(ratio: number): string {
  return `${NUMBER.format(ratio * 100)} %`;
}

/** `14:03:22`. */
export function timeOfDay(ms: number): string {
  return new Date(ms).toLocaleTimeString('en-GB');
}

/** `21 Nov`. */
export function dayOf(ms: number): string {
  return new Date(ms).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
}

/** A cell of a table; long ones are cut by the style, vectors here. */
export function cellText(value: unknown): string {
  return valueText(value, printJson);
}

const WHOLE = new Intl.NumberFormat('en', { useGrouping: 'min2' });
const DIGITS = [2, 3].map(
  (most) => new Intl.NumberFormat('en', { useGrouping: 'min2', maximumFractionDigits: most }),
);

/** A number as people read it: separators from 10,000 on (years have none), no more decimals than tell something. */
export function numberText(value: number | bigint): string {
  if (typeof value === 'bigint' || Number.isInteger(value)) return WHOLE.format(value);
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size < 1) return String(Number(value.toPrecision(4)));
  return DIGITS[size < 1000 ? 1 : 0].format(value);
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** `50mb` → KB; null for what is no size. A bare number is KB. */
export function parseKilobytes(text: string): number | null {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(b|kb|mb|gb|tb)?\s*$/i.exec(text);
  if (!match) return null;
  const unit = (match[2] ?? 'kb').toUpperCase() as (typeof UNITS)[number];
  return Math.floor((Number(match[1]) * 1024 ** UNITS.indexOf(unit)) / 1024);
}
