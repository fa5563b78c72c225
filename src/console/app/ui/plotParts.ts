import type uPlot from 'uplot';
import { nowMs } from '../lib/clock.ts';
import { colour } from '../lib/theme.ts';

/** What all pictures have in common. */

const FONT = '11px ui-sans-serif, system-ui, sans-serif';

type Format = (value: number) => string;

export function axis(format: Format | null, side: 'x' | 'y', size = 56): uPlot.Axis {
  const line = colour('line');
  return {
    stroke: colour('muted'),
    font: FONT,
    grid: { stroke: line, width: 1, show: side === 'y' },
    ticks: { stroke: line, width: 1, size: 4, show: side === 'x' },
    ...(side === 'y' ? { size } : { size: 28 }),
    ...(format === null ? {} : { values: (_plot, splits) => splits.map((value) => format(value)) }),
  };
}

export function clockAxis(): uPlot.Axis {
  return { ...axis((seconds) => new Date(seconds * 1000).toLocaleTimeString('en-GB'), 'x'), space: 76 };
}

const LEAST_SECONDS = 60;

/** The time that there is, a minute at least: the first moments would jump otherwise. */
export function latestMinutes(_plot: uPlot, min: number, max: number): [number, number] {
  return [Math.min(min, max - LEAST_SECONDS), max];
}

type Column = readonly (number | null)[];

/** Columns over time. A single moment gets one before it: alone it would be drawn with a day around it. */
export function overTime(times: readonly number[], columns: readonly Column[]): uPlot.AlignedData {
  if (times.length >= 2) return [times, ...columns] as uPlot.AlignedData;
  const last = times[0] ?? nowMs() / 1000;
  const padded = columns.map(([value = null]) => [null, value]);
  return [[last - LEAST_SECONDS, last], ...padded] as uPlot.AlignedData;
}

interface LineOptions {
  readonly label: string;
  readonly colour: string;
  readonly format: Format;
  readonly fill?: string;
  readonly dash?: number[];
}

export function line({ label, colour: name, format, fill, dash }: LineOptions): uPlot.Series {
  return {
    label,
    stroke: colour(name),
    width: 1.5,
    points: { show: false },
    ...(fill === undefined ? {} : { fill: colour(fill) }),
    ...(dash === undefined ? {} : { dash }),
    value: (_plot, value) => (value === null || value === undefined ? '–' : format(value)),
  };
}
