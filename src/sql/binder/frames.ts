import type { FrameBound, FrameNode, WindowNode } from '../ast/index.ts';
import { semanticError } from '../errors.ts';
import type { SortKey, WindowBound, WindowFrame } from '../plan/logical.ts';
import { isNumericType } from '../values/index.ts';

/** The default frame: up to the current row and its peers, or the whole partition without ORDER BY. */
export function frameOf({ frame, orderBy }: WindowNode, keys: readonly SortKey[]): WindowFrame {
  if (frame === null) {
    const end = { kind: orderBy.length === 0 ? 'unboundedFollowing' : 'currentRow' } as const;
    return { unit: 'range', start: { kind: 'unboundedPreceding' }, end };
  }
  checkOrder(frame);
  const bounds = { start: boundOf(frame.start), end: boundOf(frame.end) };
  if (frame.unit === 'range') checkRange(bounds, keys);
  else for (const bound of Object.values(bounds)) checkRows(bound);
  return { unit: frame.unit, ...bounds };
}

const PLACES: readonly FrameBound['kind'][] = [
  'unboundedPreceding',
  'preceding',
  'currentRow',
  'following',
  'unboundedFollowing',
];

/** A frame must not end before it starts. */
function checkOrder({ start, end }: FrameNode): void {
  const isBackwards = PLACES.indexOf(start.kind) > PLACES.indexOf(end.kind);
  if (isBackwards || start.kind === 'unboundedFollowing' || end.kind === 'unboundedPreceding') {
    throw semanticError('the frame of a window ends before it begins');
  }
}

function boundOf({ kind, offset }: FrameBound): WindowBound {
  if (kind !== 'preceding' && kind !== 'following') return { kind };
  const value = offset?.kind === 'literal' ? Number(offset.value) : Number.NaN;
  if (!(value >= 0)) throw semanticError('the bounds of a window frame are numbers that are not negative');
  return { kind, offset: value };
}

function checkRows(bound: WindowBound): void {
  if ('offset' in bound && !Number.isInteger(bound.offset)) {
    throw semanticError('the bounds of a ROWS frame are whole numbers');
  }
}

function checkRange({ start, end }: Pick<WindowFrame, 'start' | 'end'>, keys: readonly SortKey[]): void {
  if (!('offset' in start) && !('offset' in end)) return;
  if (keys.length === 1 && isNumericType(keys[0].expression.type)) return;
  throw semanticError('a RANGE frame with a distance needs one ORDER BY key, and that is a number');
}
