import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { bodiesTaken } from '../../../src/rest/bodiesTaken.ts';
import type { Route } from '../../../src/rest/index.ts';
import { openTestNode } from '../../support/node.ts';
import { bodyRoutes, saidOfMember, setUp } from './parameterReads.ts';

const MEMBER = 'nobody_reads_this';

/** What these answer does not depend on the body: it is read, and then something else is missing. */
const REFUSED_FOR_ELSE: ReadonlyMap<RegExp, string> = new Map([
  [/_search$/, '.opensearch-knn-models'],
  [/_mget$/, 'expected [FIELD_NAME] or [START_ARRAY]'],
  [/_clone\/\{target_snapshot\}$/, 'snapshot_missing_exception'],
  [/_data_stream\/\{name\}$/, 'no matching index template found'],
  [/_knn\/warmup/, 'Warm up request rejected'],
]);

describe('members of bodies that nobody reads', { shuffle: false }, () => {
  let node: RockpoolNode;
  beforeAll(async () => {
    node = await openTestNode({ log: silentLogger });
  });
  afterAll(() => node.close());

  const isRefusedForElse = (path: string, said: string): boolean =>
    [...REFUSED_FOR_ELSE].some(([paths, reason]) => paths.test(path) && said.includes(reason));

  const used = new Set<unknown>();
  const isTold = async (route: Route): Promise<string | null> => {
    await setUp(node);
    const row = bodiesTaken.find(({ paths }) => paths.test(route.path));
    const said = await saidOfMember(node, route, MEMBER);
    if (said?.includes(MEMBER) || (said !== null && isRefusedForElse(route.path, said))) return null;
    used.add(row);
    return row === undefined ? `${route.method} ${route.path}: ${said?.slice(0, 160) ?? 'taken'}` : null;
  };

  it('are refused by their names, or the table says why they are taken', async () => {
    const others: string[] = [];
    for (const route of bodyRoutes) {
      const problem = await isTold(route);
      if (problem !== null) others.push(problem);
    }
    expect(others).toEqual([]);
    expect(bodiesTaken.filter((row) => !used.has(row)).map(({ because }) => because)).toEqual([]);
  });
});
