import { expect, it } from 'vitest';
import { bombard } from './bombard.ts';

/** Seeds that once found something, and the one of today; `test/robustness/malformed/run.ts` runs as many inputs as one likes. */
const runs = [
  { seed: 1, first: 0, count: 1500, target: 'server' },
  { seed: 2, first: 0, count: 1500, target: 'pool' },
] as const;

it.each(runs)(
  '$target, seed $seed: no 5xx, no hang, no leak, nothing changed that should not',
  async (run) => {
    const { problems } = await bombard(run);
    expect(problems).toEqual([]);
  },
);
