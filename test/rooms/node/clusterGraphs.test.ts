import { describe, expect, it } from 'vitest';
import type { PassingSearch, RestClient, Upstream } from '../../../src/client/index.ts';
import { type JsonObject, ManualClock, silentLogger } from '../../../src/common/index.ts';
import type { MissRatioCurve } from '../../../src/knn/index.ts';
import { ClusterGraphs } from '../../../src/node/clusterGraphs/clusterGraphs.ts';
import type { ClusterGraph, ClusterLayout } from '../../../src/node/clusterGraphs/layout.ts';
import { graphsUsedBy, knnSearchOf } from '../../../src/node/clusterGraphs/searches.ts';

/** The graphs that a search of a real cluster uses. */

const graph = (index: string, shard: number, field: string, primary = true): ClusterGraph => ({
  ...{ key: `${index}/${shard}/${field}${primary ? '' : ' r'}`, index, shard, field, primary },
  ...{ nodeId: 'n', segment: '_0', engine: 'nmslib', vectors: 9, dimension: 2, weightKb: 1 },
});

const layout: ClusterLayout = {
  nodes: [],
  graphs: [
    graph('films', 0, 'v'),
    graph('films', 0, 'v', false),
    graph('films', 1, 'v'),
    graph('books', 0, 'v'),
    graph('books', 0, 'o.w'),
  ],
  aliases: new Map([['all-of-it', ['films', 'books']]]),
};

const knn = (field: string) => ({ knn: { [field]: { vector: [1, 2], k: 3 } } });
const both = { bool: { should: [knn('v'), knn('o.w')] } };

function keysOf(path: string, body: string): readonly string[] {
  const search = knnSearchOf({ path, body });
  return search === null ? [] : graphsUsedBy(search, layout).map(({ key }) => key);
}

describe('the graphs of a search', () => {
  it.each([
    ['/films/_search', { query: knn('v') }, ['films/0/v', 'films/1/v']],
    ['/films/_search?preference=_shards:1', { query: knn('v') }, ['films/1/v']],
    ['/films/_search?preference=_shards:0|_local&size=1', { query: knn('v') }, ['films/0/v']],
    ['/b*,-nothing/_search', { query: both }, ['books/0/v', 'books/0/o.w']],
    ['/all-of-it,-films/_search', { query: knn('v') }, ['books/0/v']],
    ['/_search', { query: knn('v') }, ['films/0/v', 'films/1/v', 'books/0/v']],
    ['/_all/_search', { query: knn('o.w') }, ['books/0/o.w']],
    ['/films/_search', { query: { match: { knn: 'v' } } }, []],
    ['/films/_search', { query: { term: { 'knn.v': [1, 2] } } }, []],
    ['/films/_search', { query: knn('other') }, []],
    ['/films/_doc/_search', { query: knn('v') }, []],
  ])('%s %o', (path, body, keys) => {
    expect(keysOf(path, JSON.stringify(body))).toEqual(keys);
  });

  it('are none of a body that is no JSON', () => {
    expect(keysOf('/films/_search', '{"knn":')).toEqual([]);
  });
});

describe('the caches of a cluster', () => {
  const vectors = { properties: { v: { type: 'knn_vector', dimension: 2 } } };
  const stores: Readonly<Record<string, JsonObject>> = {
    '/_segments': {
      indices: {
        films: {
          shards: { 0: [{ routing: { node: 'n', primary: true }, segments: { _0: { num_docs: 9 } } }] },
        },
      },
    },
    '/_mapping': { films: { mappings: vectors } },
    '/_nodes': { nodes: { n: { name: 'first' } } },
  };

  /** Each question is answered by the next call of `answer`, in an order of one's own. */
  function watched() {
    const asked: { readonly path: string; readonly answer: () => void }[] = [];
    const listeners = { change: () => {}, search: (_search: PassingSearch) => {} };
    const counts = { hit_count: 0, miss_count: 0, eviction_count: 0 };
    const ask = (path: string): Promise<JsonObject> =>
      new Promise((resolve) => {
        const store = Object.keys(stores).find((name) => path.startsWith(name));
        const own = store ? stores[store] : path.includes('stats') ? { nodes: { n: { ...counts } } } : {};
        asked.push({ path, answer: () => resolve(own) });
      });
    const graphs = new ClusterGraphs({
      clock: new ManualClock(),
      log: silentLogger,
      client: { ask, clusterSettings: async () => () => null } as unknown as RestClient,
      upstream: {
        onChange: (listener: () => void) => void (listeners.change = listener),
        onSearch: (listener: (search: PassingSearch) => void) => void (listeners.search = listener),
      } as unknown as Upstream,
    });
    const answerAll = async (): Promise<void> => {
      while (asked.length > 0) {
        for (const { answer } of asked.splice(0)) answer();
        await new Promise(setImmediate);
      }
    };
    return { graphs, asked, listeners, counts, answerAll };
  }

  it('are asked once for several who ask at the same time', async () => {
    const { graphs, asked, counts, answerAll } = watched();
    const first = [graphs.json(), graphs.json()];
    expect(asked.filter(({ path }) => path.includes('_knn/stats'))).toHaveLength(1);
    await answerAll();
    expect(await first[0]).toBe(await first[1]);
    counts.hit_count = 5;
    const later = graphs.json();
    await answerAll();
    await later;
    expect(graphs.accesses.page(0, 9, () => true).events.map(({ type }) => type)).toEqual(['rebuild']);
    expect(graphs.measured({ measured: null } as unknown as MissRatioCurve)).toMatchObject({ hits: 5 });
  });

  it('are read again after a change that came while they were read', async () => {
    const { graphs, asked, listeners, answerAll } = watched();
    const search = { path: '/films/_search', body: JSON.stringify({ query: knn('v') }) };
    const questions: number[] = [];
    for (const changes of [true, false, false]) {
      listeners.search(search);
      await new Promise(setImmediate);
      questions.push(asked.length);
      if (changes) listeners.change();
      await answerAll();
      await graphs.recorded;
    }
    expect(questions).toEqual([4, 4, 0]);
    expect(graphs.accesses.latest).toBe(3);
  });
});
