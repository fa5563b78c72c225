import { count, kilobytes } from '../../figures/index.ts';
import type { Server } from '../frame/server.ts';
import type { Style } from '../text/style.ts';
import { fittedTable } from '../text/table.ts';
import { cutTo, widthOf } from '../text/width.ts';

interface CacheNode {
  readonly name: string;
  /** null: no limit. */
  readonly limit_kb: number | null;
  readonly used_kb: number;
}

interface Graph {
  readonly index: string;
  readonly shard: number;
  readonly segment: string;
  readonly field: string;
  readonly vectors: number;
  readonly kb: number;
  readonly state: string;
}

interface Totals {
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
  readonly loads: number;
}

export interface CacheSample {
  /** Of a clock that only runs forward. */
  readonly timeMs: number;
  readonly graphs: { readonly nodes: readonly CacheNode[]; readonly graphs: readonly Graph[] };
  readonly totals: Totals;
  readonly isBreakerTripped: boolean;
}

interface Stats {
  readonly circuit_breaker_triggered: boolean;
  readonly nodes: Readonly<
    Record<
      string,
      { hit_count: number; miss_count: number; eviction_count: number; load_success_count: number }
    >
  >;
}

/** The graph caches of a Rockpool, now. Throws CommandError. */
export async function readSample(server: Server): Promise<CacheSample> {
  const [graphs, stats] = await Promise.all([
    server.json<CacheSample['graphs']>('GET', '/_rockpool/knn/graphs'),
    server.json<Stats>('GET', '/_plugins/_knn/stats'),
  ]);
  const nodes = Object.values(stats.nodes);
  const sum = (name: keyof Stats['nodes'][string]): number =>
    nodes.reduce((all, node) => all + node[name], 0);
  const totals = {
    hits: sum('hit_count'),
    misses: sum('miss_count'),
    evictions: sum('eviction_count'),
    loads: sum('load_success_count'),
  };
  return { timeMs: performance.now(), graphs, totals, isBreakerTripped: stats.circuit_breaker_triggered };
}

export interface PanelLook {
  readonly columns: number;
  readonly rows: number;
  readonly style: Style;
}

const BAR = 40;
const LEAST_BAR = 5;

/** The caches as text; with the sample before, rates beside the counters. */
export function panel(sample: CacheSample, before: CacheSample | null, look: PanelLook): readonly string[] {
  const { nodes, graphs } = sample.graphs;
  const head = [...nodes.map((node) => nodeLine(node, look)), '', ...counterLines(sample, before, look)];
  if (graphs.length === 0) return [...head, '', 'there are no graphs'];
  const heaviest = [...graphs].sort((a, b) => b.kb - a.kb);
  const shown = heaviest.slice(0, Math.max(5, look.rows - head.length - 6));
  const table = fittedTable(
    [
      ...['index', 'shard', 'segment', 'field'].map((name) => ({ name })),
      ...['vectors', 'size'].map((name) => ({ name, isNumber: true })),
      { name: 'state' },
    ],
    shown.map(({ index, shard, segment, field, vectors, kb, state }) => [
      ...[index, shard, segment, field, count(vectors), kilobytes(kb)],
      state.replaceAll('_', ' '),
    ]),
    look,
  );
  const more =
    heaviest.length > shown.length ? [` … and ${heaviest.length - shown.length} lighter ones`] : [];
  return [...head, '', ...table, ...more];
}

function nodeLine({ name, used_kb, limit_kb }: CacheNode, { style, columns }: PanelLook): string {
  if (limit_kb === null) return `${name}  ${kilobytes(used_kb)} of graphs, without a limit`;
  const ratio = limit_kb === 0 ? 0 : used_kb / limit_kb;
  const words = `${kilobytes(used_kb)} of ${kilobytes(limit_kb)} (${count(ratio * 100)} %)`;
  const width = Math.min(BAR, columns - widthOf(name) - words.length - 4);
  if (width < LEAST_BAR) return cutTo(`${name}  ${words}`, columns);
  const filled = Math.min(width, Math.round(ratio * width));
  const bar =
    style(ratio > 0.9 ? 'red' : 'green', '█'.repeat(filled)) + style('dim', '░'.repeat(width - filled));
  return `${name}  ${bar}  ${words}`;
}

function counterLines(
  sample: CacheSample,
  before: CacheSample | null,
  { style, columns }: PanelLook,
): readonly string[] {
  const { hits, misses } = sample.totals;
  const seconds = before === null ? 0 : (sample.timeMs - before.timeMs) / 1000;
  const counters: Words[] = (Object.keys(sample.totals) as (keyof Totals)[]).map((name) => {
    const value = sample.totals[name];
    // A cache that starts anew starts its counters anew.
    const rate = before === null ? null : Math.max(0, value - before.totals[name]) / seconds;
    const rated = rate === null ? '' : ` (${count(rate)}/s)`;
    return [`${name} ${count(value)}${rated}`, `${name} ${style('bold', count(value))}${rated}`];
  });
  const ratio = `miss ratio ${count((100 * misses) / (hits + misses))} %`;
  const all: Words[] = hits + misses === 0 ? counters : [...counters, [ratio, ratio]];
  const breaker = sample.isBreakerTripped ? [style('red', 'the circuit breaker has tripped')] : [];
  return [...wrapped(all, columns), ...breaker];
}

/** Words without and with their style. */
type Words = readonly [plain: string, styled: string];

const GAP = '   ';

/** As many on a line as the terminal has room for. */
function wrapped(words: readonly Words[], columns: number): readonly string[] {
  const lines: string[] = [];
  let room = 0;
  for (const [plain, styled] of words) {
    const needed = GAP.length + plain.length;
    if (lines.length === 0 || needed > room) {
      lines.push(styled);
      room = columns - plain.length;
    } else {
      lines.push(`${lines.pop()}${GAP}${styled}`);
      room -= needed;
    }
  }
  return lines;
}
