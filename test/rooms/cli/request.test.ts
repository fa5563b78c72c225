import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { type CliOptions, runCli } from '../../support/cli.ts';
import { openTestNode } from '../../support/node.ts';

let node: RockpoolNode;
const folder = mkdtempSync(join(tmpdir(), 'rockpool-request-'));
const bulk = '{"index":{"_index":"films","_id":"1"}}\n{"title":"Alien","rating":8.0}\n';

beforeAll(async () => {
  node = await openTestNode();
  writeFileSync(join(folder, 'bulk.ndjson'), bulk);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await node.close();
});

const request = (args: readonly string[], options: CliOptions = {}) =>
  runCli(['request', ...args, '--url', node.url], options);

describe('rockpool request', { shuffle: false }, () => {
  it('sends a body from a file, from standard input, and from the command line', async () => {
    const path = '/_bulk?refresh=true&filter_path=errors';
    const done = { out: '{"errors":false}\n', errors: '', code: 0 };
    expect(await request(['POST', path, `@${join(folder, 'bulk.ndjson')}`])).toEqual(done);
    expect(await request(['post', path.slice(1), '-'], { input: bulk })).toEqual(done);
    const body = '{"query":{"match":{"title":"alien"}}}';
    const found = await request(['POST', '/films/_search?filter_path=hits.hits._id', body]);
    expect(found.out).toBe('{"hits":{"hits":[{"_id":"1"}]}}\n');
  });

  it('prints the answer as it is; laid out in a terminal, with the numbers as they were', async () => {
    expect((await request(['GET', '/films/_source/1'])).out).toBe('{"title":"Alien","rating":8.0}\n');
    expect((await request(['GET', '/films/_source/1'], { columns: 80 })).out).toBe(
      '{\n  "title" : "Alien",\n  "rating" : 8.0\n}\n',
    );
    expect((await request(['HEAD', '/films'])).out).toBe('');
    expect((await request(['GET', '/_cat/indices?h=index'], { columns: 80 })).out).toBe('films\n');
  });

  it('is JSON with the status for machines', async () => {
    const { out } = await request(['GET', '/films/_source/1', '--json']);
    expect(out).toBe('{"status":200,"warnings":[],"body":{"title":"Alien","rating":8.0}}\n');
  });

  it.each([
    [['GET', '/nowhere'], 1, 'GET /nowhere: status 404: no such index [nowhere]', '"status":404'],
    [['HEAD', '/nowhere'], 1, 'HEAD /nowhere: status 404', ''],
    [['FETCH', '/'], 2, 'unknown method FETCH', ''],
    [['POST', '/films/_search', '@/none.json'], 1, '/none.json: no such file', ''],
  ])('%j ends with %i', async (args, code, words, printed) => {
    const run = await request(args);
    expect([run.code, run.errors]).toEqual([code, `rockpool: ${words}\n`]);
    expect(run.out).toContain(printed);
  });
});

describe('rockpool bench', () => {
  it('reads a statement or a search from a file', async () => {
    writeFileSync(join(folder, 'all.sql'), 'SELECT title FROM films');
    writeFileSync(join(folder, 'all.json'), '{"query":{"match_all":{}}}');
    const args = ['--seconds', '0.05', '--json', '--url', node.url];
    const sql = await runCli(['bench', '--sql', `@${join(folder, 'all.sql')}`, ...args]);
    const search = await runCli([
      'bench',
      '--index',
      'films',
      '--search',
      `@${join(folder, 'all.json')}`,
      ...args,
    ]);
    for (const { out, errors, code } of [sql, search]) {
      expect([errors, code]).toEqual(['', 0]);
      expect(JSON.parse(out).p50_ms).toBeGreaterThan(0);
    }
    const broken = await runCli(['bench', '--index', 'films', '--search', '[1]', ...args]);
    expect([broken.code, broken.errors]).toEqual([2, 'rockpool: --search: expected a JSON object\n']);
  });
});
