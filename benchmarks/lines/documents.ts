import { performance } from 'node:perf_hooks';
import { columnsOf } from '../floors/columns.ts';
import { DuckDb } from '../floors/duckDb.ts';
import type { BenchClient } from '../support/http.ts';
import { latencies, rates } from '../support/measure.ts';
import { bulkBodies, peopleMapping } from '../support/people.ts';
import type { Section } from '../support/report.ts';
import { type Contestant, type Line, latencyLine, rateLine, sectionOf } from './line.ts';
import { PEOPLE, pointLookup, type Question, searchQuestions, someone, sqlQuestions } from './questions.ts';
import { callsOf, drop, engines, type Servers, type Sizes } from './servers.ts';

const WITH_DEFAULTS = 'bench_people_with_defaults';
const PER_BULK = 2000;
const CLIENTS = 8;
const ROUNDS = 2;

/** Documents a second, from the first bulk to the end of the refresh. */
export async function ingest(
  client: BenchClient,
  index: string,
  bodies: Iterable<string>,
  docs: number,
): Promise<number> {
  const start = performance.now();
  for (const body of bodies) {
    const answer = await client.send('POST', `/${index}/_bulk`, body, 'application/x-ndjson');
    if (answer.includes('"errors":true')) throw new Error(answer.slice(0, 500));
  }
  await client.send('POST', `/${index}/_refresh`, null);
  return docs / ((performance.now() - start) / 1000);
}

/** One shard without copies, refreshed as often as the defaults say. */
export function create(client: BenchClient, index: string, shards = 1): Promise<string> {
  const settings = { number_of_shards: shards, number_of_replicas: 0 };
  return client.send('PUT', `/${index}`, JSON.stringify({ ...peopleMapping, settings }));
}

export async function merge(client: BenchClient, index: string): Promise<void> {
  await client.send('POST', `/${index}/_forcemerge?max_num_segments=1`, null);
  await client.send('POST', `/${index}/_refresh`, null);
}

/** The best of some rounds, each into a new index; the last one stays, merged. */
async function ingestLines({ ours, beside, echo }: Servers, docs: number): Promise<Line[]> {
  const bodies = [...bulkBodies(docs, PER_BULK)];
  await echo.answers('{"took":1,"errors":false,"items":[]}');
  const contestants = { ours, echo: echo.client, ...(beside && { beside }) };
  const line = async (
    name: string,
    index: string,
    isMapped: boolean,
    sent: readonly string[],
    count: number,
  ) => {
    const best: Partial<Record<Contestant, { perSecond: number }>> = {};
    for (let round = 0; round < ROUNDS; round++) {
      for (const [who, client] of Object.entries(contestants) as [Contestant, BenchClient][]) {
        await drop(client, index);
        if (isMapped) await create(client, index);
        const perSecond = Math.max(best[who]?.perSecond ?? 0, await ingest(client, index, sent, count));
        best[who] = { perSecond };
      }
    }
    return rateLine(name, best);
  };
  const some = bodies.slice(0, Math.ceil(bodies.length / 5));
  const lines = [
    await line('bulk and refresh', PEOPLE, true, bodies, docs),
    await line(
      'the same, index with the defaults',
      WITH_DEFAULTS,
      false,
      some,
      Math.min(docs, some.length * PER_BULK),
    ),
  ];
  for (const client of engines({ ours, beside, echo })) await merge(client, PEOPLE);
  return lines;
}

type Ask = (client: BenchClient, i: number) => Promise<string>;

/** What many clients send: writes into an index with the defaults (one replica), and lookups. */
export function singleRequests(docs: number): Readonly<Record<string, Ask>> {
  const body = (i: number): string => `{"id":${i},"city":"city-${i % 500}","bio":"tide pool anchor ${i}"}`;
  return {
    'writes, index with the defaults': (client, i) => client.send('POST', `/${WITH_DEFAULTS}/_doc`, body(i)),
    'GET by id': (client, i) => client.send('GET', `/${PEOPLE}/_doc/${someone(i, docs)}`, null),
    'SQL point lookup': (client, i) =>
      client.send('POST', '/_plugins/_sql', JSON.stringify({ query: pointLookup(i, docs) })),
  };
}

async function clientLines(servers: Servers, { docs, seconds }: Sizes): Promise<Line[]> {
  for (const client of engines(servers)) await drop(client, WITH_DEFAULTS);
  const lines: Line[] = [];
  for (const [name, ask] of Object.entries(singleRequests(docs))) {
    lines.push(rateLine(name, await rates(await callsOf(servers, ask), CLIENTS, seconds)));
  }
  for (const client of engines(servers)) await drop(client, WITH_DEFAULTS);
  return lines;
}

async function questionLines(
  servers: Servers,
  questions: readonly Question[],
  { docs, effort }: Sizes,
  duckDb: DuckDb | null,
): Promise<Line[]> {
  const columns = columnsOf(docs);
  const lines: Line[] = [];
  for (const { name, ask, statement, loop } of questions) {
    const calls = {
      ...(await callsOf(servers, ask)),
      ...(loop && { loop: (i: number) => loop(columns, i) }),
      ...(duckDb && statement && { duckDb: (i: number) => duckDb.rows(statement(i)) }),
    };
    lines.push(latencyLine(name, await latencies(calls, effort)));
  }
  return lines;
}

/** What is measured over the people: ingest, SQL, the query DSL, and several clients at a time. */
export async function documentSections(servers: Servers, sizes: Sizes): Promise<Section[]> {
  const duckDb = await DuckDb.open();
  await duckDb?.fillPeople(PEOPLE, sizes.docs);
  const docs = sizes.docs.toLocaleString('en');
  const written = await ingestLines(servers, sizes.docs);
  const answered = [...sqlQuestions(sizes.docs), ...searchQuestions];
  const asked = await questionLines(servers, answered, sizes, duckDb);
  const together = await clientLines(servers, sizes);
  duckDb?.close();
  for (const client of engines(servers)) await drop(client, PEOPLE);
  return [
    sectionOf(
      'Documents into an index',
      `${docs} documents (a fifth of them with the defaults: dynamic mapping, one replica), ` +
        `${PER_BULK.toLocaleString('en')} a request, by one client; the better of ${ROUNDS} runs.`,
      written,
    ),
    sectionOf(
      'Questions',
      `${docs} documents in one segment, one client; every call with other literals, unless it says "the same".`,
      asked,
    ),
    sectionOf(`${CLIENTS} clients`, 'Requests a second, the better of two rounds.', together),
  ];
}
