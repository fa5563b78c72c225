import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compatPage } from '../../scripts/docs/compatPage.ts';
import { restRoutes } from '../../src/rest/index.ts';

const page = readFileSync(join(import.meta.dirname, '../../COMPAT.md'), 'utf8');

describe('COMPAT.md', () => {
  it('lists what the tables of the code hold: `npm run docs` writes it', () => {
    expect(compatPage(page)).toBe(page);
  });

  it('says yes to what a test has used, and names the test', () => {
    const untold = page.split('\n').filter((line) => / \| yes \| .*\| *\|$/.test(line));
    expect(untold).toEqual([]);
    const tests = Object.values(JSON.parse(readFileSync(join(import.meta.dirname, 'used.json'), 'utf8')));
    expect(tests.filter((test) => !existsSync(join(import.meta.dirname, '../..', String(test))))).toEqual([]);
  });

  it('has every API', () => {
    const missing = restRoutes.filter(({ path }) => !page.includes(`| \`${path}\` |`));
    expect(missing).toEqual([]);
  });
});
