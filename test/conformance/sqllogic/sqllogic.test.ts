import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import initSqlJs from 'sql.js';
import { afterAll, expect, it } from 'vitest';
import { openRockpool } from '../../../src/index.ts';
import { reportFigure } from '../../support/figure.ts';
import { runFile } from './runFile.ts';

/**
 * Files in the format of sqllogictest: what they say, SQLite and Rockpool say too. SQLite's own files run where they
 * are: SQLLOGICTEST=folder (what Rockpool's grammar does not take is counted there, in our own files it is a failure).
 */
const OWN = join(import.meta.dirname, 'files');
const others = process.env.SQLLOGICTEST;
const { Database } = await initSqlJs({ useOldExtensionFunctions: false });

let sameCount = 0;
let refusedCount = 0;
afterAll(() =>
  reportFigure(`${sameCount} queries of sqllogictest files the same, ${refusedCount} not taken`),
);

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(slt|test)$/.test(name))
    .sort();
}

async function check(path: string, mayRefuse: boolean): Promise<void> {
  await using pool = await openRockpool();
  const { same, refused, different } = await runFile(readFileSync(path, 'utf8'), pool, new Database());
  sameCount += same;
  refusedCount += refused.length;
  expect(different).toEqual([]);
  if (!mayRefuse) expect(refused).toEqual([]);
}

for (const name of filesIn(OWN)) it(name, () => check(join(OWN, name), false));

if (others !== undefined)
  for (const name of filesIn(others)) it(name, () => check(join(others, name), true), 600_000);
