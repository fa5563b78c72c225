import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { startServer } from '../test/support/server.ts';
import { residentMb } from './startup.ts';
import { BenchClient } from './support/http.ts';
import { latency, throughput } from './support/measure.ts';
import { bulkBodies, peopleMapping } from './support/people.ts';
import type { Benchmark, BenchmarkContext } from './support/report.ts';

/** Each question as a request, with its targets at 100,000 and at 1,000,000 documents, in milliseconds. */
interface Question {
  readonly name: string;
  readonly path: string;
  readonly body: (i: number) => unknown;
  readonly targets: readonly [small: number, large: number | null];
}

const sql = (name: string, query: (i: number) => string, small: number, large: number | null): Question => ({
  name: `SQL ${name}`,
  path: '/_plugins/_sql',
  body: (i) => ({ query: query(i) }),
  targets: [small, large],
});

const dsl = (name: string, body: unknown, small: number, large: number): Question => ({
  name: `DSL ${name}`,
  path: '/people/_search?request_cache=false',
  body: () => body,
  targets: [small, large],
});

const range = { range: { age: { gte: 30, lt: 50 } } };
const bool = { must: [{ match: { bio: 'tide' } }], filter: [{ term: { genre: 'genre-3' } }, range] };
const questions: readonly Question[] = [
  sql('point lookup', (i) => `SELECT * FROM people WHERE id = ${(i * 7919) % 100_000}`, 0.3, null),
  sql(
    'filter + LIMIT 50',
    () => "SELECT name, age FROM people WHERE genre = 'genre-3' AND age > 40 LIMIT 50",
    0.6,
    null,
  ),
  sql('COUNT with range', (i) => `SELECT COUNT(*) FROM people WHERE age > ${30 + (i % 20)}`, 0.4, null),
  sql('GROUP BY 10', () => 'SELECT genre, COUNT(*), AVG(balance) FROM people GROUP BY genre', 0.7, null),
  sql('GROUP BY 500', () => 'SELECT city, COUNT(*), AVG(balance) FROM people GROUP BY city', 1.2, null),
  sql(
    'ORDER BY LIMIT 20',
    () => 'SELECT name, balance FROM people ORDER BY balance DESC LIMIT 20',
    0.7,
    null,
  ),
  sql('GROUP BY YEAR(date)', () => 'SELECT YEAR(joined), COUNT(*) FROM people GROUP BY YEAR(joined)', 3, 30),
  sql(
    'MATCH AND',
    () => "SELECT name FROM people WHERE MATCH(bio, 'tide anchor', operator='AND') LIMIT 20",
    0.7,
    null,
  ),
  dsl('match', { query: { match: { bio: 'tide anchor' } } }, 0.7, 7),
  dsl(
    'terms + avg',
    { size: 0, aggs: { g: { terms: { field: 'genre' }, aggs: { b: { avg: { field: 'balance' } } } } } },
    1,
    10,
  ),
  dsl(
    'monthly histogram',
    { size: 0, aggs: { m: { date_histogram: { field: 'joined', calendar_interval: 'month' } } } },
    1.5,
    14,
  ),
  dsl('bool', { query: { bool } }, 0.6, 3),
];

async function ingest(client: BenchClient, docs: number): Promise<number> {
  await client.send('PUT', '/people', JSON.stringify(peopleMapping));
  const bodies = [...bulkBodies(docs, 5000)];
  let spentMs = 0;
  for (const { body } of bodies) {
    const start = performance.now();
    await client.send('POST', '/people/_bulk', body, 'application/x-ndjson');
    spentMs += performance.now() - start;
  }
  const start = performance.now();
  await client.send('POST', '/people/_refresh', null);
  return docs / ((spentMs + performance.now() - start) / 1000);
}

/** V8 still compiles in the background of fewer: the path of a statement settles after some thousand calls. */
const SETTLED_CALLS = 4000;

/**
 * Steady state: the calls that do not count are enough for the compiler to settle (the real engine's figures were
 * measured warm too), and the index has been merged to one segment, so that no merge runs behind the questions.
 */
async function ask(client: BenchClient, context: BenchmarkContext, large: boolean): Promise<void> {
  for (const question of questions) {
    const target = question.targets[large ? 1 : 0];
    if (target === null) continue;
    const send = (i: number): Promise<string> =>
      client.send('POST', question.path, JSON.stringify(question.body(i)));
    const { p50Ms } = await latency(send, large ? 50 : 300, large ? 50 : SETTLED_CALLS);
    context.figure({
      question: `${question.name}, p50`,
      measured: p50Ms,
      target,
      unit: 'ms',
      better: 'less',
    });
  }
}

async function rates(context: BenchmarkContext, url: string): Promise<void> {
  const client = new BenchClient(url, 8);
  const lookup = (i: number): Promise<string> => {
    const query = `SELECT * FROM people WHERE id = ${(i * 7919) % 100_000}`;
    return client.send('POST', '/_plugins/_sql', JSON.stringify({ query }));
  };
  const get = (i: number): Promise<string> =>
    client.send('GET', `/people/_doc/${(i * 7919) % 100_000}`, null);
  await throughput(lookup, 8, 1);
  const perSecond = { unit: '/s', better: 'more' } as const;
  context.figure({
    question: 'SQL point lookup at 8 connections',
    measured: await throughput(lookup),
    target: 7000,
    ...perSecond,
  });
  await throughput(get, 8, 1);
  context.figure({
    question: 'GET by id at 8 connections',
    measured: await throughput(get),
    target: 20_000,
    ...perSecond,
  });
  client.close();
}

async function onFreshServer(
  run: (client: BenchClient, url: string, folder: string, pid: number) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rockpool-bench-'));
  const server = await startServer(['--data', folder]);
  const client = new BenchClient(server.url, 1);
  try {
    await run(client, server.url, folder, server.process.pid ?? 0);
  } finally {
    client.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const small: Benchmark = {
  name: 'engine',
  question: 'With 100,000 documents over HTTP with keep-alive, warm and merged: ingest, SQL, DSL, GET',
  run: (context) =>
    onFreshServer(async (client, url) => {
      const rate = await ingest(client, context.quick ? 20_000 : 100_000);
      context.figure({
        question: 'bulk ingest, 100,000 documents',
        measured: rate,
        target: 80_000,
        unit: 'docs/s',
        better: 'more',
      });
      await client.send('POST', '/people/_forcemerge?max_num_segments=1', null);
      await client.send('POST', '/people/_refresh', null);
      await ask(client, context, false);
      await rates(context, url);
    }),
};

const large: Benchmark = {
  name: 'million',
  question: 'The same with 1,000,000 documents, and how long opening them again takes',
  async run(context) {
    if (context.quick) return;
    const folder = mkdtempSync(join(tmpdir(), 'rockpool-bench-'));
    const first = await startServer(['--data', folder]);
    const client = new BenchClient(first.url, 1);
    const rate = await ingest(client, 1_000_000);
    context.figure({
      question: 'bulk ingest, 1,000,000 documents',
      measured: rate,
      target: 60_000,
      unit: 'docs/s',
      better: 'more',
    });
    await client.send('POST', '/people/_forcemerge?max_num_segments=1', null);
    await client.send('POST', '/people/_refresh', null);
    await ask(client, context, true);
    client.close();
    await first.stop();
    const start = performance.now();
    const second = await startServer(['--data', folder]);
    const count = (await (await fetch(`${second.url}/people/_count`)).json()) as { count: number };
    const seconds = (performance.now() - start) / 1000;
    if (count.count !== 1_000_000) throw new Error(`${count.count} documents after reopening`);
    context.figure({
      question: 'reopen 1,000,000 documents',
      measured: seconds,
      target: 1,
      unit: 's',
      better: 'less',
    });
    const sourceMb = [...bulkBodies(10_000, 10_000)].reduce((sum, { body }) => sum + body.length, 0) / 1e4;
    const rss = residentMb(second.process.pid ?? 0) / sourceMb;
    context.figure({
      question: 'RSS after reopening',
      measured: rss,
      target: 2.5,
      unit: '× source bytes',
      better: 'less',
    });
    await second.stop();
    rmSync(folder, { recursive: true, force: true });
  },
};

export const engineBenchmarks: readonly Benchmark[] = [small, large];
