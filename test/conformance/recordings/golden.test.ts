import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportFigure } from '../../support/figure.ts';
import { type RunningServer, startServer } from '../../support/server.ts';
import { execute, type GoldenCase, GoldenClient, goldenCases, loadDataSets } from './golden.ts';
import { judge } from './judge.ts';

/**
 * Every recorded case against the built server. `differences.json` lists the cases that still differ; a case that
 * differs without being listed fails, and so does a listed one that has become the same (take it off the list:
 * UPDATE=1 writes it anew).
 */

const listFile = join(import.meta.dirname, 'differences.json');
const listed = new Set(JSON.parse(readFileSync(listFile, 'utf8')) as string[]);
const areas = new Map<string, GoldenCase[]>();
for (const golden of goldenCases()) areas.set(golden.area, [...(areas.get(golden.area) ?? []), golden]);

describe('the recorded answers of the real engine', () => {
  let server: RunningServer;
  const differing: string[] = [];

  beforeAll(async () => {
    server = await startServer(['--ephemeral']);
    await loadDataSets(new GoldenClient(server.url));
  });

  afterAll(async () => {
    await server.stop();
    const all = [...areas.values()].flat().length;
    reportFigure(`${all - differing.length} of ${all} recorded cases the same, ${listed.size} listed`);
    if (process.env.UPDATE) writeFileSync(listFile, `${JSON.stringify(differing.sort(), null, 1)}\n`);
  });

  it.each([...areas])('%s', async (_area, cases: readonly GoldenCase[]) => {
    const client = new GoldenClient(server.url);
    const surprises: string[] = [];
    for (const golden of cases) {
      const why = judge(golden, await execute(client, golden));
      if (why) differing.push(golden.id);
      if (why && !listed.has(golden.id))
        surprises.push(
          `${golden.id} ${JSON.stringify(golden.steps[0].body ?? golden.steps[0].path)?.slice(0, 140)} → ${why}`,
        );
      if (!why && listed.has(golden.id)) surprises.push(`${golden.id} is the same now; take it off the list`);
    }
    if (!process.env.UPDATE) expect(surprises).toEqual([]);
  });
});
