import fc from 'fast-check';
import { describe, it } from 'vitest';
import { anything, deletions, History } from './interleavings.ts';

/**
 * Searches, warmups, evictions, deletions, merges, other limits, stops and failing loads in every order that the
 * scheduler makes of them. Each graph is loaded by one load at a time and closed once; what is loaded was reserved
 * before; no graph of a deleted index or segment stays in the cache; nobody waits for ever.
 * `GRAPH_HISTORIES=20000 npx vitest run test/rooms/knn/interleavings.test.ts` is the long run.
 */
const HISTORIES = Number(process.env.GRAPH_HISTORIES ?? 300);

const history = (commands: typeof anything) =>
  fc.asyncProperty(fc.scheduler(), commands, fc.integer({ min: 1, max: 5 }), (scheduler, list, rooms) =>
    new History(scheduler, rooms).run(list),
  );

describe('graphs while other things happen', () => {
  it('are loaded once, reserved before, closed once, and never stay without an owner', () =>
    fc.assert(history(anything), { numRuns: HISTORIES }));

  // The load outlasts the deletion and two rounds of the watcher.
  it('leave nothing in the cache when their index is deleted during the load', () =>
    fc.assert(history(deletions), { numRuns: 100, seed: 4 }));
});
