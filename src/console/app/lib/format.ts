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

/** Years and their like have no separators; beside larger numbers they have. */
const GROUPING = { few: 'min2', all: 'always' } as const;

type Grouping = keyof typeof GROUPING;

const [WHOLE, LARGE, SMALL] = [0, 2, 3].map((most) => {
  const of = (grouping: Grouping): Intl.NumberFormat =>
    new Intl.NumberFormat('en', { useGrouping: GROUPING[grouping], maximumFractionDigits: most });
  return { few: of('few'), all: of('all') };
});

/** A number as people read it, with no more decimals than tell something. */
export function numberText(value: number | bigint, grouping: Grouping = 'few'): string {
  if (typeof value === 'bigint' || Number.isInteger(value)) return WHOLE[grouping].format(value);
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size < 1) return String(Number(value.toPrecision(4)));
  return (size < 1000 ? SMALL : LARGE)[grouping].format(value);
}

/** Of the numbers of one column. */
export function groupingOf(values: readonly unknown[]): Grouping {
  const isLarge = (value: unknown): boolean =>
    (typeof value === 'number' || typeof value === 'bigint') && (value >= 10_000 || value <= -10_000);
  return values.some(isLarge) ? 'all' : 'few';
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** `50mb` → KB; null for what is no size. A bare number is KB. */
export function parseKilobytes(text: string): number | null {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(b|kb|mb|gb|tb)?\s*$/i.exec(text);
  if (!match) return null;
  const unit = (match[2] ?? 'kb').toUpperCase() as (typeof UNITS)[number];
  return Math.floor((Number(match[1]) * 1024 ** UNITS.indexOf(unit)) / 1024);
}
