import { describe, expect, it } from 'vitest';
import type { ClusterGraph, ClusterLayout } from '../../../src/node/clusterGraphs/layout.ts';
import { graphsUsedBy } from '../../../src/node/clusterGraphs/searches.ts';

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
    expect(graphsUsedBy({ path, body: JSON.stringify(body) }, layout).map(({ key }) => key)).toEqual(keys);
  });

  it('are none of a body that is no JSON', () => {
    expect(graphsUsedBy({ path: '/films/_search', body: '{"knn":' }, layout)).toEqual([]);
  });
});
