import type { DocBlock, KeyedDocs } from '../framework/aggregator.ts';
import { countEach } from '../framework/countEach.ts';
import type { NumberRun } from '../values/numbers.ts';

/** Counts a run's values by bucket. */
export function countRun(block: DocBlock, run: NumberRun, counts: Uint32Array): void {
  const { owners } = block;
  const { positions, count } = run;
  if (run.dense) countEach(owners, count, counts);
  else for (let i = 0; i < count; i++) counts[owners[positions[i]]]++;
}

/** Counts documents with keys by bucket. */
export function countKeyed({ places, owners, from, to, matching }: KeyedDocs, counts: Uint32Array): void {
  const words = matching?.words ?? null;
  for (let doc = from; doc < to; doc++) {
    if (words !== null && ((words[doc >>> 5] >>> (doc & 31)) & 1) === 0) continue;
    const owner = owners[places[doc]];
    if (owner >= 0) counts[owner]++;
  }
}
