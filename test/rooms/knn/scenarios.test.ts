import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ManualClock, silentLogger } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { ask } from '../../support/http.ts';
import { openTestNode } from '../../support/node.ts';

/**
 * What happens to graphs in memory, scenario by scenario, as the real engine counts it. A step moves the counters that
 * stand beside it, and no other: h hits, m misses, e evictions, q graphs searched, g graphs built. Every graph weighs 1 KB.
 */

const clock = new ManualClock();
let node: RockpoolNode;

beforeAll(async () => {
  node = await openTestNode({ clock, log: silentLogger });
});
afterAll(() => node.close());

type Json = Record<string, unknown>;

async function call(method: string, path: string, body?: object): Promise<{ status: number; json: Json }> {
  const init =
    body === undefined
      ? { method }
      : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await ask(node.url + path, init);
  return { status: answer.status, json: JSON.parse(answer.text) as Json };
}

const settings = (transient: object) => call('PUT', '/_cluster/settings', { transient });
const limit = (size: string) => settings({ 'knn.memory.circuit_breaker.limit': size });

/** The steps of the tables. */
const steps: Readonly<Record<string, (...args: string[]) => Promise<unknown>>> = {
  async index(names) {
    for (const name of names.split(',')) {
      await call('PUT', `/${name}`, {
        settings: { 'index.knn': true, number_of_replicas: 0, refresh_interval: '-1' },
        mappings: { properties: { v: { type: 'knn_vector', dimension: 2 } } },
      });
    }
  },
  async add(names) {
    for (const name of names.split(',')) {
      expect((await call('POST', `/${name}/_doc?refresh=true`, { v: [1, 2] })).status).toBe(201);
    }
  },
  refused: async (name) => expect((await call('POST', `/${name}/_doc`, { v: [1, 2] })).status).toBe(400),
  async search(names) {
    for (const name of names.split(',')) {
      const query = { knn: { v: { vector: [1, 2], k: 3 } } };
      expect((await call('POST', `/${name}/_search`, { query })).status).toBe(200);
    }
  },
  warmup: (names) => call('GET', `/_plugins/_knn/warmup/${names}`),
  limit: (size) => limit(size),
  efSearch: (name, value) => call('PUT', `/${name}/_settings`, { 'index.knn.algo_param.ef_search': value }),
  merge: (name) => call('POST', `/${name}/_forcemerge?max_num_segments=1`),
  refresh: (name) => call('POST', `/${name}/_refresh`),
  delete: (name) => call('DELETE', `/${name}`),
  expiry: (time) =>
    settings({ 'knn.cache.item.expiry.enabled': true, 'knn.cache.item.expiry.minutes': time }),
  wait: async (seconds) => clock.advance(Number(seconds) * 1000),
};

async function read() {
  const { json } = await call('GET', '/_plugins/_knn/stats');
  const [stats] = Object.values(json.nodes as Record<string, Record<string, number>>);
  const { hit_count: h, miss_count: m, eviction_count: e } = stats;
  const { graph_query_requests: q, graph_index_requests: g, graph_memory_usage: kb } = stats;
  const breaker = `${stats.cache_capacity_reached ? 'full' : 'room'},${json.circuit_breaker_triggered ? 'tripped' : 'open'}`;
  return { counters: { h, m, e, q, g }, kb, breaker };
}

/** `+m2 +q2 =3kb full,tripped`; a rebuilt cache (`anew`) begins at 0. */
async function play(table: string): Promise<void> {
  for (const line of table.trim().split('\n')) {
    const [left, right = ''] = line.split('→');
    const [name, ...args] = left.trim().split(/\s+/);
    const expected = right.trim().split(/\s+/).filter(Boolean);
    const { counters: before } = await read();
    if (expected.includes('anew')) Object.assign(before, { h: 0, m: 0, e: 0 });
    await steps[name](...args);
    // The monitor and the watcher work beside the requests.
    await vi.waitFor(
      async () => {
        const shown = shownOf(expected, before, await read());
        expect(shown.sort(), line).toEqual([...expected].sort());
      },
      { timeout: 5000, interval: 20 },
    );
  }
  await compareWithCurve(table);
}

/** The curve, asked at the limit in force, tells what was counted: difference 0. */
async function compareWithCurve(table: string): Promise<void> {
  const inForce = [...table.matchAll(/limit (\w+)/g)].at(-1)?.[1] ?? '49mb';
  const { json } = await call('GET', `/_rockpool/knn/curve?limits=${inForce}`);
  const { h: hits, m: misses, e: evictions } = (await read()).counters;
  expect(json).toMatchObject({ complete: true, measured: { hits, misses, evictions } });
  expect(json.points).toMatchObject([{ hits, misses, evictions }]);
}

/** In the words of the tables: what has moved, and of the rest what a line tells. */
function shownOf(
  expected: readonly string[],
  before: Readonly<Record<string, number>>,
  after: Awaited<ReturnType<typeof read>>,
): string[] {
  const moved = Object.entries(after.counters).filter(([key, n]) => n !== before[key]);
  const shown = moved.map(([key, n]) => `+${key}${n - before[key]}`);
  for (const word of expected) {
    if (word.startsWith('=')) shown.push(`=${after.kb}kb`);
    else if (word.includes(',')) shown.push(after.breaker);
    else if (word === 'anew') shown.push('anew');
  }
  return shown;
}

beforeEach(async () => {
  await call('DELETE', '/*');
  await settings({ 'knn.*': null });
  await limit('49%');
  await settings({ 'knn.*': null });
  await call('PUT', '/_cluster/settings', { persistent: { 'knn.circuit_breaker.triggered': null } });
});

const scenarios = {
  '(a) a cold first query, then a warm one': `
    index a
    add a       → +g1
    add a       → +g1
    search a    → +m2 +q2 =2kb
    search a    → +h2 +q2 =2kb`,
  '(b) a warmup, then queries without a miss': `
    index a,b
    add a,b     → +g2
    warmup a,b  → +m2 =2kb
    search a,b  → +h2 +q2
    warmup a,b  → +h2`,
  '(c) a working set of one graph too many, in turn: every query misses': `
    index a,b,c
    add a,b,c          → +g3
    limit 2kb          → anew
    search a,b,c       → +m3 +q3 +e1 =2kb full,tripped
    search a,b,c,a,b,c → +m6 +q6 +e6 =2kb`,
  '(d) skewed access: what is asked often stays': `
    index a,b,c
    add a,b,c          → +g3
    limit 2kb          → anew
    search a,b         → +m2 +q2
    search a,a,a,c     → +h3 +m1 +q4 +e1
    search a,a,c,a     → +h4 +q4
    search b,a         → +m1 +h1 +q2 +e1`,
  '(e) one giant graph: loaded, searched and given back each time': `
    index a
    add a       → +g1
    limit 0kb   → anew
    search a    → +m1 +e1 +q1 =0kb full,tripped
    search a    → +m1 +e1 +q1 =0kb
    warmup a    → +m1 +e1`,
  '(f) a limit changed under way: the cache and its counters start anew': `
    index a,b
    add a,b     → +g2
    search a,b  → +m2 +q2
    limit 1kb   → anew =0kb
    search a,b  → +m2 +q2 +e1 =1kb full,tripped
    limit 5kb   → anew =0kb room,tripped
    search a,b  → +m2 +q2 =2kb
    wait 121    → room,open`,
  '(g) ef_search of one index changed: the whole node starts anew': `
    index a,b
    add a,b        → +g2
    search a,b     → +m2 +q2
    efSearch a 100 → anew =0kb
    search a,b     → +m2 +q2`,
  '(h) indexing while graphs thrash: the breaker refuses vectors until the monitor sees room': `
    index a,b
    add a,b     → +g2
    limit 1kb   → anew
    search a,b  → +m2 +q2 +e1 full,tripped
    refused a
    wait 121    → full,tripped
    refused a
    limit 8kb   → anew room,tripped
    refused a
    wait 121    → room,open
    add a       → +g1`,
  '(i) idle graphs expire: hidden at once, counted at the next use': `
    index a,b
    add a,b     → +g2
    expiry 1m   → anew
    search a    → +m1 +q1 =1kb
    wait 61     → =0kb
    search b    → +m1 +q1 +e1 =1kb room,open`,
  '(j) a merge: the old graphs serve until the refresh, and leave with the watcher': `
    index a
    add a       → +g1
    add a       → +g1
    warmup a    → +m2 =2kb
    merge a     → +g1 =2kb
    search a    → +h2 +q2
    refresh a   → =2kb
    search a    → +m1 +q1 =3kb
    wait 31     → =1kb`,
  '(k) a deleted index: its memory returns with the watcher, uncounted': `
    index a,b
    add a,b     → +g2
    warmup a,b  → +m2 =2kb
    delete a    → =2kb
    wait 31     → =1kb`,
};

describe('scenarios of the graph cache', () => {
  it.each(Object.entries(scenarios))('%s', (_name, table) => play(table));
});
