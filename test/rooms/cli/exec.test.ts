import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { openRockpool, seedFolder } from '../../../src/index.ts';
import { type CliRun, runCli } from '../../support/cli.ts';
import { plainEnvironment } from '../../support/scratch.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockpool-exec-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cli = join(import.meta.dirname, '../../../dist/cli.js');

interface Ran extends CliRun {
  /** What it was asked to open, and how often that was closed. */
  readonly opened: readonly object[];
  readonly closed: number;
}

/** Runs a command beside a server that only notes what is asked of it. */
async function exec(...args: string[]): Promise<Ran> {
  const opened: object[] = [];
  let closed = 0;
  const run = await runCli(['exec', ...args], {
    openSeeded: async (options) => {
      opened.push(options);
      if (options.seed === 'broken') throw new Error('broken/x.csv: row 1 has 1 cells');
      return { url: 'http://127.0.0.1:4711', close: async () => void closed++ };
    },
  });
  return { ...run, opened, closed };
}

const node = (script: string) => ['--', process.execPath, '-e', script];

describe('rockpool exec', () => {
  it('gives the command the URL of a server, and its own arguments', async () => {
    const out = join(folder, 'out');
    const script =
      'const { OPENSEARCH_URL, ROCKPOOL_URL } = process.env;' +
      'fs.writeFileSync(process.argv[1], [OPENSEARCH_URL, ROCKPOOL_URL, process.argv[2]].join())';
    const ran = await exec('--seed', 'data', '--port', '9300', ...node(script), out, '--port');
    expect(ran).toMatchObject({ code: 0, errors: '', opened: [{ port: 9300, seed: 'data' }], closed: 1 });
    expect(readFileSync(out, 'utf8')).toBe('http://127.0.0.1:4711,http://127.0.0.1:4711,--port');
  });

  it.each([
    ['its code', 'process.exit(7)', 7],
    ['a signal', 'process.kill(process.pid, "SIGKILL")', 137],
    ['a signal', 'process.kill(process.pid, "SIGTERM"); setInterval(() => 0, 1000)', 143],
  ])('ends as the command does: %s (%s)', async (_, script, code) => {
    expect(await exec(...node(script))).toMatchObject({ code, out: '', errors: '', closed: 1 });
  });

  it.each([
    [['--', 'no-such-command-of-ours'], 127, 'rockpool: no-such-command-of-ours: no such command\n', 1],
    [['--', import.meta.dirname], 126, 'cannot be run', 1],
    [['--seed', 'broken', '--', 'true'], 1, 'rockpool: could not start: broken/x.csv: row 1', 0],
    [[], 2, "missing required argument 'command'", 0],
    [['--port', 'x', '--', 'true'], 2, 'expected an integer from 0 to 65535', 0],
  ])('says what is wrong: %j', async (args, code, words, closed) => {
    const ran = await exec(...args);
    expect([ran.code, ran.closed]).toEqual([code, closed]);
    expect(ran.errors).toContain(words);
  });

  it('hands signals to the command, and its server ends with it', async () => {
    const script = `
      process.on('SIGTERM', () => setTimeout(() => process.exit(5), 50));
      console.log(process.env.OPENSEARCH_URL);
      setInterval(() => 0, 1000);`;
    const child = spawn(process.execPath, [cli, 'exec', ...node(script)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: plainEnvironment,
    });
    const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    expect((await fetch(url)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([5, null]);
    await expect(fetch(url)).rejects.toThrow();
  });
});

describe('a folder as a seed', () => {
  const file = (place: string, name: string, text: string): string => {
    const path = join(folder, place);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, name), text);
    return path;
  };

  it('has an index for each file, with the mapping beside it', async () => {
    file('good', 'Films.csv', 'title,year\nAlien,1979\n');
    file(
      'good',
      'films.mapping.json',
      '{"mappings":{"properties":{"year":{"type":"keyword"}}},"aliases":{"f":{}}}',
    );
    file('good', 'people.ndjson', '{"name":"Ada"}\n{"name":"Alan"}\n');
    file('good', 'empty.mapping.json', '{"settings":{"index.number_of_replicas":0}}');
    const path = file('good', 'README.md', '# not a document');
    await using pool = await openRockpool({ seed: await seedFolder(path) });
    const counts = await pool.request('GET', '/_cat/indices?h=index,docs.count&s=index');
    expect(counts.text.replaceAll(/ +/g, ' ')).toBe('empty 0\nfilms 1\npeople 2\n');
    expect(await pool.sql`SELECT year FROM f`).toEqual([{ year: '1979' }]);
  });

  it.each([
    ['missing', null, /no files of documents/],
    ['two', ['a.csv', 'a.json'], /a\.json and another file are both the index \[a\]/],
    ['broken', ['a.mapping.json'], /broken\/a\.mapping\.json: /],
  ])('is refused in words: %s', async (place, names, words) => {
    for (const name of names ?? []) file(place, name, '{');
    await expect(seedFolder(join(folder, place))).rejects.toThrow(words);
  });
});
