import type { Clock } from '../../common/index.ts';
import { Pacer } from '../../common/index.ts';
import { type AccessTrace, isAccess, type ReplayCounts, traceOf, weightsOf } from './accessTrace.ts';
import type { EventLog, EventRecord } from './eventLog.ts';
import { type Policy, policies } from './policies/policyTable.ts';
import type {
  CurvePoint,
  CurveRequest,
  MissRatioCurve,
  PolicyCurve,
  PolicyName,
  TraceCurve,
} from './types.ts';

const DEFAULT_POINTS = 20;

export interface NodeCache {
  readonly id: string;
  readonly expiryMs: number | null;
}

/** How the caches of some nodes would have done at other limits, from the accesses that the log has kept. */
export function missRatioCurve(
  log: EventLog,
  caches: readonly NodeCache[],
  request: CurveRequest,
): MissRatioCurve {
  const windows = windowsOf(log, caches, request.since);
  const traces = tracesOf(windows);
  const weights = windows.map(({ records }) => [...weightsOf(records).values()]);
  const records = windows.flatMap((window) => window.records);
  return {
    method: 'simulation',
    accesses: records.reduce((total, { event }) => total + (isAccess(event) ? 1 : 0), 0),
    graphs: weights.reduce((total, { length }) => total + length, 0),
    graphsKb: sum(weights.flat()),
    complete: windows.every((window) => window.complete),
    measured: measure(records),
    points: (request.limitsKb ?? defaultLimits(weights)).map((limitKb) => point('lru', traces, limitKb)),
  };
}

interface Window {
  readonly nodeId: string;
  readonly expiryMs: number | null;
  readonly records: readonly EventRecord[];
  readonly complete: boolean;
}

/** What the log has of each cache: from `since` on, or since it last started anew. */
export function windowsOf(
  log: EventLog,
  caches: readonly NodeCache[],
  since: number | null,
): readonly Window[] {
  return caches.map(({ id, expiryMs }) => ({ nodeId: id, expiryMs, ...windowOf(log, id, since) }));
}

export function tracesOf(windows: readonly Window[]): readonly AccessTrace[] {
  return windows.map(({ records, expiryMs }) => traceOf(records, expiryMs));
}

/** The curve of each of these policies; others have their turn between any two points. */
export async function policyCurves(
  names: readonly PolicyName[],
  traces: readonly AccessTrace[],
  limitsKb: readonly number[],
  clock: Clock,
): Promise<readonly PolicyCurve[]> {
  const pacer = new Pacer(clock);
  const curves: PolicyCurve[] = [];
  for (const policy of names) {
    const points: CurvePoint[] = [];
    for (const limitKb of limitsKb) {
      points.push(point(policy, traces, limitKb));
      await pacer.pause();
    }
    curves.push({ policy, points });
  }
  return curves;
}

/** The curves of traces that came from elsewhere. */
export async function traceCurve(
  traces: readonly AccessTrace[],
  {
    policies: names,
    limitsKb,
  }: { readonly policies: readonly PolicyName[]; readonly limitsKb: readonly number[] | null },
  clock: Clock,
): Promise<TraceCurve> {
  const weights = traces.map(lastWeightsOf);
  const limits = limitsKb ?? defaultLimits(weights);
  const [{ points }, ...curves] = await policyCurves(['lru', ...names], traces, limits, clock);
  return {
    accesses: traces.reduce((total, { kinds }) => total + kinds.length, 0),
    graphs: weights.reduce((total, { length }) => total + length, 0),
    graphsKb: sum(weights.flat()),
    points,
    curves,
  };
}

function lastWeightsOf({ targets, weightsKb, graphs }: AccessTrace): readonly number[] {
  const weights = new Float64Array(graphs);
  for (let i = 0; i < targets.length; i++) weights[targets[i]] = weightsKb[i];
  return [...weights];
}

/** The records of a node from `since` on, or since its cache last started anew. */
function windowOf(
  log: EventLog,
  nodeId: string,
  since: number | null,
): { readonly records: readonly EventRecord[]; readonly complete: boolean } {
  const records: EventRecord[] = [];
  let complete = since !== null && since >= log.first;
  for (const record of log.from(since ?? 0)) {
    if (record.nodeId !== nodeId) continue;
    if (since === null && record.event.kind === 'rebuild') {
      records.length = 0;
      complete = true;
    }
    records.push(record);
  }
  return { records, complete };
}

function measure(records: readonly EventRecord[]): ReplayCounts {
  const counts = { hits: 0, misses: 0, evictions: 0 };
  for (const { event } of records) {
    if (event.kind === 'hit') counts.hits++;
    else if (event.kind === 'miss') counts.misses++;
    else if (event.kind === 'evict' && (event.reason === 'size' || event.reason === 'expiry'))
      counts.evictions++;
  }
  return counts;
}

/** From the heaviest graph to what the node that used most would need to hold it all. */
function defaultLimits(weights: readonly (readonly number[])[]): readonly number[] {
  const heaviest = weights.flat().reduce((max, kb) => Math.max(max, kb), 0);
  if (heaviest === 0) return [];
  const most = Math.max(...weights.map(sum));
  const limits = Array.from({ length: DEFAULT_POINTS }, (_, i) =>
    Math.round(heaviest + ((most - heaviest) * i) / (DEFAULT_POINTS - 1)),
  );
  return [...new Set(limits)];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const byName = new Map(policies.map((policy) => [policy.name, policy]));

function point(policy: PolicyName, traces: readonly AccessTrace[], limitKb: number): CurvePoint {
  const total = { hits: 0, misses: 0, evictions: 0 };
  const { replay } = byName.get(policy) as Policy;
  for (const trace of traces) {
    const counts = replay(trace, limitKb);
    total.hits += counts.hits;
    total.misses += counts.misses;
    total.evictions += counts.evictions;
  }
  const accesses = total.hits + total.misses;
  return { limitKb, ...total, missRatio: accesses === 0 ? 0 : total.misses / accesses };
}
