import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandTable } from '../../../src/cli/commandTable.ts';
import { withInterrupt } from '../../../src/cli/frame/interrupt.ts';
import { silentLogger } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { runCli } from '../../support/cli.ts';
import { openTestNode } from '../../support/node.ts';

const credentials = { user: 'me', password: 'a:b@c' };
const statement = 'SHOW TABLES LIKE %';
let open: RockpoolNode;
let guarded: RockpoolNode;

beforeAll(async () => {
  open = await openTestNode();
  guarded = await openTestNode({ credentials, tls: 'selfSigned', log: silentLogger });
});
afterAll(async () => {
  await open.close();
  await guarded.close();
});

const explain = (...args: string[]) => runCli(['explain', statement, ...args]);

it('has a version', async () => {
  for (const option of ['--version', '-V']) {
    expect(await runCli([option], { version: '1.2.3' })).toEqual({ out: '1.2.3\n', errors: '', code: 0 });
  }
});

describe('every command', () => {
  it.each(commandTable.map(({ name }) => name))('%s has a page of help with examples', async (name) => {
    const { out, code } = await runCli([name, '--help']);
    expect(code).toBe(0);
    expect(out).toContain(`Usage: rockpool ${name}`);
    expect(out).toMatch(new RegExp(`Examples:\\n  # .+\\n  (.*\\| )?rockpool ${name}`));
    expect((await runCli(['help', name])).out).toBe(out);
  });

  it('is in the help', async () => {
    const { out, code } = await runCli(['--help']);
    expect(code).toBe(0);
    for (const { name, doc } of commandTable) expect(out.replaceAll(/\s+/g, ' ')).toContain(`${name} ${doc}`);
  });

  it.each([
    [['nope'], "unknown command 'nope'"],
    [['explain'], "missing required argument 'sql'"],
    [['explain', 'SELECT 1', '--nope'], "unknown option '--nope'"],
    [['explain', 'SELECT 1', '--user', 'me'], '--user needs NAME:PASSWORD'],
    [['explain', 'SELECT 1', '--url', 'ftp://x'], 'ftp://x is not the URL of a server'],
  ])('%j ends with 2', async (args, words) => {
    const { out, errors, code } = await runCli(args);
    expect([out, code]).toEqual(['', 2]);
    expect(errors).toContain(`rockpool: ${words}`);
  });
});

describe('Ctrl-C', () => {
  const listeners = process.listenerCount('SIGINT');

  it('asks the work to end', async () => {
    const wasAsked = await withInterrupt(async (signal) => {
      process.emit('SIGINT');
      return signal.aborted;
    });
    expect([wasAsked, process.listenerCount('SIGINT')]).toEqual([true, listeners]);
  });

  it('is given back when the work fails', async () => {
    const failing = () => withInterrupt(() => Promise.reject(new Error('no')));
    await expect(failing()).rejects.toThrow('no');
    const load = ['load', 'package.json', '--index', 'films', '--mapping', 'nowhere.json', '--url', open.url];
    expect((await runCli(load)).errors).toContain('nowhere.json: no such file');
    expect(process.listenerCount('SIGINT')).toBe(listeners);
  });
});

describe('a server', () => {
  it('is named by --url or ROCKPOOL_URL, with or without http://', async () => {
    const bare = open.url.replace('http://', '');
    for (const url of [open.url, `${open.url}/`, bare]) expect((await explain('--url', url)).code).toBe(0);
    for (const name of ['ROCKPOOL_URL', 'OPENSEARCH_URL']) {
      expect((await runCli(['explain', statement], { environment: { [name]: open.url } })).code).toBe(0);
    }
  });

  it('that is not there ends with 3, and says how to start one', async () => {
    expect(await explain('--url', 'http://127.0.0.1:1')).toEqual({
      out: '',
      errors:
        'rockpool: no server answers at http://127.0.0.1:1 (the connection was refused); ' +
        '`rockpool serve` starts one, --url names another\n',
      code: 3,
    });
  });

  it('that does not answer is waited for until Ctrl-C, which ends with 130', async () => {
    const server = createServer(() => process.emit('SIGINT'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const run = await runCli(['sql', 'SELECT 1', '--url', `127.0.0.1:${port}`]);
      expect(run).toEqual({ out: '', errors: '', code: 130 });
    } finally {
      server.close();
    }
  });

  it('that refuses ends with 1, in its own words on one line', async () => {
    const refused = await runCli(['explain', 'SELECT FROM', '--url', open.url]);
    expect(refused).toEqual({ out: '', errors: 'rockpool: ERROR. token : FROM, pos : 11\n', code: 1 });
  });

  it('that warns is heard once, behind the answer', async () => {
    const server = createServer((_request, response) => {
      response.setHeader('warning', '299 OpenSearch-2.7.0-0 "it searches exactly"');
      response.end('{}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const told = await runCli([
        'knn',
        'films',
        'v',
        '--vector',
        '[1]',
        '--json',
        '--url',
        `127.0.0.1:${port}`,
      ]);
      expect(told).toEqual({ out: '[]\n', errors: 'warning: it searches exactly\n', code: 0 });
    } finally {
      server.close();
    }
  });

  it('asks for a user and has a certificate', async () => {
    const withUser = guarded.url.replace('https://', `https://me:${encodeURIComponent('a:b@c')}@`);
    expect((await explain('--url', withUser, '--insecure')).code).toBe(0);
    expect((await explain('--url', guarded.url, '--insecure', '--user', 'me:a:b@c')).code).toBe(0);
    const { errors, code } = await explain('--url', guarded.url, '--insecure', '--user', 'me:no');
    expect([errors, code]).toEqual([
      'rockpool: the server asks for a user and password: --user NAME:PASSWORD\n',
      1,
    ]);
    const untrusted = await explain('--url', withUser);
    expect(untrusted.code).toBe(3);
    expect(untrusted.errors).toContain('--ca FILE or --insecure');
    expect(untrusted.errors).not.toContain('a%3Ab');
  });
});
