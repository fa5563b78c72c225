import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Scratch, SETUP_FILE } from '../support/scratch.ts';

/**
 * Runs the programs that stand in the pages, as they stand there, over the build: a block
 * ```ts run=vitest holds tests that pass, as examples/vitest does, with a block ```ts run=setup as their global setup; a block
 * ```js run=node-test is the same for Node's own runner; a block ```ts run=node prints the ```text block after it.
 */

const root = join(import.meta.dirname, '../..');
const BLOCK = /```[jt]s run=([\w-]+)\n([\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```\n)?/g;
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)];

/** What vitest takes for tests ends with `.test.mts`. */
const fileOf = (runner: string, name: string): string =>
  ({ vitest: `${name}.test.mts`, setup: SETUP_FILE })[runner] ?? `${name}.mts`;

const examples = pages
  .filter((page) => page.endsWith('.md'))
  .flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(BLOCK)].map(([, runner, code, printed], i) => ({
      runner,
      file: fileOf(runner, `${basename(page, '.md')}${i + 1}`),
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
const tests = testFiles.flatMap(({ code }) => [...code.matchAll(/^it(?:\.concurrent)?\(/gm)]);

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

  it.each(examples.filter(({ runner }) => runner === 'node-test'))(
    "are tests of Node's own runner ($file)",
    async ({ file }) => {
      expect(await scratch.run('node', '--import', 'tsx', '--test', '--test-reporter=tap', file)).toContain(
        '# fail 0',
      );
    },
    180_000,
  );

  it.each(examples.filter(({ runner }) => runner === 'node'))(
    'print what the page says ($file)',
    async ({ file, printed }) => {
      expect(await scratch.run('node', '--import', 'tsx', file)).toBe(printed);
    },
    180_000,
  );
});
