import type { AccessTrace, ReplayCounts } from '../accessTrace.ts';
import { futureOf } from './future.ts';

/**
 * A lower bound for the misses of every policy, even one that knows the future: room multiplied by time is limited, and
 * the cheapest stays are granted first (PFOO-L, by Berger, Beckmann and Harchol-Balter, 2018). With weights, the exact
 * optimum is too expensive to compute; Belady's rule is optimal only for graphs of equal weight.
 */
export function boundOf(trace: AccessTrace, limitKb: number): ReplayCounts {
  const { stayCosts, stayWeightsKb, accesses } = futureOf(trace);
  // Between any two accesses, memory holds at most `limitKb`.
  let left = limitKb * (accesses - 1);
  let hits = 0;
  for (let i = 0; i < stayCosts.length && stayCosts[i] <= left; i++) {
    if (stayWeightsKb[i] > limitKb) continue;
    left -= stayCosts[i];
    hits++;
  }
  return { hits, misses: accesses - hits, evictions: 0 };
}
