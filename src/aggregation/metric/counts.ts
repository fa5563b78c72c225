import type { DocBlock } from '../framework/aggregator.ts';
import { countEach } from '../framework/countEach.ts';
import type { NumberRun } from '../values/numbers.ts';

/** Counts a run's values by bucket. */
export function countRun(block: DocBlock, run: NumberRun, counts: Uint32Array): void {
  const { owners } = block;
  const { positions, count } = run;
  if (run.dense) countEach(owners, count, counts);
  else for (let i = 0; i < count; i++) counts[owners[positions[i]]]++;
}
