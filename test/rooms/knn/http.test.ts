import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock, silentLogger } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { ask } from '../../support/http.ts';
import { openTestNode } from '../../support/node.ts';
import { randomRows } from './support.ts';

/** Statistics and warmup over HTTP, on two virtual nodes and a clock that stands still. */

const clock = new ManualClock();
let node: RockpoolNode;

beforeAll(async () => {
  node = await openTestNode({ clock, nodeCount: 2, log: silentLogger });
});
afterAll(() => node.close());

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function call(method: string, path: string, body?: unknown): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
  const init = body === undefined ? { method } : { method, body: text, headers: { 'content-type': type } };
  const answer = await ask(node.url + path, init);
  return { status: answer.status, body: JSON.parse(answer.text) as Record<string, unknown> };
}

/** An index with one graph a segment on each node. */
async function indexWithGraphs(name: string, segments: number, vectorCount = 3): Promise<void> {
  await call('PUT', `/${name}`, {
    settings: { 'index.knn': true, 'index.knn.algo_param.ef_construction': 20, refresh_interval: '-1' },
    mappings: { properties: { v: { type: 'knn_vector', dimension: 4 } } },
  });
  for (let i = 0; i < segments; i++) {
    const lines = randomRows(vectorCount, 4, i).map((v) => `{"index":{}}\n${JSON.stringify({ v })}\n`);
    await call('POST', `/${name}/_bulk?refresh=true`, lines.join(''));
  }
}

async function statistics(names: string): Promise<unknown[]> {
  const { body } = await call('GET', `/_plugins/_knn/stats/${names}`);
  return Object.values(body.nodes as Record<string, unknown>);
}

type Counters = Record<string, number>;

/** By how much the counters of each node grow while something is done. */
async function growth(names: string, run: () => Promise<unknown>): Promise<Counters[]> {
  const before = (await statistics(names)) as Counters[];
  await run();
  const after = (await statistics(names)) as Counters[];
  return after.map((counters, i) =>
    Object.fromEntries(Object.entries(counters).map(([name, count]) => [name, count - before[i][name]])),
  );
}

describe('k-NN over HTTP', { shuffle: false }, () => {
  it('counts on every node that holds a copy, and the clause on the one that was asked', async () => {
    expect(await growth('graph_index_requests', () => indexWithGraphs('counted', 2))).toEqual([
      { graph_index_requests: 2 },
      { graph_index_requests: 2 },
    ]);
    const [first, second] = await growth('miss_count,hit_count,knn_query_requests', async () => {
      const warmup = await call('GET', '/_plugins/_knn/warmup/counted');
      expect(warmup).toEqual({ status: 200, body: { _shards: { total: 2, successful: 2, failed: 0 } } });
      await call('POST', '/counted/_search', { query: { knn: { v: { vector: [1, 1, 1, 1], k: 1 } } } });
    });
    expect([first.miss_count, second.miss_count]).toEqual([2, 2]);
    expect(first.hit_count + second.hit_count).toBe(2);
    expect([first.knn_query_requests, second.knn_query_requests]).toEqual([1, 0]);
  });

  it.each(['/_plugins', '/_opendistro', '/_ext'])('answers under %s', async (prefix) => {
    const { status, body } = await call('GET', `${prefix}/_knn/stats/circuit_breaker_triggered?pretty`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ _nodes: { total: 2 }, circuit_breaker_triggered: false });
    expect(Object.values(body.nodes as object)).toEqual([{}, {}]);
  });

  it.each([
    ['/_plugins/_knn/node-1/stats/hit_count', 200, '"total":1'],
    ['/_plugins/_knn/nosuch/stats/hit_count', 200, '"nodes":{}'],
    ['/_plugins/_knn/stats/hit_cont', 400, 'contains unrecognized stat: [hit_cont]'],
    ['/_plugins/_knn/stats?timeout=abc', 400, 'failed to parse setting [KNNStatsRequest.timeout]'],
    ['/_plugins/_knn/stats?foo=1', 400, 'contains unrecognized parameter: [foo]'],
    ['/_plugins/_knn/warmup/missing', 404, 'no such index [missing]'],
    ['/_plugins/_knn/warmup/missing*', 200, '"total":0'],
    ['/_plugins/_knn/warmup/plain', 500, "have 'index.knn' set to false."],
    ['/_plugins/_knn/warmup/counted,plain', 500, "have 'index.knn' set to false."],
  ])('GET %s → %i %s', async (path, status, text) => {
    await call('PUT', '/plain');
    const answer = await call('GET', path);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).toContain(text);
  });

  it('refuses to warm an index whose metadata is blocked', async () => {
    await indexWithGraphs('blocked', 1);
    await call('PUT', '/blocked/_settings', { 'index.blocks.metadata': true });
    const { status, body } = await call('GET', '/_plugins/_knn/warmup/blocked');
    expect(status).toBe(403);
    expect(JSON.stringify(body)).toContain('index [blocked] blocked by: [FORBIDDEN/9/index metadata (api)];');
  });
});

describe('a warmup is a task', () => {
  const action = 'cluster:admin/knn_warmup_action';
  const running = () =>
    node.services.cluster.tasks.list({ actions: [action], nodeIds: null, parentTaskId: null });
  async function started(): Promise<string> {
    while (running().length === 0) await new Promise((resolve) => setImmediate(resolve));
    const [task] = running();
    return `${task.nodeId}:${task.id}`;
  }
  const result = (id: string) => call('GET', `/_tasks/${id}?wait_for_completion=true`);
  beforeAll(() => indexWithGraphs('large', 8, 520));
  beforeEach(() => call('POST', '/_rockpool/knn/clear'));

  it('that goes on when the request times out', async () => {
    const request = call('GET', '/_plugins/_knn/warmup/large?timeout=5s');
    const id = await started();
    clock.advance(5000);
    const { status, body } = await request;
    expect(status).toBe(408);
    expect(JSON.stringify(body)).toContain(`goes on as task [${id}]`);
    expect((await result(id)).body).toMatchObject({
      completed: true,
      task: { action, cancellable: true, status: { graphs: { total: 16, loaded: 16, failed: 0 } } },
      response: { _shards: { total: 2, successful: 2, failed: 0 } },
    });
  });

  it('that answers in time when it is done in time', async () => {
    const { status, body } = await call('GET', '/_plugins/_knn/warmup/large?timeout=1m');
    expect(status).toBe(200);
    expect(body).toEqual({ _shards: { total: 2, successful: 2, failed: 0 } });
    expect(running()).toEqual([]);
  });

  it('that need not be waited for', async () => {
    const { body } = await call('GET', '/_plugins/_knn/warmup/large?wait_for_completion=false');
    const { task } = body as { task: string };
    expect((await result(task)).body).toMatchObject({
      completed: true,
      response: { _shards: { successful: 2 } },
    });
  });

  it('that names the copies of which a graph could not be loaded, and brings in all others', async () => {
    const rules = [{ load: { action: 'fail', index: 'large', node: 'node-2' }, nth: [2, 5] }];
    await call('PUT', '/_rockpool/faults', { rules });
    const reason = {
      type: 'runtime_exception',
      reason: 'load of a graph of [large] failed by fault rule [1]',
    };
    const failure = { shard: 0, index: 'large', status: 'INTERNAL_SERVER_ERROR', reason };
    const growths = await growth('load_exception_count', async () => {
      const { status, body } = await call('GET', '/_plugins/_knn/warmup/large');
      await call('DELETE', '/_rockpool/faults');
      expect(status).toBe(200);
      expect(body).toEqual({ _shards: { total: 2, successful: 1, failed: 1, failures: [failure] } });
    });
    expect(growths).toEqual([{ load_exception_count: 0 }, { load_exception_count: 2 }]);
    expect(await statistics('indices_in_cache')).toMatchObject([
      { indices_in_cache: { large: { graph_count: 8 } } },
      { indices_in_cache: { large: { graph_count: 6 } } },
    ]);
    const again = await call('GET', '/_plugins/_knn/warmup/large');
    expect(again.body).toEqual({ _shards: { total: 2, successful: 2, failed: 0 } });
  });

  it('that can be cancelled', async () => {
    await call('PUT', '/_cluster/settings', { transient: { 'knn.memory.circuit_breaker.limit': '49%' } });
    const loaded = await growth('load_success_count', async () => {
      const request = call('GET', '/_plugins/_knn/warmup/large');
      const id = await started();
      await call('POST', `/_tasks/${id}/_cancel`);
      const { status, body } = await request;
      expect(status).toBe(500);
      expect(JSON.stringify(body)).toContain('task_cancelled_exception');
    });
    expect(loaded[0].load_success_count + loaded[1].load_success_count).toBeLessThan(16);
  });
});
