import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LatencyHistogram } from '../../../src/cli/bench/latencyHistogram.ts';
import { runCommandLine } from '../../../src/cli/index.ts';
import { silentLogger } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { plantDemo } from '../../../src/node/index.ts';
import { type CliRun, noServices, runCli } from '../../support/cli.ts';
import { plantFilms } from '../../support/films.ts';
import { openTestNode, send } from '../../support/node.ts';

let node: RockpoolNode;

beforeAll(async () => {
  node = await openTestNode({ log: silentLogger });
  await plantFilms(node.url);
  const transient = { 'knn.memory.circuit_breaker.limit': '4kb' };
  await send(node.url, 'PUT', '/_cluster/settings', { transient });
});
afterAll(() => node.close());

const cli = (...args: string[]): Promise<CliRun> => runCli([...args, '--url', node.url], { plantDemo });

/** One after the other: they count what the ones before them did, and the last ones remove everything. */
describe('commands for a cluster', { shuffle: false }, () => {
  describe('rockpool knn', () => {
    it('finds what is near a document, or a vector', async () => {
      const { out } = await cli('knn', 'films', 'v', '--id', '1', '-k', '2', '--fields', 'title,year');
      expect(`\n${out}`).toBe(`
 _id │     _score │ title │ year
─────┼────────────┼───────┼──────
 1   │          1 │ Alien │ 1979
 3   │ 0.98039216 │ Heat  │ 1995
`);
      const near = await cli('knn', 'films', 'v', '--vector', '[0,1,0,0]', '-k', '1', '--json');
      expect(JSON.parse(near.out)).toMatchObject([{ _id: '2', _source: { genre: 'Drama' } }]);
    });

    it.each([
      [['knn', 'films', 'v'], 'near what?', 2],
      [['knn', 'films', 'v', '--vector', '[]'], 'expected a list of numbers', 2],
      [['knn', 'films', 'v', '--id', 'x'], 'document x of films is not there', 1],
      [['knn', 'films', 'year', '--id', '1'], 'document 1 of films has no vector year', 1],
      [['knn', 'nope', 'v', '--id', '1'], 'no such index [nope]', 1],
    ])('%j: %s', async (args, words, code) => {
      const run = await cli(...args);
      expect(run.errors).toContain(words);
      expect(run.code).toBe(code);
    });
  });

  describe('graph memory', () => {
    it('is filled by warmup, as a task or not', async () => {
      expect((await cli('warmup', 'films')).out).toBe('films: the graphs of 1 shard are in memory\n');
      expect((await cli('warmup', 'films', '--watch')).out).toBe('films: 1 of 1 graph in memory\n');
      const { errors, code } = await cli('warmup', 'nope');
      expect([errors, code]).toEqual(['rockpool: no such index [nope]\n', 1]);
    });

    it('is shown by stats', async () => {
      const { out } = await cli('stats');
      expect(
        `\n${out}`.replaceAll(/(hits|misses|loads) \d+/g, '$1 N').replace(/miss ratio.*/, 'miss ratio'),
      ).toBe(`
node-1  ██████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  1 KB of 4 KB (25 %)

hits N   misses N   evictions 0   loads N   miss ratio

 index │ shard │ segment │ field │ vectors │ size │ state
───────┼───────┼─────────┼───────┼─────────┼──────┼───────────
 films │ 0     │ _0      │ v     │       3 │ 1 KB │ in memory
`);
      expect(JSON.parse((await cli('stats', '--json')).out).graphs).toMatchObject([
        { index: 'films', kb: 1 },
      ]);
    });

    it('is watched in place, and the terminal comes back', async () => {
      const tty = (): PassThrough => Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 20 });
      const [output, errors] = [tty(), tty()];
      let screen = '';
      output.on('data', (chunk) => (screen += String(chunk)));
      const args = ['stats', '--watch', '--every', '0.1', '--url', node.url];
      const code = runCommandLine(args, noServices, { input: tty(), output, errors, environment: {} });
      await expect
        .poll(() => screen, { timeout: 20_000 })
        .toContain('hits 0 (0/s)'.replace('0 (', `${await hits()} (`));
      process.emit('SIGINT');
      expect(await code).toBe(0);
      expect(screen.startsWith('\u001b[?1049h\u001b[?25l\u001b[H')).toBe(true);
      expect(screen.endsWith('\u001b[?25h\u001b[?1049l')).toBe(true);
    });

    it('is planned', async () => {
      const { out } = await cli('capacity', 'films', '--limits', '1kb,512b');
      expect(`\n${out}`).toBe(`
 field │ vectors │ graphs │ heaviest │ together
───────┼─────────┼────────┼──────────┼──────────
 v     │       3 │      1 │     1 KB │     1 KB

1 KB (1kb) hold all graphs of 1 node; the fullest has 1 KB

 limit │ holds all │ graphs after warmup │ loads a search
───────┼───────────┼─────────────────────┼────────────────
  1 KB │ yes       │                   1 │              0
   0 B │ no        │                   0 │              1
`);
      expect((await cli('capacity')).code).toBe(2);
    });
  });

  async function hits(): Promise<number> {
    const { nodes } = JSON.parse((await send(node.url, 'GET', '/_plugins/_knn/stats')).text);
    return (Object.values(nodes)[0] as { hit_count: number }).hit_count;
  }

  describe('rockpool bench', () => {
    it('counts answers', async () => {
      const { out } = await cli(
        'bench',
        '--sql',
        'SELECT 1',
        '--seconds',
        '0.1',
        '--connections',
        '2',
        '--json',
      );
      const { requests, p50_ms, p99_ms, max_ms } = JSON.parse(out);
      expect(requests).toBeGreaterThan(0);
      expect(p50_ms).toBeLessThanOrEqual(p99_ms);
      expect(p99_ms).toBeLessThanOrEqual(max_ms);
      const words = (await cli('bench', '--index', 'films', '--search', '{}', '--seconds', '0.1')).out;
      expect(words).toMatch(/^[\d,]+ answers in .*: [\d,]+ a second\nhalf within /);
    });

    it('ends at the first refusal', async () => {
      const { errors, code } = await cli('bench', '--sql', 'SELECT nope FROM films', '--seconds', '9');
      expect([code, errors]).toEqual([1, expect.stringContaining('name=nope')]);
      expect((await cli('bench')).code).toBe(2);
    });

    it('has quantiles that are right to 1 %', () => {
      const histogram = new LatencyHistogram();
      for (let i = 1; i <= 1000; i++) histogram.add(i);
      for (const q of [0.5, 0.9, 0.99, 1]) {
        expect(Math.abs(histogram.quantileMs(q) / (1000 * q) - 1)).toBeLessThan(0.01);
      }
      expect(new LatencyHistogram().quantileMs(0.5)).toBe(0);
    });
  });

  describe('states', () => {
    it('are kept, listed, and brought back', async () => {
      expect(JSON.parse((await cli('snapshot', 'list', '--json')).out)).toEqual([]);
      expect((await cli('snapshot', 'create', 'one', '--indices', 'films')).out).toBe('one: 1 index\n');
      expect((await cli('snapshot', 'list')).out).toMatch(/ one {6}│ SUCCESS │ .* │ films\n/);
      await send(node.url, 'DELETE', '/films/_doc/1?refresh=true');
      const refused = await cli('snapshot', 'restore', 'one');
      expect([refused.code, refused.errors]).toEqual([
        1,
        expect.stringContaining('same name already exists'),
      ]);
      expect((await cli('snapshot', 'restore', 'one', '--replace')).out).toBe('restored: films\n');
      expect((await send(node.url, 'GET', '/films/_doc/1')).status).toBe(200);
      expect((await cli('snapshot', 'restore', 'none')).code).toBe(1);
    });

    it('go away with reset, which asks, and the demo data comes back', async () => {
      expect((await cli('reset')).errors).toBe(
        `rockpool: every index of ${node.url} would go away; --yes does it\n`,
      );
      await send(node.url, 'POST', '/_rockpool/clock', { advance: '1h' });
      expect((await cli('reset', '--yes')).out).toBe('everything is gone\n');
      expect((await send(node.url, 'GET', '/films')).status).toBe(404);
      expect(JSON.parse((await send(node.url, 'GET', '/_rockpool/clock')).text).mode).toBe('real');
      expect((await cli('reset', '--yes', '--demo')).out).toBe('the demo data is as it was\n');
      expect((await cli('sql', 'SELECT COUNT(*) AS n FROM movies', '--format', 'raw')).out).toBe('3201\n');
    });
  });

  it('rockpool open prints the URL of the console', async () => {
    expect((await cli('open')).out).toBe(`${node.url}/_console\n`);
    expect((await cli('open', '--json')).out).toBe(`{"url":"${node.url}/_console"}\n`);
  });
});
