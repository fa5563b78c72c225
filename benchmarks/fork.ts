import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { gunzipSync } from 'node:zlib';
import { openRockpool, type Rockpool } from '../src/index.ts';
import { quantile } from './support/measure.ts';
import type { Benchmark } from './support/report.ts';

const demo = (name: string) => readFileSync(new URL(`../demo/${name}`, import.meta.url));

async function plantDemo(pool: Rockpool): Promise<void> {
  await pool.request('PUT', '/movies', demo('movies.mapping.json').toString());
  await pool.request('POST', '/movies/_bulk?refresh=true', gunzipSync(demo('movies.ndjson.gz')).toString());
}

/** Milliseconds of each of `count` runs, after a few that do not count. */
async function timesOf(count: number, run: () => Promise<number>): Promise<readonly number[]> {
  for (let i = 0; i < 10; i++) await run();
  const times: number[] = [];
  for (let i = 0; i < count; i++) times.push(await run());
  return times.sort((a, b) => a - b);
}

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}

/** A pool for each test is only worth it when it costs nothing. */
export const fork: Benchmark = {
  name: 'fork',
  question:
    'What does a pool for each test cost: a fork and a reset of the demo data, and the first question to a fork?',
  async run({ figure, quick }) {
    await using pool = await openRockpool({ seed: plantDemo });
    const count = quick ? 10 : 100;
    const forks = await timesOf(count, async () => {
      const [ms, one] = await timed(() => pool.fork());
      await one.close();
      return ms;
    });
    const firsts = await timesOf(count, async () => {
      await using one = await pool.fork();
      return (await timed(() => one.sql`SELECT title FROM movies WHERE imdb > ${9}`))[0];
    });
    const resets = await timesOf(count, async () => {
      await pool.request('PUT', '/movies/_doc/1?refresh=true', { title: 'changed' });
      return (await timed(() => pool.reset()))[0];
    });
    const url = await pool.listen();
    const send = async (method: string, to: string, body: object | null = null) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(to, body ? { method, headers, body: JSON.stringify(body) } : { method });
      return (await answer.json()) as { id: string; url: string };
    };
    const forkOver = () => send('POST', `${url}/_rockpool/forks`);
    const end = ({ id }: { id: string }) => send('DELETE', `${url}/_rockpool/forks/${id}`);
    const served = await timesOf(count, async () => {
      const [ms, one] = await timed(forkOver);
      await end(one);
      return ms;
    });
    const query = 'SELECT title FROM movies WHERE imdb > 9';
    const whole = await timesOf(count, async () => {
      const [ms] = await timed(async () => {
        const one = await forkOver();
        await send('POST', `${one.url}/_plugins/_sql`, { query });
        await end(one);
      });
      return ms;
    });
    const row = (question: string, times: readonly number[], target: number) =>
      figure({ question, measured: quantile(times, 0.5), target, unit: 'ms', better: 'less' });
    row('fork of 3,201 films, p50', forks, 5);
    row('first SQL statement to a fork, p50', firsts, 5);
    row('reset after a write, p50', resets, 20);
    row('fork over HTTP, p50', served, 20);
    row('fork over HTTP, one statement, end, p50', whole, 30);
  },
};
