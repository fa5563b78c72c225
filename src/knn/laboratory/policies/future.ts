import { type AccessTrace, KINDS } from '../accessTrace.ts';

/** What follows each record of a trace. */
export interface Future {
  /** By record: the position of its graph's next use, if it can stay in memory until then; else Infinity. */
  readonly nextUse: Float64Array;
  /** Cost and weight of each stay in memory that would lead to a hit, the cheapest first. */
  readonly stayCosts: Float64Array;
  readonly stayWeightsKb: Float64Array;
  readonly accesses: number;
}

const known = new WeakMap<AccessTrace, Future>();

export function futureOf(trace: AccessTrace): Future {
  const future = known.get(trace) ?? readFuture(trace);
  known.set(trace, future);
  return future;
}

const { HIT, MISS, LOAD, GONE, RESET } = KINDS;

function readFuture(trace: AccessTrace): Future {
  const { kinds, targets, groups, graphs, timesMs } = trace;
  const nextUse = new Float64Array(kinds.length).fill(Number.POSITIVE_INFINITY);
  const expiriesMs = expiriesOf(trace);
  const next = new Float64Array(graphs).fill(Number.POSITIVE_INFINITY);
  for (let i = kinds.length - 1; i >= 0; i--) {
    const graph = targets[i];
    if (kinds[i] === RESET) next.fill(Number.POSITIVE_INFINITY);
    else if (kinds[i] === GONE) for (const each of groups[graph]) next[each] = Number.POSITIVE_INFINITY;
    else if (kinds[i] === HIT || kinds[i] === MISS || kinds[i] === LOAD) {
      const at = next[graph];
      if (at < kinds.length && timesMs[at] - timesMs[i] < expiriesMs[i]) nextUse[i] = at;
      if (kinds[i] !== LOAD) next[graph] = i;
    }
  }
  return { nextUse, ...staysOf(trace, nextUse) };
}

/** The expiry in force at each record. */
function expiriesOf({ kinds, weightsKb, expiryMs }: AccessTrace): Float64Array {
  const expiries = new Float64Array(kinds.length);
  let current = expiryMs ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] === RESET) current = weightsKb[i];
    expiries[i] = current;
  }
  return expiries;
}

/** A stay costs its weight for as many accesses as it lasts. */
function staysOf(
  { kinds, targets, weightsKb, graphs }: AccessTrace,
  nextUse: Float64Array,
): Omit<Future, 'nextUse'> {
  const weight = new Float64Array(graphs);
  const accessAt = new Float64Array(kinds.length);
  const begin = new Int32Array(kinds.length).fill(-1);
  const stays: { readonly cost: number; readonly kb: number }[] = [];
  let accesses = 0;
  for (let i = 0; i < kinds.length; i++) {
    const isAccess = kinds[i] === HIT || kinds[i] === MISS;
    if (isAccess) accesses++;
    accessAt[i] = accesses;
    if (isAccess && begin[i] !== -1) {
      const kb = weight[targets[i]];
      stays.push({ cost: kb * (accesses - accessAt[begin[i]]), kb });
    }
    if (weightsKb[i] > 0 && (kinds[i] === HIT || kinds[i] === LOAD)) weight[targets[i]] = weightsKb[i];
    // The last record that leads to a use: before the end of its load, the graph was not in memory.
    if (nextUse[i] < kinds.length) begin[nextUse[i]] = i;
  }
  stays.sort((a, b) => a.cost - b.cost);
  return {
    stayCosts: Float64Array.from(stays, ({ cost }) => cost),
    stayWeightsKb: Float64Array.from(stays, ({ kb }) => kb),
    accesses,
  };
}
