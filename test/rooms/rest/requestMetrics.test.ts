import { expect, it } from 'vitest';
import { RequestMetrics } from '../../../src/rest/index.ts';

it('keeps the slowest requests, the slowest first', () => {
  let nowMs = 0;
  const metrics = new RequestMetrics(() => nowMs);
  const route = { method: 'GET', path: '/_search' };
  const durations = Array.from({ length: 50 }, (_, i) => (i * 37) % 50);
  for (const durationMs of durations) {
    const begun = metrics.begin();
    nowMs += durationMs;
    metrics.end(route, 200, begun);
  }
  expect(metrics.slowest.map(({ seconds }) => Math.round(seconds * 1000))).toEqual(
    Array.from({ length: 20 }, (_, i) => 49 - i),
  );
  expect(metrics.slowest[0]).toMatchObject({ route, status: 200 });
});
