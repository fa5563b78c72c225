import { describe, expect, it } from 'vitest';
import { play } from './play.ts';
import { programs } from './programs.ts';

/** What the schedules have found, each by the seed and the number of requests that showed it. */
describe('found by seed', () => {
  it.each([
    ['searches missed documents that were being updated', 'documents', 22, 12],
    ['a later search saw less than an earlier one', 'documents', 4, 13],
    ['cluster settings beside another change: a 500', 'metadata', 4, 4],
    ['cluster settings beside another change: an acknowledged one was gone', 'metadata', 10, 4],
    ['cluster settings beside another change: the server did not start again', 'metadata', 91, 5],
    ['a dynamic field was read before it was durable', 'mappings', 50, 7],
    ['a field of a mapping was read before it was durable', 'mappings', 55, 19],
    ['a number of a lost write was given again under the same term', 'terms', 81, 6],
    ['a number that a reader had seen was given again for another document', 'terms', 51, 10],
    ['an index that was deleted while it was being closed came back', 'indices', 80, 10],
    ['a close waited for a copy that was still being filled', 'failingNodes', 1032, 15],
    ['a search of the primary found nothing while it was opening again', 'failingNodes', 5003, 26],
    ['a failed save was still writing when the next began, into the same file', 'refusedMappings', 164, 45],
  ] as const)('%s (%s, seed %i, %i requests)', async (_name, program, seed, steps) => {
    expect((await play(programs[program], seed, steps)).violations).toEqual([]);
  });
});
