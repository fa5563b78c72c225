import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

/**
 * What two nodes of the real engine 2.7.0 answered, step by step, until one of them was killed. Its copies are chosen by
 * load, ours in turn: searches are sent to the nodes that the recording went to.
 */

interface Step {
  readonly note: string;
  readonly request?: { readonly method: string; readonly path: string; readonly body: unknown };
  readonly status?: number;
  readonly answer?: string;
  readonly delta?: Record<string, Record<string, unknown>>;
}

const file = new URL('./recordings/twoNodes.ndjson', import.meta.url);
const steps: readonly Step[] = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const NAMES = [
  ['node-a', 'node-1'],
  ['node-b', 'node-2'],
] as const;
const COUNTERS = [
  'hit_count',
  'miss_count',
  'load_success_count',
  'eviction_count',
  'graph_index_requests',
  'graph_query_requests',
  'knn_query_requests',
  'script_query_requests',
  'script_compilations',
];
/** Which of the two nodes is elected is chance; searches that the recording does not show came before these counts. */
const NOT_COMPARED = new Set(['/_plugins/_knn/_cluster_manager/stats/hit_count']);

type Counts = Record<string, Record<string, number>>;

describe('two nodes', { shuffle: false }, () => {
  let node: RockpoolNode;
  let before: Counts = {};
  let ids: readonly (readonly [string, string])[] = [];

  const knn = { v: { vector: [0.1, 0.1, 0.1, 0.1], k: 1 } };
  const call = (method: string, path: string, body?: unknown) =>
    send(node.url, method, path, body ?? undefined);
  const limit = (text: string | null) =>
    call('PUT', '/_cluster/settings', { transient: { 'knn.memory.circuit_breaker.limit': text } });
  const searchOn = (name: string) =>
    call('POST', `/p1/_search?preference=_only_nodes:${ids.find(([known]) => known === name)?.[1]}`, {
      query: { knn },
    });
  const script = {
    source: 'knn_score',
    lang: 'knn',
    params: { field: 'v', query_value: [0.1, 0.1, 0.1, 0.1], space_type: 'l2' },
  };
  /** What was done before a count was taken, where the recording has no request. */
  const actions: Record<string, () => Promise<unknown>> = {
    'four searches: copies take turns': async () => {
      for (const name of ['node-1', 'node-2', 'node-1', 'node-1']) await searchOn(name);
    },
    'two more searches': async () => {
      await searchOn('node-1');
      await call('POST', '/p1/_validate/query', { query: { knn } });
    },
    'script on three shards over two nodes': () =>
      call('POST', '/p3/_search', {
        size: 100,
        query: { script_score: { query: { match_all: {} }, script } },
      }),
    'limit 6kb: caches of both nodes start again (counters restart, so changes are negative)': () =>
      limit('6kb'),
    'limit back': () => limit(null),
    // The breaker falls at the next round of its monitor; the recording waited for it.
    tasks: () => call('POST', '/_rockpool/clock', { advance: '2m' }),
  };

  const counts = async (): Promise<Counts> => {
    const { nodes } = JSON.parse((await call('GET', '/_plugins/_knn/stats')).text);
    return Object.fromEntries(
      ids.map(([name, id]) => {
        const own = Object.entries(nodes[id]?.indices_in_cache ?? {}) as [string, { graph_count: number }][];
        const graphs = own.map(([index, { graph_count }]) => [`graphs of ${index}`, graph_count]);
        return [
          name,
          Object.fromEntries([...COUNTERS.map((key) => [key, nodes[id]?.[key] ?? 0]), ...graphs]),
        ];
      }),
    );
  };
  /** The recording in our names: ids, addresses, the cluster. */
  const ours = (text: string): string => {
    let renamed = text
      .replaceAll('"pair"', '"opensearch"')
      .replaceAll(/127\.0\.0\.1:93\d\d/g, '127.0.0.1:9300');
    NAMES.forEach(([theirs, name], i) => {
      renamed = renamed.replaceAll(`<id of ${theirs}>`, ids[i][1]).replaceAll(theirs, name);
    });
    return renamed;
  };
  const parsed = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return text.replaceAll(/ +/g, ' ').replaceAll(/ $/gm, '');
    }
  };

  const changes = (last: Counts, now: Counts, name: string): Record<string, number> =>
    Object.fromEntries(
      Object.entries(now[name])
        .map(([key, value]) => [key, key.startsWith('graphs') ? value : value - (last[name]?.[key] ?? 0)])
        .filter(([, value]) => value !== 0),
    );
  const expectedChanges = ({ indices_in_cache: graphs, ...delta }: Record<string, unknown>) => ({
    ...delta,
    ...Object.fromEntries(
      Object.entries(graphs as object).map(([index, count]) => [`graphs of ${index}`, count]),
    ),
  });

  beforeAll(async () => {
    node = await openTestNode({ nodeCount: 2 });
    ids = node.services.cluster.nodes.map(({ name, id }) => [name, id]);
    before = await counts();
  });

  afterAll(() => node.close());

  it.each(steps.map((step, i) => [i, step.note, step] as const))('step %i: %s', async (_i, note, step) => {
    await actions[note]?.();
    if (step.delta) {
      const now = await counts();
      const last = before;
      before = now;
      for (const [theirs, name] of NAMES) {
        expect([name, changes(last, now, name)]).toEqual([name, expectedChanges(step.delta[theirs])]);
      }
    }
    if (note === 'before') return;
    if (note.startsWith('stats in the moment'))
      await call('POST', '/_rockpool/nodes/node-1/stop?detect_after=10s');
    const killed = note.startsWith('stats in the moment');
    const { method, path, body } = step.request ?? {
      method: 'GET',
      path: '/_plugins/_knn/stats/hit_count',
      body: null,
    };
    if (step.answer === undefined || NOT_COMPARED.has(path)) return;
    const answer = await call(method, ours(path), body);
    const masked = (text: string) => text.replaceAll(/"hit_count":\d+/g, '"hit_count":0');
    const compared = killed || note === 'stats' ? masked : (text: string) => text;
    expect([answer.status, parsed(compared(answer.text))]).toEqual([
      step.status,
      parsed(compared(ours(step.answer))),
    ]);
    if (killed) await call('POST', '/_rockpool/clock', { advance: '10s' });
  });
});
