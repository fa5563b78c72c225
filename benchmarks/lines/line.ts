import type { Latency } from '../support/measure.ts';
import type { Section } from '../support/report.ts';

/** What a line is compared with in the same run. */
export const FLOORS = {
  echo: 'echo',
  loop: 'typed arrays',
  duckDb: 'DuckDB',
  graph: 'bare graph',
  graphOverHttp: 'bare graph over HTTP',
} as const;

export type Floor = keyof typeof FLOORS;
/** Of a line: ours, its floors, and the server beside. */
export type Contestant = 'ours' | 'beside' | Floor;

/** A figure of the comparison: milliseconds, or what is done in a second. */
export interface Line {
  readonly name: string;
  readonly unit: 'ms' | '/s';
  readonly values: Readonly<Partial<Record<Contestant, number>>>;
  readonly p99Ms?: number;
}

/** Floors without HTTP: what a line costs is held against them and the echo together, where it has one. */
const IN_PROCESS: readonly Contestant[] = ['loop', 'duckDb', 'graph'];

/** How many times as much ours costs as another: 2 is half as good. */
export function timesOf({ unit, values }: Line, other: Contestant): number {
  const cost = (who: Contestant): number => {
    const value = values[who] ?? Number.NaN;
    return unit === 'ms' ? value : 1 / value;
  };
  const isBare = IN_PROCESS.includes(other) && values.echo !== undefined;
  return cost('ours') / (cost(other) + (isBare ? cost('echo') : 0));
}

export function latencyLine(name: string, latencies: Readonly<Partial<Record<Contestant, Latency>>>): Line {
  const values = Object.fromEntries(Object.entries(latencies).map(([who, { p50Ms }]) => [who, p50Ms]));
  return { name, unit: 'ms', values, p99Ms: latencies.ours?.p99Ms };
}

export function rateLine(
  name: string,
  rates: Readonly<Partial<Record<Contestant, { readonly perSecond: number; readonly p99Ms?: number }>>>,
): Line {
  const values = Object.fromEntries(Object.entries(rates).map(([who, { perSecond }]) => [who, perSecond]));
  return { name, unit: '/s', values, p99Ms: rates.ours?.p99Ms };
}

/** A table: ours, then for every floor that any of the lines has its value and how many times as much ours costs. */
export function sectionOf(heading: string, text: string, lines: readonly Line[]): Section {
  const unit = lines[0].unit;
  const measuredP99 = lines.some(({ p99Ms }) => p99Ms !== undefined);
  const others = (Object.keys(FLOORS) as Floor[]).filter((floor) =>
    lines.some(({ values }) => values[floor] !== undefined),
  );
  const hasBeside = lines.some(({ values }) => values.beside !== undefined);
  const hasEcho = others.includes('echo');
  const times = (floor: Floor): string => (hasEcho && IN_PROCESS.includes(floor) ? '× with echo' : '×');
  const columns = [
    '',
    unit === 'ms' ? 'p50 ms' : 'per s',
    ...(measuredP99 ? ['p99 ms'] : []),
    ...others.flatMap((floor) => [FLOORS[floor], times(floor)]),
    ...(hasBeside ? ['beside', 'times ahead'] : []),
  ];
  const rows = lines.map((line) => [
    line.name,
    line.values.ours ?? Number.NaN,
    ...(measuredP99 ? [line.p99Ms ?? Number.NaN] : []),
    ...others.flatMap((floor) => [line.values[floor] ?? Number.NaN, timesOf(line, floor)]),
    ...(hasBeside ? [line.values.beside ?? Number.NaN, 1 / timesOf(line, 'beside')] : []),
  ]);
  return { heading, text, columns, rows, charts: [] };
}
