import { call } from '../../lib/api.ts';
import { type LimitScale, limitsAlong } from '../limits.ts';
import type { Curve, PolicyName } from '../types.ts';

/** Curves of what this server's caches did, or of a trace from a file. */

export interface TraceFile {
  readonly name: string;
  readonly csv: string;
}

export interface PolicyRow {
  readonly name: PolicyName;
  readonly title: string;
  readonly doc: string;
}

const POINTS = 48;

export async function listPolicies(signal: AbortSignal): Promise<readonly PolicyRow[]> {
  type Answer = { readonly policies: readonly PolicyRow[] };
  return (await call<Answer>('GET', '/_rockpool/knn/policies', undefined, { signal })).policies;
}

interface Asked {
  readonly limitsKb: readonly number[];
  readonly policies: readonly PolicyName[];
  /** Empty: all nodes. */
  readonly node: string;
  /** null: of this server. */
  readonly trace: TraceFile | null;
}

export function askCurve({ limitsKb, policies, node, trace }: Asked, signal: AbortSignal): Promise<Curve> {
  const limits = limitsKb.map((kb) => `${kb}kb`);
  const others = policies.filter((name) => name !== 'lru');
  if (trace !== null) {
    const body = { trace: trace.csv, limits, policies: others };
    return call<Curve>('POST', '/_rockpool/knn/curve', body, { signal });
  }
  const parts = [
    `limits=${limits.join(',')}`,
    ...(node === '' ? [] : [`node=${node}`]),
    ...(others.length === 0 ? [] : [`policies=${others.join(',')}`]),
  ];
  return call<Curve>('GET', `/_rockpool/knn/curve?${parts.join('&')}`, undefined, { signal });
}

export function limitsOf(scale: LimitScale): readonly number[] {
  return limitsAlong(scale, POINTS);
}

/** Room for a two-hundredth of what a trace weighs, up to more than all of it. Throws what the server refuses. */
export async function scaleOfTrace(trace: TraceFile): Promise<LimitScale> {
  const body = { trace: trace.csv, limits: ['1gb'] };
  const { graphs_kb: kb } = await call<Curve>('POST', '/_rockpool/knn/curve', body);
  return { leastKb: Math.max(1, Math.floor(kb / 200)), mostKb: Math.max(2, Math.ceil(kb * 1.2)) };
}

/** Every line of a picture: a policy and its miss ratio by limit. */
export function linesOf(
  curve: Curve,
): readonly { readonly policy: PolicyName; readonly ratios: readonly number[] }[] {
  const all = [{ policy: 'lru' as PolicyName, points: curve.points }, ...(curve.policies ?? [])];
  return all.map(({ policy, points }) => ({ policy, ratios: points.map((point) => point.miss_ratio) }));
}

/** `limit_kb,lru,fifo`: a row for each limit. */
export function curveCsv(curve: Curve): string {
  const lines = linesOf(curve);
  const head = ['limit_kb', ...lines.map(({ policy }) => policy)].join(',');
  const rows = curve.points.map(({ limit_kb: kb }, i) =>
    [kb, ...lines.map(({ ratios }) => ratios[i])].join(','),
  );
  return `${[head, ...rows].join('\n')}\n`;
}
