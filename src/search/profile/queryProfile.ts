import type { JsonObject } from '../../common/index.ts';
import { countDocs, docArray, type LeafContext, type QueryTree } from '../../query/index.ts';

const STEPS = [
  'create_weight',
  'build_scorer',
  'next_doc',
  'advance',
  'match',
  'score',
  'shallow_advance',
  'compute_max_score',
  'set_min_competitive_score',
] as const;

type Breakdown = Record<string, number>;

/**
 * What each query of a tree costs on its own, measured by running it: times are those of matching and of scoring,
 * counts what Lucene's scorers would have been asked.
 */
export function profileQuery(
  tree: QueryTree,
  leaves: readonly LeafContext[],
  { needsScores, nanoTime }: { readonly needsScores: boolean; readonly nanoTime: () => bigint },
): JsonObject {
  const breakdown: Breakdown = {};
  for (const step of STEPS) {
    breakdown[step] = 0;
    breakdown[`${step}_count`] = 0;
  }
  const timed = <T>(step: (typeof STEPS)[number], count: (result: T) => number, run: () => T): T => {
    const start = nanoTime();
    const result = run();
    breakdown[step] += Math.max(1, Number(nanoTime() - start));
    breakdown[`${step}_count`] += count(result);
    return result;
  };
  const { query } = tree;
  timed(
    'create_weight',
    () => 1,
    () => (needsScores && leaves.length > 0 ? query.score(leaves[0]) : null),
  );
  for (const leaf of leaves) {
    const docs = timed(
      'build_scorer',
      () => 1,
      () => query.match(leaf),
    );
    timed(
      'next_doc',
      (list: Uint32Array) => list.length + 1,
      () => docArray(docs),
    );
    if (needsScores) {
      timed(
        'score',
        () => countDocs(docs),
        () => query.score(leaf),
      );
    }
  }
  const total = STEPS.reduce((sum, step) => sum + breakdown[step], 0);
  const scoredBelow = needsScores && tree.type !== 'ConstantScoreQuery';
  const children = tree.parts.map((part) =>
    profileQuery(part, leaves, { needsScores: scoredBelow, nanoTime }),
  );
  return {
    type: tree.type,
    description: tree.text,
    time_in_nanos: total,
    breakdown,
    ...(children.length === 0 ? {} : { children }),
  };
}

/** Where no scores are wanted, Lucene runs a query as a filter. */
export function asFilter(tree: QueryTree): QueryTree {
  if (tree.type === 'ConstantScoreQuery') return tree;
  return { ...tree, type: 'ConstantScoreQuery', text: `ConstantScore(${tree.text})`, parts: [tree] };
}
