import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Scratch } from '../support/scratch.ts';

/**
 * Runs the programs that stand in the pages, as they stand there, over the build: a block
 * ```ts run=vitest holds tests that pass, as examples/vitest does; a block ```ts run=node prints the ```text block after it.
 */

const root = join(import.meta.dirname, '../..');
const BLOCK = /```ts run=(\w+)\n([\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```\n)?/g;
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)];

const examples = pages
  .filter((page) => page.endsWith('.md'))
  .flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(BLOCK)].map(([, runner, code, printed], i) => ({
      runner,
      file: `${basename(page, '.md')}${i + 1}.${runner === 'vitest' ? 'test.' : ''}mts`,
      code,
      printed,
    })),
  );
const testFiles = [
  ...examples.filter(({ runner }) => runner === 'vitest'),
  ...['search.js', 'search.test.js'].map((file) => ({
    file,
    code: readFileSync(join(root, 'examples/vitest', file), 'utf8'),
  })),
];
const tests = testFiles.flatMap(({ code }) => [...code.matchAll(/^it\(/gm)]);

describe('the programs in the pages', () => {
  let scratch: Scratch;

  beforeAll(() => {
    scratch = new Scratch();
    for (const { file, code } of [...examples, ...testFiles]) scratch.write(file, code);
  });
  afterAll(() => scratch.remove());

  it('are tests that pass', async () => {
    expect(testFiles.length).toBeGreaterThan(1);
    const printed = await scratch.run('node', 'node_modules/vitest/vitest.mjs', 'run');
    expect(printed).toContain(`Tests  ${tests.length} passed`);
  }, 180_000);

  it.each(examples.filter(({ runner }) => runner === 'node'))(
    'print what the page says ($file)',
    async ({ file, printed }) => {
      expect(await scratch.run('node', '--import', 'tsx', file)).toBe(printed);
    },
    180_000,
  );
});
