import { expect, it } from 'vitest';
import { blameWords } from '../../../../src/console/app/knn/curve/blame.ts';
import { stageIndex } from '../../../../src/console/app/knn/story/show.ts';
import { verdictOf } from '../../../../src/console/app/knn/story/verdict.ts';
import { byFavour, inTurn } from '../../../../src/console/app/knn/targets.ts';
import type { Curve, GraphInfo, PolicyName } from '../../../../src/console/app/knn/types.ts';

const node = (allKb: number, limitKb: number | null, name = 'node-1') => ({ name, allKb, limitKb });
const quiet = { hits: 0, misses: 0, evictions: 0 };

it.each([
  ['no graphs', [node(0, 10)], quiet, 'empty', 'There are no graphs yet.'],
  ['room', [node(10, 20)], quiet, 'fits', '10 KB of graphs fit into 20 KB. Nothing has to be evicted.'],
  ['no limit', [node(10, null)], quiet, 'fits', '10 KB of graphs, and no limit. Nothing has to be evicted.'],
  [
    'two nodes',
    [node(10, 20), node(15, 20, 'node-2')],
    quiet,
    'fits',
    '25 KB of graphs fit: each node has room for its own. Nothing has to be evicted.',
  ],
  [
    'too little',
    [node(1740, 1024)],
    quiet,
    'tooSmall',
    '1.7 MB of graphs do not fit into 1 MB. Searches of all of it will evict what they need next.',
  ],
  [
    'some evictions',
    [node(30, 20)],
    { hits: 9, misses: 1, evictions: 1 },
    'evicting',
    '30 KB of graphs do not fit into 20 KB. Of late 10 % of the accesses had to load their graph; the rest find their graph in memory.',
  ],
  [
    'nothing but evictions',
    [node(10, 20), node(30, 20, 'node-2')],
    { hits: 0, misses: 7, evictions: 7 },
    'thrashing',
    '30 KB of graphs do not fit into 20 KB on node-2. Of late 100 % of the accesses had to load their graph: each load pushes another graph out.',
  ],
])('the verdict: %s', (_name, weights, pressure, kind, sentence) => {
  expect(verdictOf(weights, pressure)).toEqual({ kind, sentence });
});

function curveOf(ratios: Partial<Record<PolicyName, number>>): Curve {
  const point = (ratio = 0) => ({
    limit_kb: 1,
    hits: 100 - 100 * ratio,
    misses: 100 * ratio,
    evictions: 0,
    miss_ratio: ratio,
  });
  const { lru, ...others } = ratios;
  const policies = Object.entries(others).map(([policy, ratio]) => ({
    policy: policy as PolicyName,
    points: [point(ratio)],
  }));
  return { accesses: 100, graphs: 3, graphs_kb: 3, points: [point(lru)], policies };
}

it.each([
  [{ lru: 0, bound: 0 }, null],
  [{ lru: 0.9 }, null],
  [
    { lru: 0.9, bound: 0.85 },
    'The limit is to blame, if anything: no policy could miss less than 85 % here.',
  ],
  [
    { lru: 0.9, lfu: 0.6, gdsf: 0.5, belady: 0.4, bound: 0.3 },
    'The policy is to blame: GDSF would miss 50 % where LRU misses 90 %.',
  ],
  [
    { lru: 0.9, fifo: 0.9, belady: 0.4, bound: 0.3 },
    'Between LRU (90 %) and what no policy can beat (30 %) there is room for a better policy.',
  ],
])('the blame for %o', (ratios, words) => {
  expect(blameWords(curveOf(ratios), (name) => name.toUpperCase())).toBe(words);
});

it('the show takes the index with most shards that have graphs', () => {
  const graph = (index: string, shard: number) => ({ index, shard }) as GraphInfo;
  const few = [graph('a', 0), graph('a', 0), graph('a', 1), graph('b', 0)];
  expect(stageIndex(few)).toBeNull();
  expect(stageIndex([...few, graph('c', 0), graph('c', 4), graph('c', 5)])).toBe('c');
});

it('searches go in turn, or by favour', () => {
  const rounds = [0, 1, 2, 3, 4, 5, 6, 7];
  expect(rounds.map((round) => inTurn(round, 3))).toEqual([0, 1, 2, 0, 1, 2, 0, 1]);
  expect(rounds.map((round) => byFavour(round, 3))).toEqual([0, 1, 0, 2, 0, 1, 0, 0]);
});
