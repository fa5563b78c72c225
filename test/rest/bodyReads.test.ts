import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../../src/common/index.ts';
import type { RockpoolNode } from '../../src/node/index.ts';
import { openTestNode } from '../support/node.ts';
import { bodyRoutes, saidOfMember, setUp } from './parameterReads.ts';

const MEMBER = 'nobody_reads_this';

let node: RockpoolNode;
beforeAll(async () => {
  node = await openTestNode({ log: silentLogger });
});
afterAll(() => node.close());

it('a member of a body that nobody reads is refused by its name', async () => {
  const others: string[] = [];
  for (const route of bodyRoutes) {
    await setUp(node);
    const said = await saidOfMember(node, route, MEMBER);
    if (said?.includes(MEMBER)) continue;
    others.push(`${route.method} ${route.path}: ${said?.slice(0, 160) ?? 'taken'}`);
  }
  expect(others).toEqual([]);
});
