import { percent } from '../../lib/format.ts';
import type { Curve, CurvePoint, PolicyName } from '../types.ts';

/** Another policy is worth a word when it spares that share of the misses. */
const SPARED = 0.25;
/** No policy is worth one when the best there could be spares less than that share of the accesses. */
const LITTLE = 0.1;

/** Whether the limit or the policy is to blame, at the one limit of this curve; null while there is nothing to blame. */
export function blameWords(
  { points: [own], policies = [] }: Curve,
  titleOf: (policy: PolicyName) => string,
): string | null {
  if (own === undefined || own.misses === 0) return null;
  const lru = own.miss_ratio;
  const real = policies.filter(({ policy }) => policy !== 'bound' && policy !== 'belady');
  const best = real.reduce<{ policy: PolicyName; point: CurvePoint } | null>(
    (least, { policy, points: [point] }) => {
      return least === null || point.miss_ratio < least.point.miss_ratio ? { policy, point } : least;
    },
    null,
  );
  if (best && lru - best.point.miss_ratio >= SPARED * lru) {
    return `The policy is to blame: ${titleOf(best.policy)} would miss ${percent(best.point.miss_ratio)} where LRU misses ${percent(lru)}.`;
  }
  const bound = policies.find(({ policy }) => policy === 'bound')?.points[0].miss_ratio;
  if (bound === undefined) return null;
  if (lru - bound < LITTLE) {
    return `The limit is to blame, if anything: no policy could miss less than ${percent(bound)} here.`;
  }
  return `Between LRU (${percent(lru)}) and what no policy can beat (${percent(bound)}) there is room for a better policy.`;
}
