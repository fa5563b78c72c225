import { expect, it } from 'vitest';
import { bombard } from './bombard.ts';

/** Seeds that once found something, and the one of today; `test/malformed/run.ts` runs as many inputs as one likes. */
const SEEDS = [1, 2];

it.each(SEEDS)('seed %i: no 5xx, no hang, no leak, nothing changed that should not', async (seed) => {
  const { problems } = await bombard({ seed, first: 0, count: 1500 });
  expect(problems).toEqual([]);
});
