import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { plainEnvironment } from '../../support/scratch.ts';

/**
 * The packed package as a stranger has it: in an empty folder, without the tools of this house. `npm run test:package`
 * packs it and names it; otherwise there is nothing to try.
 */
const tarball = process.env.ROCKPOOL_TARBALL ?? '';
const tools = join(import.meta.dirname, 'tools/node_modules');
const root = join(import.meta.dirname, '../../..');
const own = join(root, 'node_modules');
const consumer = join(import.meta.dirname, 'consumer');

interface Workflow {
  readonly jobs: {
    readonly test: { readonly steps: readonly { readonly name?: string; readonly run?: string }[] };
  };
}

/** What may be in the package, by its beginnings. */
const CONTENTS =
  /^package\/((dist\/(library\/)?)?package\.json|LICENSE|[A-Z]+\.md|(demo|docs)\/|dist\/.*\.(c?js|d\.ts|css|html|svg|txt|cache)$|dist\/prebuilds\/\w+-\w+\/[\w-]+\.node$)/;
const MAX_INSTALLED_KB = 25 * 1024;
const EXACT = `no graph library for ${process.platform}-${process.arch}: vectors are searched exactly`;

const execute = promisify(execFile);

describe.skipIf(tarball === '')(
  'the packed package',
  () => {
    let folder: string;
    const run = (command: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      execute(command, args, { cwd: folder, env: { ...plainEnvironment, ...more } });

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'rockpool-stranger-'));
      writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
      const before = performance.now();
      await run('npm', ['install', '--omit=dev', '--loglevel=error', tarball]);
      const seconds = ((performance.now() - before) / 1000).toFixed(1);
      console.log(`${Math.round(statSync(tarball).size / 1024)} KB, installed in ${seconds} s`);
      cpSync(consumer, folder, { recursive: true });
    }, 300_000);

    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it('has what it needs and nothing else', async () => {
      const { stdout } = await run('tar', ['-tzf', tarball]);
      const files = stdout.trim().split('\n');
      expect(files.filter((file) => !CONTENTS.test(file))).toEqual([]);
      expect(files).toEqual(expect.arrayContaining(['package/LICENSE', 'package/dist/licenses.txt']));
    });

    it('is small when it is installed', async () => {
      const { stdout } = await run('du', ['-sk', 'node_modules']);
      const kb = Number.parseInt(stdout, 10);
      console.log(`${kb} KB are installed`);
      expect(kb).toBeLessThan(MAX_INSTALLED_KB);
    });

    it('is clean for publint', async () => {
      const { stdout } = await run(join(tools, '.bin/publint'), [tarball, '--strict']);
      expect(stdout).toContain('All good!');
    });

    it('has the right types, as a package of ES modules', async () => {
      const checked = run(join(tools, '.bin/attw'), [
        tarball,
        '--profile',
        'esm-only',
        '--format',
        'table-flipped',
      ]);
      await expect(checked).resolves.toMatchObject({ stderr: '' });
    });

    it('compiles nothing, and searches by the graph library that is in it', async () => {
      expect(existsSync(join(folder, 'node_modules/hnswlib-node'))).toBe(false);
      const { stdout, stderr } = await run(process.execPath, ['graphs.mjs']);
      expect(stderr).toBe('');
      const builds = `rockpool/dist/prebuilds/${process.platform}-${process.arch}/`;
      expect(stdout).toMatch(new RegExp(`^nearest 367\nlibrary ${builds}[\\w-]+\\.node\n$`));
    });

    it('says on every face that it searches exactly, where no library fits', async () => {
      const builds = join(folder, 'node_modules/rockpool/dist/prebuilds');
      renameSync(builds, `${builds}-away`);
      try {
        const library = await run(process.execPath, ['graphs.mjs']);
        expect(library.stdout).toBe('nearest 367\nlibrary none\n');
        expect(library.stderr).toContain('[ROCKPOOL_EXACT] RockpoolWarning: ' + EXACT);
        await served(['--ephemeral'], async (url, log) => {
          expect(log()).toContain(`WARN ${EXACT}`);
          const command = await run('npx', ['rockpool', 'stats', '--url', url]);
          expect(command.stderr).toContain(`warning: ${EXACT}`);
        });
      } finally {
        renameSync(`${builds}-away`, builds);
      }
    });

    /** Starts the server, and ends it behind the action. */
    async function served(
      options: readonly string[],
      action: (url: string, log: () => string) => Promise<void>,
    ): Promise<void> {
      const before = performance.now();
      const child = spawn('npx', ['rockpool', 'serve', '--port', '0', ...options], {
        cwd: folder,
        env: plainEnvironment,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let log = '';
      child.stderr.on('data', (data) => {
        log += data;
      });
      try {
        const [url] = await once(createInterface({ input: child.stdout }), 'line');
        await (await fetch(url)).text();
        console.log(`answered after ${Math.round(performance.now() - before)} ms`);
        await action(url, () => log);
      } finally {
        process.kill(-(child.pid ?? 0), 'SIGTERM');
        await once(child, 'exit');
      }
    }

    it('is a server', async () => {
      await served(['--ephemeral', '--demo'], async (url) => {
        const answer = await fetch(`${url}/_plugins/_sql?format=csv`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: "SELECT title FROM movies WHERE title = 'Alien'" }),
        });
        expect(await answer.text()).toBe('title\nAlien');
        expect(await (await fetch(`${url}/_console`)).text()).toContain('<title>');
      });
    });

    it('is started by the workflow of the examples', async () => {
      const text = readFileSync(join(root, 'examples/github-actions.yml'), 'utf8');
      const { steps } = (parse(text) as Workflow).jobs.test;
      const start = steps.find(({ name }) => name === 'Start the search engine')?.run ?? '';
      const ask = '. ./variables && curl -s $SEARCH_URL/_cluster/health; kill %1';
      const script = `set -m\n${start}\n${ask}`;
      const { stdout } = await run('bash', ['--norc', '-c', script], { GITHUB_ENV: 'variables' });
      expect(JSON.parse(stdout)).toMatchObject({ status: 'green' });
    });

    it('is a library for strict TypeScript', async () => {
      await run(process.execPath, [join(own, 'typescript/bin/tsc'), '-p', '.']);
      const { stdout } = await run(process.execPath, ['out/program.js']);
      expect(stdout).toBe(readFileSync(join(consumer, 'program.txt'), 'utf8'));
    });

    it('helps vitest', async () => {
      symlinkSync(join(own, 'vitest'), join(folder, 'node_modules/vitest'));
      const args = ['run', '--root', folder, '--dir', folder, 'films.vitest.ts'];
      writeFileSync(
        join(folder, 'vitest.config.js'),
        "export default { test: { include: ['*.vitest.ts'] } };",
      );
      const { stdout } = await run(process.execPath, [join(own, 'vitest/vitest.mjs'), ...args]);
      expect(stdout).toContain('Tests  4 passed');
    });

    it('helps mocha', async () => {
      const { stdout } = await run(process.execPath, [join(tools, 'mocha/bin/mocha.js'), 'films.mocha.mjs']);
      expect(stdout).toContain('2 passing');
    });

    it("helps Node's own test runner", async () => {
      const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', 'films.node.mjs']);
      expect(stdout).toContain('# pass 2');
    });

    it('helps jest', async () => {
      const config = { rootDir: folder, testMatch: ['**/*.jest.mjs'], transform: {} };
      const { stderr } = await run(
        process.execPath,
        [join(tools, 'jest/bin/jest.js'), '--config', JSON.stringify(config)],
        { NODE_OPTIONS: '--experimental-vm-modules' },
      );
      expect(stderr).toContain('Tests:       2 passed');
    });
  },
  120_000,
);
