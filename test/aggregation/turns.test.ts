import { expect, it } from 'vitest';
import { SteppingClock, turnsDuring } from '../support/turns.ts';
import { aggregate } from './support.ts';

/** Others have their turns while many documents are collected, and many buckets put in order. */

const mapping = { k: 'long', n: 'long' };
const documents = Array.from({ length: 9000 }, (_, n) => ({ k: n % 3000, n }));

function turnsOf(aggregation: Parameters<typeof aggregate>[2][string]): Promise<number> {
  const clock = new SteppingClock();
  return turnsDuring(() => aggregate(mapping, [[documents]], { a: aggregation }, { clock }));
}

it('gives turns between blocks of documents', async () => {
  expect(await turnsOf({ sum: { field: 'n' } })).toBeGreaterThanOrEqual(2);
});

it('gives turns between the buckets of a composite aggregation', async () => {
  const sources = ['k', 'n'].map((field) => ({ [field]: { terms: { field } } }));
  const whole = await turnsOf({ composite: { sources, size: 10 } });
  const later = await turnsOf({ composite: { sources, size: 10, after: { k: 1500, n: 0 } } });
  expect(Math.min(whole, later) - (await turnsOf({ sum: { field: 'n' } }))).toBeGreaterThanOrEqual(8);
});
