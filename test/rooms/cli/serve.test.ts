import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { ServeOptions } from '../../../src/cli/index.ts';
import { runCli } from '../../support/cli.ts';
import { plainEnvironment } from '../../support/scratch.ts';

const cli = join(import.meta.dirname, '../../../dist/cli.js');

interface Served {
  readonly options: ServeOptions | null;
  readonly out: readonly string[];
  readonly errors: readonly string[];
  readonly code: number;
}

/** Runs the command line against a node that only notes what it was asked for. */
async function serve(...args: string[]): Promise<Served> {
  vi.spyOn(process, 'on').mockReturnValue(process);
  let options: ServeOptions | null = null;
  const { out, errors, code } = await runCli(['serve', ...args], {
    openNode: async (given) => {
      options = given;
      if (given.dataPath === 'broken') throw new Error('broken/x: its checksum does not match its content');
      return { url: 'http://127.0.0.1:4711', close: async () => undefined };
    },
  });
  const lines = (text: string): string[] => text.split('\n').slice(0, -1);
  return { options, out: lines(out), errors: lines(errors), code };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('rockpool serve', () => {
  it('has defaults', async () => {
    const { options } = await serve();
    expect(options).toMatchObject({
      host: '127.0.0.1',
      port: 9200,
      dataPath: 'native-data',
      nodeCount: 1,
      engine: null,
      demo: false,
      seed: null,
    });
  });

  it('takes settings from the command line, and dotted names of the environment', async () => {
    vi.stubEnv('search.max_buckets', '7');
    const { options } = await serve('-E', 'http.max_content_length=1mb', '--setting', 'rockpool.strict=true');
    expect(Object.fromEntries(options?.settings ?? [])).toEqual({
      'http.max_content_length': '1mb',
      'rockpool.strict': 'true',
    });
    expect(options?.environment.get('search.max_buckets')).toBe('7');
    expect(options?.environment.has('PATH')).toBe(false);
    vi.unstubAllEnvs();
  });

  it('refuses a setting without a value', async () => {
    const { options, errors } = await serve('--setting', 'rockpool.strict');
    expect(options).toBeNull();
    expect(errors.join()).toContain('--setting wants key=value, not rockpool.strict');
  });

  it('prints the URL first when it chose the port', async () => {
    expect((await serve('--port', '0')).out).toEqual(['http://127.0.0.1:4711']);
  });

  it.each([
    [['--host', '0.0.0.0'], 'a password (--auth, --auth-file) and HTTPS (--tls, --tls-cert)'],
    [['--host', '0.0.0.0', '--auth', 'a:b'], 'HTTPS (--tls, --tls-cert)'],
    [['--host', '0.0.0.0', '--tls'], 'a password (--auth, --auth-file)'],
  ])('%j does not listen', async (args, lacks) => {
    const { options, errors, code } = await serve(...args);
    expect(options).toBeNull();
    expect(errors.join()).toContain(`without ${lacks}; --insecure-public`);
    expect(code).toBe(1);
  });

  it.each([
    [['--auth', 'me:secret:x', '--tls'], []],
    [['--insecure-public'], ['other machines reach this server']],
  ])('listens on an address of the network with %j', async (args, warnings) => {
    const { options, errors } = await serve('--host', '0.0.0.0', ...args);
    expect(options?.host).toBe('0.0.0.0');
    expect(errors).toHaveLength(warnings.length);
    for (const [i, warning] of warnings.entries()) expect(errors[i]).toContain(warning);
  });

  it('logs objects for machines, and says nothing else then', async () => {
    const { out, errors } = await serve('--log', 'json');
    expect(out).toEqual([]);
    const entries = errors.map((line) => JSON.parse(line) as object);
    expect(entries).toEqual([
      { time: expect.any(String), level: 'info', message: 'the server answers', url: expect.any(String) },
    ]);
    const refused = await serve('--log', 'json', '--auth', 'me');
    expect(refused.code).toBe(1);
    expect(refused.errors.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'error', message: 'could not start', error: '--auth wants user:password' },
    ]);
    expect((await serve('--log-level', 'loud')).code).toBe(2);
  });

  it('reads user and password, and refuses what is neither', async () => {
    const { options } = await serve('--auth', 'me:secret:x', '--tls');
    expect(options).toMatchObject({ credentials: { user: 'me', password: 'secret:x' }, tls: 'selfSigned' });
    for (const args of [
      ['--auth', 'me'],
      ['--auth', ':x'],
      ['--tls-cert', 'x'],
    ]) {
      expect((await serve(...args)).options).toBeNull();
    }
  });

  it('says what to try otherwise', async () => {
    const { out } = await serve('--demo');
    expect(out[0]).toBe('Rockpool answers at http://127.0.0.1:4711');
    expect(out.join('\n')).toContain('_plugins/_sql');
  });

  it('takes every flag', async () => {
    const { options } = await serve(
      '--ephemeral',
      '--nodes',
      '3',
      '--allow-host',
      'a',
      '--allow-host',
      'b',
      '--engine',
      'http://e',
      '--seed',
      'test/data',
    );
    expect(options).toMatchObject({
      seed: 'test/data',
      dataPath: null,
      nodeCount: 3,
      allowedHosts: ['a', 'b'],
      engine: { url: 'http://e/', ca: null },
    });
  });

  it.each([
    [['--exit-on-stdin-close'], 1],
    [[], 0],
  ])('closes with its standard input where that is asked for: %j', async (args, closes) => {
    vi.spyOn(process, 'on').mockReturnValue(process);
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    const close = vi.fn(async () => undefined);
    // What runCli reads has ended already.
    await runCli(['serve', ...args], { openNode: async () => ({ url: 'http://127.0.0.1:4711', close }) });
    await new Promise(setImmediate);
    expect(close).toHaveBeenCalledTimes(closes);
    expect(exit.mock.calls).toEqual(closes === 1 ? [[0]] : []);
  });

  it('says in words why it cannot start', async () => {
    const { errors, out, code } = await serve('--data', 'broken');
    expect(errors).toEqual(['rockpool: could not start: broken/x: its checksum does not match its content']);
    expect([out, code]).toEqual([[], 1]);
  });

  for (const args of [
    ['--port', '70000'],
    ['--port', 'x'],
    ['--nodes', '0'],
    ['--nodes', '17'],
    ['--nope'],
  ]) {
    it(`refuses ${args.join(' ')}`, async () => {
      const { errors, code } = await serve(...args);
      expect([errors[0].slice(0, 10), code]).toEqual(['rockpool: ', 2]);
    });
  }
});

describe('a server that ends with its parent', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rockpool-serve-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has a folder of documents, and goes when the parent is killed', async () => {
    writeFileSync(join(folder, 'films.csv'), 'title,year\nAlien,1979\n');
    const args = ['serve', '--port', '0', '--ephemeral', '--exit-on-stdin-close', '--seed', folder];
    const script =
      'const { spawn } = require("node:child_process");' +
      'spawn(process.execPath, process.argv.slice(1), { stdio: ["pipe", "inherit", "inherit"] });';
    const parent = spawn(process.execPath, ['-e', script, cli, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: plainEnvironment,
    });
    const [url] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
    expect(await (await fetch(`${url}/films/_count`)).json()).toMatchObject({ count: 1 });
    await (await fetch(`${url}/films`, { method: 'DELETE' })).text();
    expect((await fetch(`${url}/_rockpool/reset`, { method: 'POST' })).status).toBe(200);
    expect(await (await fetch(`${url}/films/_count`)).json()).toMatchObject({ count: 1 });
    parent.kill('SIGKILL');
    // Whoever has the pipe of the output open is running.
    await once(parent.stdout, 'close');
    await expect(fetch(url)).rejects.toThrow();
  });
});
