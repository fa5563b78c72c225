import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { type CliRun, runCli } from '../../support/cli.ts';
import { openTestNode, send } from '../../support/node.ts';

let here: RockpoolNode;
let there: RockpoolNode;
let folder: string;

beforeAll(async () => {
  const credentials = { user: 'me', password: 'secret' };
  [here, there] = await Promise.all([
    openTestNode({ log: silentLogger }),
    openTestNode({ credentials, tls: 'selfSigned', log: silentLogger }),
  ]);
  folder = mkdtempSync(join(tmpdir(), 'rockpool-copy-'));
  writeFileSync(join(folder, 'ca.pem'), there.certificate ?? '');
  const lines = Array.from({ length: 12 }, (_, i) => `{"index":{"_id":"${i}"}}\n{"n":${i}}\n`);
  for (const index of ['tea-1', 'tea-2']) {
    await send(here.url, 'POST', `/${index}/_bulk?refresh=true`, lines.join(''));
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all([here.close(), there.close()]);
});

const push = (...args: readonly string[]): Promise<CliRun> =>
  runCli(['push', ...args, '--url', here.url, '--to', there.url, '--to-user', 'me:secret', '--to-ca', ca()]);
const ca = (): string => join(folder, 'ca.pem');

/** The lines of `--json`. */
const objects = ({ out }: CliRun): unknown[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('rockpool push and pull', { shuffle: false }, () => {
  it('copy what a pattern stands for to a server with a password and HTTPS, and back', async () => {
    const pushed = await push('tea-*', '--json');
    expect(pushed.errors).toBe('');
    expect(objects(pushed)).toMatchObject([
      { index: 'tea-1', documents: 12, sent: 12, deleted: 0, made: true },
      { index: 'tea-2', documents: 12, made: true },
    ]);
    await send(here.url, 'DELETE', '/tea-2');
    const from = ['--from', there.url, '--from-user', 'me:secret', '--from-insecure'];
    const pulled = await runCli(['pull', 'tea-1', 'tea-2', '--url', here.url, ...from]);
    expect(pulled.out.replaceAll(/checksum \w{32}/g, 'checksum *')).toBe(
      'tea-1: 12 documents on both sides (0 sent, 0 deleted), checksum *\n' +
        'tea-2: 12 documents on both sides (made), checksum *\n',
    );
  });

  it('find a document that was changed on one side', async () => {
    expect((await push('tea-1', '--check')).out).toMatch(/^tea-1: the same 12 documents, checksum \w{32}\n$/);
    await send(here.url, 'PUT', '/tea-1/_doc/7?refresh=true', { n: 70 });
    const found = await push('tea-1', '--check');
    expect(found.out).toBe('tea-1: 1 document differs (changed: 7)\n');
    expect(found.errors).toBe('rockpool: 1 index not the same\n');
    expect(found.code).toBe(1);
    const [json] = objects(await push('tea-1', '--check', '--json'));
    expect(json).toMatchObject({ same: false, changed: ['7'], missing: [], extra: [] });
    expect((await push('tea-1')).out).toContain('(1 sent, 0 deleted)');
    await send(here.url, 'DELETE', '/tea-1/_doc/7?refresh=true');
    expect(await push('tea-1')).toEqual({
      out: '',
      errors: 'rockpool: [tea-1] has 1 document there that is not here (7); --delete deletes them\n',
      code: 1,
    });
    expect((await push('tea-1', '--delete')).out).toContain('11 documents on both sides (0 sent, 1 deleted)');
  });

  it.each([
    [['none'], 1, 'looking for [none]: no such index [none]'],
    [['no-*'], 1, 'no index is called no-*'],
    [['tea-1', '--to-user', 'me:wrong'], 1, 'the server asks for a user and password'],
    [['tea-1', '--to-ca', 'none.pem'], 1, 'none.pem: no such file'],
    [[], 2, "missing required argument 'index'"],
  ])('%j is refused in words', async (args, code, words) => {
    const run = await runCli([
      ...['push', '--url', here.url, '--to', there.url, '--to-user', 'me:secret', '--to-ca', ca()],
      ...args,
    ]);
    expect(run.errors).toContain(words);
    expect(run.code).toBe(code);
  });
});

describe('rockpool replay', () => {
  const exchange = (path: string, answer: object) =>
    `${JSON.stringify({ seq: 1, method: 'GET', path, body: '', status: 200, answer: JSON.stringify(answer) })}\n`;
  const file = (): string => join(folder, 'session.ndjson');

  it('says that all was the same', async () => {
    writeFileSync(file(), exchange('/tea-2/_count?filter_path=count', { count: 12 }));
    const run = await runCli(['replay', file(), '--url', here.url]);
    expect(run).toEqual({ out: '', errors: '1 request: 1 answered the same\n', code: 0 });
  });

  it('prints a table of the differences, and ends with 1', async () => {
    writeFileSync(file(), exchange('/tea-2/_count?filter_path=count', { count: 13 }));
    const run = await runCli(['replay', file(), '--url', here.url]);
    expect(run.out).toMatch(/ 1 │ GET \/tea-2\/_count\S+ +│ \.count: 12 for 13/);
    expect(run.errors).toContain('rockpool: 1 answered otherwise');
    expect(run.code).toBe(1);
    const [json] = objects(await runCli(['replay', file(), '--url', here.url, '--json']));
    expect(json).toMatchObject({ exchanges: 1, same: 0, differences: [{ why: '.count: 12 for 13' }] });
  });

  it('refuses a file that is no recording', async () => {
    writeFileSync(file(), '\n{"n":1}\n');
    const run = await runCli(['replay', file(), '--url', here.url]);
    expect(run.errors).toBe(`rockpool: ${file()}: line 2 is not a request with its response\n`);
    expect((await runCli(['replay', join(folder, 'none')])).errors).toContain('no such file');
  });
});

describe('rockpool record', () => {
  it('keeps requests and answers in a file until Ctrl-C', async () => {
    const out = join(folder, 'recorded.ndjson');
    const run = runCli(['record', '--upstream', here.url, '--out', out, '--port', '0'], {
      onOutput: async (text) => {
        const url = text.trim();
        expect((await fetch(`${url}/tea-2/_count`)).status).toBe(200);
        await expect.poll(() => readFileSync(out, 'utf8')).toContain('/tea-2/_count');
        process.emit('SIGINT');
      },
    });
    expect(await run).toMatchObject({ errors: `${out}: 1 request with answers\n`, code: 0 });
    expect((await runCli(['replay', out, '--url', here.url])).code).toBe(0);
  });

  it.each([
    [['--upstream', 'ftp://x', '--out', 'x'], 2, 'ftp://x is not the URL of a server'],
    [['--upstream', 'http://localhost:1', '--out', '/none/x'], 1, '/none/x: no such file'],
    [
      ['--upstream', 'http://localhost:1', '--out', 'x', '--port', 'many'],
      2,
      'expected an integer from 0 to 65535',
    ],
  ])('%j is refused in words', async (args, code, words) => {
    const run = await runCli(['record', ...args]);
    expect(run.errors).toContain(words);
    expect(run.code).toBe(code);
  });
});
