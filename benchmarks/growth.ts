import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { startServer } from '../test/support/server.ts';
import { Echo, MAX_CONNECTIONS } from './floors/echo.ts';
import { create, ingest, merge, singleRequests } from './lines/documents.ts';
import { PEOPLE, type Question, searchQuestions, sqlQuestions } from './lines/questions.ts';
import { drop } from './lines/servers.ts';
import { residentMb } from './startup.ts';
import type { Chart } from './support/chart.ts';
import { BenchClient } from './support/http.ts';
import { type Effort, latencies, rate } from './support/measure.ts';
import { bulkBodies } from './support/people.ts';
import type { Benchmark, BenchmarkContext, Section } from './support/report.ts';

const ASKED = [
  'SQL point lookup',
  'SQL GROUP BY, 10 groups',
  'SQL ORDER BY, LIMIT 20',
  'SQL MATCH of two words',
  'DSL match of two words',
  'DSL monthly histogram',
];
const SHARDS = [1, 4, 16, 64];
const CLIENTS = [1, 2, 4, 8, 16, 32, 64];
const PER_BULK = 5000;

interface Sizes {
  readonly documents: readonly number[];
  /** Of the index whose shards, and whose clients, become more. */
  readonly ofOthers: number;
  readonly effort: Effort;
  readonly seconds: number;
}

const FULL: Sizes = {
  documents: [10_000, 100_000, 1_000_000],
  ofOthers: 100_000,
  effort: { warmups: 150, runs: 100, budgetMs: 600 },
  seconds: 0.7,
};
const QUICK: Sizes = {
  documents: [1000, 10_000],
  ofOthers: 5000,
  effort: { warmups: 10, runs: 10, budgetMs: 100 },
  seconds: 0.1,
};

export const growth: Benchmark = {
  name: 'growth',
  question: 'How do time and memory grow with documents, shards and clients?',
  async run(context) {
    const sizes = context.quick ? QUICK : FULL;
    await growDocuments(context, sizes);
    const folder = mkdtempSync(join(tmpdir(), 'rockpool-bench-'));
    const server = await startServer(['--data', folder]);
    const client = new BenchClient(server.url, MAX_CONNECTIONS);
    try {
      context.section(await growShards(client, sizes, context.note));
      context.section(await growClients(client, sizes, context.note));
    } finally {
      client.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** A point of each curve: the p50 of each question, in milliseconds. */
async function ask(client: BenchClient, docs: number, effort: Effort): Promise<readonly number[]> {
  const all: readonly Question[] = [...sqlQuestions(docs), ...searchQuestions];
  const chosen = ASKED.map((name) => all.find((question) => question.name === name) as Question);
  const calls = chosen.map(({ name, ask }) => [name, (i: number) => ask(client, i)] as const);
  const measured = await latencies(Object.fromEntries(calls), effort);
  return ASKED.map((name) => measured[name]?.p50Ms ?? Number.NaN);
}

async function fill(
  client: BenchClient,
  docs: number,
  shards: number,
): Promise<{ rate: number; bytes: number }> {
  const bodies = [...bulkBodies(docs, PER_BULK)];
  await create(client, PEOPLE, shards);
  const rate = await ingest(client, PEOPLE, bodies, docs);
  await merge(client, PEOPLE);
  // Without the line of the action before each document.
  const actions = docs * '{"index":{"_id":""}}\n'.length + String(docs - 1).length * docs;
  return { rate, bytes: bodies.reduce((sum, body) => sum + body.length, 0) - actions };
}

async function growDocuments({ figure, section, note }: BenchmarkContext, sizes: Sizes): Promise<void> {
  const curve: (readonly number[])[] = [];
  const memory: number[][] = [];
  for (const docs of sizes.documents) {
    note(`${docs} documents`);
    const folder = mkdtempSync(join(tmpdir(), 'rockpool-bench-'));
    const first = await startServer(['--data', folder]);
    const client = new BenchClient(first.url, 1);
    const { rate, bytes } = await fill(client, docs, 1);
    curve.push(await ask(client, docs, sizes.effort));
    const sourceMb = bytes / 2 ** 20;
    const livingMb = residentMb(first.process.pid ?? 0);
    client.close();
    await first.stop();
    const { seconds, residentMb: reopenedMb } = await reopen(folder, docs);
    rmSync(folder, { recursive: true, force: true });
    memory.push([rate, sourceMb, livingMb, livingMb / sourceMb, reopenedMb, reopenedMb / sourceMb, seconds]);
  }
  const named = (docs: number): string => docs.toLocaleString('en');
  section(
    curveSection('documents', sizes.documents, ASKED, curve, {
      heading: 'More documents',
      text: 'One shard, one segment, one client; p50 in milliseconds.',
      yLabel: 'p50 (ms)',
    }),
  );
  section({
    heading: 'Ingest, memory, opening again',
    text: 'Resident memory of the server, after ingest, merge and the questions, and after it was stopped and started again.',
    columns: [
      'documents',
      'docs/s',
      'source MB',
      'RSS MB',
      '× source',
      'RSS reopened',
      '× source',
      'reopen s',
    ],
    rows: sizes.documents.map((docs, i) => [named(docs), ...memory[i]]),
    charts: [],
  });
  const most = memory[memory.length - 1];
  const last = named(sizes.documents[memory.length - 1]);
  figure({ question: `reopen ${last} documents`, measured: most[6], target: 1, unit: 's', better: 'less' });
  figure({
    question: `RSS after reopening ${last}`,
    measured: most[5],
    target: 2.5,
    unit: '× source bytes',
    better: 'less',
  });
}

/** From the start of the process to the right answer about all documents. */
async function reopen(folder: string, docs: number): Promise<{ seconds: number; residentMb: number }> {
  const start = performance.now();
  const server = await startServer(['--data', folder]);
  const { count } = (await (await fetch(`${server.url}/${PEOPLE}/_count`)).json()) as { count: number };
  const seconds = (performance.now() - start) / 1000;
  const resident = residentMb(server.process.pid ?? 0);
  await server.stop();
  if (count !== docs) throw new Error(`${count} documents after reopening`);
  return { seconds, residentMb: resident };
}

async function growShards(client: BenchClient, sizes: Sizes, note: (text: string) => void): Promise<Section> {
  const curve: (readonly number[])[] = [];
  for (const shards of SHARDS) {
    note(`${shards} shards`);
    await drop(client, PEOPLE);
    await fill(client, sizes.ofOthers, shards);
    curve.push(await ask(client, sizes.ofOthers, sizes.effort));
  }
  return curveSection('shards', SHARDS, ASKED, curve, {
    heading: 'More shards',
    text: `${sizes.ofOthers.toLocaleString('en')} documents, one segment a shard, one client; p50 in milliseconds.`,
    yLabel: 'p50 (ms)',
  });
}

async function growClients(
  client: BenchClient,
  sizes: Sizes,
  note: (text: string) => void,
): Promise<Section> {
  await drop(client, PEOPLE);
  await fill(client, sizes.ofOthers, 1);
  const echo = await Echo.start();
  await echo.answers(await client.send('GET', `/${PEOPLE}/_doc/1`, null));
  const asked = {
    ...singleRequests(sizes.ofOthers),
    [searchQuestions[1].name]: searchQuestions[1].ask,
  };
  const names = [...Object.keys(asked), 'echo'];
  const curve: number[][] = [];
  for (const clients of CLIENTS) {
    note(`${clients} clients`);
    const point: number[] = [];
    for (const call of Object.values(asked)) {
      point.push((await rate((i) => call(client, i), clients, sizes.seconds)).perSecond);
    }
    const bare = (): Promise<string> => echo.client.send('GET', '/', null);
    curve.push([...point, (await rate(bare, clients, sizes.seconds)).perSecond]);
  }
  echo.stop();
  return curveSection('clients', CLIENTS, names, curve, {
    heading: 'More clients',
    text: 'Requests a second of all clients together; the clients are one process, which the echo measures too.',
    yLabel: 'requests a second',
  });
}

/** A table with a row for each size, and its picture. */
function curveSection(
  what: string,
  sizes: readonly number[],
  names: readonly string[],
  curve: readonly (readonly number[])[],
  { heading, text, yLabel }: { readonly heading: string; readonly text: string; readonly yLabel: string },
): Section {
  const series = names.map((name, i) => ({
    name,
    points: sizes.map((size, at): [number, number] => [size, curve[at][i]]),
    dashed: name === 'echo',
  }));
  const chart: Chart = { title: heading, xLabel: what, yLabel, series, logX: true, logY: true };
  const rows = sizes.map((size, at) => [size.toLocaleString('en'), ...curve[at]]);
  return { heading, text, columns: [what, ...names], rows, charts: [chart] };
}
