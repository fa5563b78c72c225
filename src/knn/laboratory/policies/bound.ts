import type { AccessTrace, ReplayCounts } from '../accessTrace.ts';
import { futureOf } from './future.ts';

/**
 * Fewer misses than that no policy can have, even one that knows what comes: room times time is all there is, and the
 * cheapest stays are bought first (the lower bound PFOO-L of Berger, Beckmann and Harchol-Balter, 2018). With weights,
 * the very optimum is too hard to compute; Belady's rule is optimal only for graphs of one weight.
 */
export function boundOf(trace: AccessTrace, limitKb: number): ReplayCounts {
  const { stayCosts, stayWeightsKb, accesses } = futureOf(trace);
  // Between any two accesses that much is in memory at most.
  let left = limitKb * (accesses - 1);
  let hits = 0;
  for (let i = 0; i < stayCosts.length && stayCosts[i] <= left; i++) {
    if (stayWeightsKb[i] > limitKb) continue;
    left -= stayCosts[i];
    hits++;
  }
  return { hits, misses: accesses - hits, evictions: 0 };
}
