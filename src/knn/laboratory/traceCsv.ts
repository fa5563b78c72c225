import type { Clock } from '../../common/index.ts';
import { illegalArgument, limits, Pacer } from '../../common/index.ts';
import { type AccessTrace, accessesOf, isAccess, weightsOf } from './accessTrace.ts';
import type { EventRecord } from './eventLog.ts';

/**
 * Traces as text, in the form that cache simulators read (libCacheSim: `time-col=1, obj-id-col=2, obj-size-col=3,
 * has-header=true`): seconds, a number for each graph, its bytes. What it is called and whose cache it was follows.
 */
const COLUMNS = ['time', 'id', 'size', 'graph', 'node'] as const;

/** The accesses of some caches; a miss has the weight that its graph has elsewhere in the records, or none at all. */
export function traceCsv(
  windows: readonly { readonly nodeId: string; readonly records: readonly EventRecord[] }[],
  nodeName: (nodeId: string) => string,
): string {
  const accesses = windows
    .flatMap(({ nodeId, records }) => accessesIn(records, nodeName(nodeId)))
    .sort((a, b) => a.seq - b.seq);
  const ids = new Map<string, number>();
  const lines = accesses.map(({ timeMs, key, kb, graph, node }) => {
    const place = `${node}/${key}`;
    const id = ids.get(place) ?? ids.size + 1;
    ids.set(place, id);
    return `${timeMs / 1000},${id},${kb * 1024},${graph},${node}`;
  });
  return `${[COLUMNS.join(','), ...lines].join('\n')}\n`;
}

interface Access {
  readonly seq: number;
  readonly timeMs: number;
  readonly key: string;
  readonly kb: number;
  /** These two as they are printed. */
  readonly graph: string;
  readonly node: string;
}

function accessesIn(records: readonly EventRecord[], nodeName: string): readonly Access[] {
  const weights = weightsOf(records);
  const node = quoted(nodeName);
  return records.flatMap(({ seq, timeMs, event }) => {
    if (!isAccess(event)) return [];
    const [, shard, segment, , ...field] = event.key.split('/');
    const graph = quoted(`${event.indexName}/${shard}/${segment}/${field.join('/')}`);
    return [{ seq, timeMs, key: event.key, kb: weights.get(event.key) ?? 0, graph, node }];
  });
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** How others call the columns. */
const NAMES: Readonly<Record<'time' | 'id' | 'size' | 'node', readonly string[]>> = {
  time: ['time', 'timestamp', 'ts', 'clock_time'],
  id: ['id', 'obj_id', 'object', 'key'],
  size: ['size', 'obj_size', 'bytes'],
  node: ['node'],
};

/** One trace for each node that the text names. Throws illegal_argument_exception, with the line, for what is none. */
export async function readTraceCsv(text: string, clock: Clock): Promise<readonly AccessTrace[]> {
  const pacer = new Pacer(clock);
  const lines = text.split('\n');
  const first = cellsOf(lines[0]);
  const hasHeader = first.length > 0 && Number.isNaN(Number(first[0]));
  const columns = columnsOf(hasHeader ? first.map((cell) => cell.toLowerCase()) : ['time', 'id', 'size']);
  const nodes = new Map<string, { timeMs: number; id: string; weightKb: number }[]>();
  let accesses = 0;
  for (let at = hasHeader ? 1 : 0; at < lines.length; at++) {
    if (pacer.due()) await pacer.pause();
    if (lines[at].trim() === '') continue;
    if (++accesses > limits.traceAccesses.value) {
      throw illegalArgument(`[trace] must have at most ${limits.traceAccesses.value} accesses`);
    }
    const cells = cellsOf(lines[at]);
    const node = columns.node === null ? '' : (cells[columns.node] ?? '');
    const own = nodes.get(node) ?? [];
    nodes.set(node, own);
    own.push(accessOf(cells, columns, at + 1));
  }
  return [...nodes.values()].map(accessesOf);
}

interface Columns {
  readonly time: number;
  readonly id: number;
  readonly size: number;
  readonly node: number | null;
}

function columnsOf(header: readonly string[]): Columns {
  const find = (column: keyof typeof NAMES): number | null => {
    const at = header.findIndex((name) => NAMES[column].includes(name));
    return at === -1 ? null : at;
  };
  const must = (column: keyof typeof NAMES): number => {
    const at = find(column);
    if (at === null) throw illegalArgument(`[trace] has no column [${column}] among [${header.join(', ')}]`);
    return at;
  };
  return { time: must('time'), id: must('id'), size: must('size'), node: find('node') };
}

function accessOf(cells: readonly string[], { time, id, size }: Columns, line: number) {
  const seconds = numberOf(cells[time], 'time', line);
  const bytes = numberOf(cells[size], 'size', line);
  if (cells[id] === undefined || cells[id] === '')
    throw illegalArgument(`[trace] line [${line}] has no [id]`);
  return { timeMs: seconds * 1000, id: cells[id], weightKb: bytes / 1024 };
}

function numberOf(cell: string | undefined, column: string, line: number): number {
  const value = cell === undefined || cell.trim() === '' ? Number.NaN : Number(cell);
  if (Number.isFinite(value) && value >= 0) return value;
  throw illegalArgument(
    `[trace] line [${line}]: [${column}] must be a number of 0 or more, not [${cell ?? ''}]`,
  );
}

function cellsOf(line: string): readonly string[] {
  const plain = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (!plain.includes('"')) return plain.split(',').map((cell) => cell.trim());
  const cells = plain.matchAll(/(?:^|,)\s*(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...cells].map(([, inQuotes, bare]) => inQuotes?.replaceAll('""', '"') ?? bare.trim());
}
