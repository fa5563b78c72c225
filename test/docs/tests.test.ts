import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Runs the examples of docs/tests.md as they stand there, but for where `rockpool` comes from. */

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/tests.md'), 'utf8');
const BLOCK = /```ts run=(\w+)\n([\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```\n)?/g;
const SOURCES: Readonly<Record<string, string>> = {
  "'rockpool'": `'${join(root, 'src/index.ts')}'`,
  "'rockpool/vitest'": `'${join(root, 'src/vitest.ts')}'`,
};

const examples = [...page.matchAll(BLOCK)].map(([, runner, code, printed], i) => ({
  runner,
  file: `example${i}.${runner === 'vitest' ? 'test.' : ''}mts`,
  code: code.replace(/'rockpool(?:\/vitest)?'/g, (name) => SOURCES[name]),
  printed,
}));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rockpool-examples-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const { file, code } of examples) writeFileSync(join(folder, file), code);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a vitest inside this one must not inherit. */
const OWN_VARIABLES = /^(VITEST|NODE_ENV|TEST$|MODE$|DEV$|PROD$|SSR$)/;
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN_VARIABLES.test(name)));

const run = (...command: string[]) =>
  spawnSync('npx', command, { cwd: folder, encoding: 'utf8', env: { ...env, NO_COLOR: '1' } });

describe('the page about tests', () => {
  it('shows tests that pass', () => {
    expect(examples.filter(({ runner }) => runner === 'vitest')).toHaveLength(2);
    const { status, stdout } = run('vitest', 'run', '--root', folder);
    expect(stdout).toContain('Tests  3 passed');
    expect(status).toBe(0);
  }, 180_000);

  it.each(examples.filter(({ runner }) => runner === 'node'))(
    'prints what it says ($file)',
    ({ file, printed }) => {
      const { stdout } = run('tsx', join(folder, file));
      expect(stdout).toBe(printed);
    },
    180_000,
  );
});
