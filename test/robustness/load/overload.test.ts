import { expect, it } from 'vitest';
import { overload } from './overload.ts';

/** A short look; `npx tsx test/robustness/load/run.ts` has all the connections and the figures. */
it('serves a client at work beside some hundred hostile connections, and holds nothing afterwards', async () => {
  const found = await overload({ scale: 0.05, seconds: 2, rate: 50 });
  expect([...found.statuses.keys()].filter((status) => status !== 200 && status !== 201)).toEqual([]);
  expect(found.errors).toEqual(new Map());
  for (const { name, statuses } of found.attackers) {
    expect([name, Object.keys(statuses).filter((status) => !EXPECTED.has(status))]).toEqual([name, []]);
  }
  for (const name of ['request', 'in_flight_requests', 'fielddata']) {
    expect([name, found.loadAfter.breakers[name].estimated_size_in_bytes]).toEqual([name, 0]);
  }
  expect(found.exitCode).toBe(0);
}, 120_000);

/** Answers to attackers: a large answer, a body that is no bulk request or headers that never end, and refusals. */
const EXPECTED: ReadonlySet<string> = new Set(['200', '400', '408', '413', '429']);
