import type { SortKey, WindowBound, WindowFrame } from '../plan/logical.ts';
import { compareValues, type SqlValue } from '../values/index.ts';

/** The rows of one partition, indexed for window frames. */
export interface FrameRows {
  readonly size: number;
  /** The first row of each group of peers, plus one entry that ends the last group. */
  readonly starts: Uint32Array;
  /** The peer group of each row. */
  readonly groups: Uint32Array;
  /** The value of the single ORDER BY key at a row; only called for RANGE with an offset. */
  readonly key: (row: number) => SqlValue;
  readonly order: Pick<SortKey, 'descending' | 'nullsFirst'>;
}

/** The first row of a row's frame and the first row after it; equal when the frame is empty. */
export function frameOfRow(
  frame: WindowFrame,
  rows: FrameRows,
  row: number,
): readonly [start: number, end: number] {
  const start = clamp(boundary(frame.start, frame.unit, rows, row, 'start'), rows.size);
  const end = clamp(boundary(frame.end, frame.unit, rows, row, 'end'), rows.size);
  return [start, Math.max(start, end)];
}

function clamp(row: number, size: number): number {
  return Math.min(Math.max(row, 0), size);
}

type Side = 'start' | 'end';

function boundary(
  bound: WindowBound,
  unit: WindowFrame['unit'],
  rows: FrameRows,
  row: number,
  side: Side,
): number {
  switch (bound.kind) {
    case 'unboundedPreceding':
      return 0;
    case 'unboundedFollowing':
      return rows.size;
    case 'currentRow':
      return unit === 'rows' ? row + (side === 'end' ? 1 : 0) : peerBoundary(rows, row, side);
    default: {
      const distance = bound.kind === 'preceding' ? -bound.offset : bound.offset;
      if (unit === 'rows') return row + distance + (side === 'end' ? 1 : 0);
      return valueBoundary(rows, row, distance, side);
    }
  }
}

function peerBoundary({ starts, groups }: FrameRows, row: number, side: Side): number {
  return starts[groups[row] + (side === 'end' ? 1 : 0)];
}

/** The first row at (or after) the row's value plus an offset; a NULL has only its peers. */
function valueBoundary(rows: FrameRows, row: number, distance: number, side: Side): number {
  const value = rows.key(row);
  if (value === null) return peerBoundary(rows, row, side);
  const { descending, nullsFirst } = rows.order;
  const target = Number(value) + (descending ? -distance : distance);
  const isBefore = (other: SqlValue): boolean => {
    if (other === null) return nullsFirst;
    const order = compareValues(Number(other), target) * (descending ? -1 : 1);
    return side === 'start' ? order < 0 : order <= 0;
  };
  let [low, high] = [0, rows.size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(rows.key(middle))) low = middle + 1;
    else high = middle;
  }
  return low;
}
