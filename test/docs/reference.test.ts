import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { referencePages } from '../../scripts/docs/referencePages.ts';
import { restRoutes } from '../../src/rest/index.ts';

const root = join(import.meta.dirname, '../..');
const pages = referencePages();

describe('docs/reference', () => {
  it.each([...pages])('%s holds what the tables of the code hold: `npm run docs` writes it', (name, text) => {
    expect(readFileSync(join(root, 'docs/reference', name), 'utf8')).toBe(text);
  });

  it('has no other page', () => {
    expect(readdirSync(join(root, 'docs/reference')).sort()).toEqual([...pages.keys()].sort());
  });

  it('says yes to what a test has used, and names the test', () => {
    const lines = [...pages.values()].flatMap((text) => text.split('\n'));
    expect(lines.filter((line) => / \| yes \| .*\| *\|$/.test(line))).toEqual([]);
    const tests = Object.values(JSON.parse(readFileSync(join(import.meta.dirname, 'used.json'), 'utf8')));
    expect(tests.filter((test) => !existsSync(join(root, String(test))))).toEqual([]);
  });

  it('has every API, and each of them once', () => {
    const apis = pages.get('apis.md') ?? '';
    expect(restRoutes.filter(({ path }) => !apis.includes(`| \`${path}\` |`))).toEqual([]);
    const names = restRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
