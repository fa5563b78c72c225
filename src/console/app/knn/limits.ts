import { call } from '../lib/api.ts';

/** The limit itself, and the slider's scale: limits are looked at by proportion, from less than one graph to more than all. */

export interface LimitScale {
  readonly leastKb: number;
  readonly mostKb: number;
}

export const STEPS = 1000;

export function scaleFor(weightsKb: readonly number[]): LimitScale {
  const all = weightsKb.reduce((sum, kb) => sum + kb, 0);
  const lightest = weightsKb.reduce((least, kb) => Math.min(least, kb), all);
  const leastKb = Math.max(1, Math.floor(lightest / 2));
  return { leastKb, mostKb: Math.max(leastKb + 1, Math.ceil(all * 1.5)) };
}

export function kbAt(step: number, { leastKb, mostKb }: LimitScale): number {
  return Math.round(leastKb * (mostKb / leastKb) ** (step / STEPS));
}

/** The step of a limit; limits beyond the scale are at its end. */
export function stepOf(kb: number, { leastKb, mostKb }: LimitScale): number {
  const inside = Math.min(mostKb, Math.max(leastKb, kb));
  return Math.round((STEPS * Math.log(inside / leastKb)) / Math.log(mostKb / leastKb));
}

/** So many limits along the scale, without repetitions. */
export function limitsAlong(scale: LimitScale, points: number): readonly number[] {
  const all = Array.from({ length: points }, (_, i) => kbAt((i * STEPS) / (points - 1), scale));
  return [...new Set(all)];
}

export const LIMIT_SETTING = 'knn.memory.circuit_breaker.limit';

/** null: the default, or what is set for good. */
export async function setLimit(text: string | null): Promise<void> {
  await call('PUT', '/_cluster/settings', { transient: { [LIMIT_SETTING]: text } });
}

/** What is set until the end of the process; null: nothing. */
export async function readLimit(): Promise<{ readonly transient: string | null }> {
  type Answer = { readonly transient: Readonly<Record<string, string>> };
  const { transient } = await call<Answer>('GET', '/_cluster/settings?flat_settings=true');
  return { transient: transient[LIMIT_SETTING] ?? null };
}
