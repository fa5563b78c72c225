import { SeededRandom } from '../../../src/common/index.ts';
import { openRockpool } from '../../../src/library/index.ts';

/**
 * A process of its own: mixed requests for argv[2] seconds. Prints what has changed since the first third of them:
 * growth in MB a minute of what the collector leaves (`liveMb`) and of resident memory (`residentMb`), each the median
 * slope of all pairs of samples; `moreMb` of live memory in all; handles that the event loop has more (`resources`); what breakers still book (`held`).
 */
const seconds = Number(process.argv[2]);
const ROUNDS_AT_REST = 20;
const pool = await openRockpool();
const random = new SeededRandom(1);
const within = (limit: number): number => Math.floor(random.next() * limit);

const call = async (
  method: string,
  path: string,
  body?: object | string,
): Promise<Record<string, unknown>> => {
  const { status, text } = await pool.request(method, path, body ?? null);
  if (status >= 500) throw new Error(`${method} ${path}: ${status} ${text}`);
  return text === '' ? {} : JSON.parse(text);
};

const vector = (): number[] => Array.from({ length: 8 }, () => random.next());
const documents = (count: number): string =>
  Array.from({ length: count }, () => {
    const source = { n: within(1000), tag: `t${within(20)}`, text: `tide ${within(50)} pool`, v: vector() };
    return `{"index":{"_id":"${within(2000)}"}}\n${JSON.stringify(source)}\n`;
  }).join('');

const work: readonly (() => Promise<unknown>)[] = [
  () => call('POST', '/soak/_bulk', documents(20)),
  () => call('POST', '/soak/_bulk?refresh=true', documents(5)),
  // What is in memory keeps its translog there.
  () => call('POST', '/soak/_flush'),
  () => call('DELETE', `/soak/_doc/${within(2000)}`),
  () => call('POST', '/soak/_search', { query: { match: { text: `tide ${within(50)}` } } }),
  () => call('POST', '/soak/_search', { size: 0, aggs: { t: { terms: { field: 'tag' } } } }),
  () => call('POST', '/soak/_search', { query: { knn: { v: { vector: vector(), k: 3 } } } }),
  () => call('GET', '/_plugins/_knn/warmup/soak'),
  () =>
    call('POST', '/_plugins/_sql', {
      query: `SELECT tag, COUNT(*) FROM soak WHERE n > ${within(900)} GROUP BY tag`,
    }),
  async () => {
    const { cursor } = await call('POST', '/_plugins/_sql', { query: 'SELECT n FROM soak', fetch_size: 5 });
    if (cursor !== undefined) await call('POST', '/_plugins/_sql/close', { cursor });
  },
  async () => {
    await call('PUT', '/passing', { mappings: { properties: { [`f${within(50)}`]: { type: 'keyword' } } } });
    await call('PUT', '/passing/_doc/1?refresh=true', { text: 'passing' });
    await call('DELETE', '/passing');
  },
  () => call('POST', '/soak/_search', { query: { nonsense: {} } }),
];

interface Sample {
  readonly minutes: number;
  readonly liveMb: number;
  readonly residentMb: number;
}

/** At rest: graphs of segments that were merged away stay in the cache until the watcher comes round. */
async function sample(minutes: number): Promise<Sample> {
  const { cleared } = await call('POST', '/_rockpool/knn/clear/soak');
  if (cleared === undefined) throw new Error('the graphs were not cleared');
  for (let round = 0; round < 3; round++) {
    (globalThis as { gc?: () => void }).gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { minutes, liveMb: (heapUsed + external) / 2 ** 20, residentMb: rss / 2 ** 20 };
}

/** Theil and Sen: the median of the slopes of all pairs. */
function slopeOf(samples: readonly Sample[], value: 'liveMb' | 'residentMb'): number {
  const slopes = samples.flatMap((one, i) =>
    samples.slice(i + 1).map((other) => (other[value] - one[value]) / (other.minutes - one.minutes)),
  );
  return slopes.sort((a, b) => a - b)[slopes.length >> 1];
}

/** Of each kind the fewest that were there in some rounds of the loop: a turn that waits for the next one is not held. */
async function heldResources(): Promise<Map<string, number>> {
  const rounds: string[][] = [];
  for (let round = 0; round < ROUNDS_AT_REST; round++) {
    rounds.push(process.getActiveResourcesInfo());
    await new Promise((resolve) => setImmediate(resolve));
  }
  const fewest = (name: string): number =>
    Math.min(...rounds.map((names) => names.filter((other) => other === name).length));
  return new Map(rounds[0].map((name) => [name, fewest(name)]));
}

await call('PUT', '/soak', {
  settings: { 'index.knn': true, number_of_replicas: 0 },
  mappings: {
    properties: { n: { type: 'integer' }, tag: { type: 'keyword' }, v: { type: 'knn_vector', dimension: 8 } },
  },
});
// Every document is there from the start, so that nothing grows that should.
await call('POST', '/soak/_bulk?refresh=true', documents(3_000));

const samples: Sample[] = [];
const start = performance.now();
const elapsed = (): number => (performance.now() - start) / 1000;
let requests = 0;
let before: Map<string, number> | null = null;
for (let next = seconds / 3; elapsed() < seconds || samples.length < 3; requests++) {
  await work[within(work.length)]();
  if (elapsed() < next) continue;
  before ??= await heldResources();
  samples.push(await sample(elapsed() / 60));
  next = elapsed() + seconds / 60;
}
const resources = [...(await heldResources())]
  .map(([name, count]) => [name, count - (before?.get(name) ?? 0)] as const)
  .filter(([, more]) => more > 2);
const { nodes } = await call('GET', '/_nodes/stats/breaker');
const [{ breakers }] = Object.values(
  nodes as Record<string, { breakers: Record<string, { estimated_size_in_bytes: number }> }>,
);
const held = ['request', 'in_flight_requests'].map((name) => breakers[name].estimated_size_in_bytes);
const [liveMb, residentMb] = (['liveMb', 'residentMb'] as const).map((value) => slopeOf(samples, value));
const moreMb = liveMb * (samples[samples.length - 1].minutes - samples[0].minutes);
console.log(JSON.stringify({ requests, liveMb, moreMb, residentMb, resources, held }));
await pool.close();
