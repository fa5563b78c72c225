import { expect, it } from 'vitest';
import { silentLogger } from '../../../src/common/index.ts';
import { AfterOverload } from '../../../src/node/afterOverload.ts';

const MB = 1024 * 1024;

it.each([
  ['when thousands of connections have gone, once', [10, 4000, 4000, 400, 5, 5], 80 * MB, [400]],
  ['again after the next crowd', [4000, 5, 5, 3000, 5], 80 * MB, [5, 5]],
  ['not while they are there', [4000, 3000, 1001], 80 * MB, []],
  ['not after a few', [400, 0, 0], 80 * MB, []],
  ['not when that would hold the event loop', [4000, 0, 0], 500 * MB, []],
])('collects garbage %s', async (_when, opens, heapBytes, expected) => {
  let open = 0;
  const collected: number[] = [];
  const after = new AfterOverload({
    openConnections: () => open,
    log: silentLogger,
    heapBytes: () => heapBytes,
    collect: async () => void collected.push(open),
  });
  for (open of opens) await after.look();
  expect(collected).toEqual(expected);
});

it('releases garbage', async () => {
  let open = 4000;
  const after = new AfterOverload({ openConnections: () => open, log: silentLogger });
  expect(await after.look()).toBe(false);
  let dead: object[] | null = Array.from({ length: 200_000 }, (_, n) => ({ n }));
  const before = process.memoryUsage().heapUsed;
  expect(dead.length).toBe(200_000);
  dead = null;
  open = 0;
  expect(await after.look()).toBe(true);
  expect(process.memoryUsage().heapUsed).toBeLessThan(before - 4 * MB);
});
