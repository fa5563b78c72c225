import { inOneStep, type JsonObject, type Steps } from '../../common/index.ts';
import {
  countDocs,
  docArray,
  findAll,
  type LeafContext,
  type QueryTree,
  scoreAll,
} from '../../query/index.ts';

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
 * The cost of each query of a tree, measured by running it separately: times for matching and scoring, and
 * counts of what Lucene's scorers would have been called for.
 */
export function* profileQuery(
  tree: QueryTree,
  leaves: readonly LeafContext[],
  { needsScores, nanoTime }: { readonly needsScores: boolean; readonly nanoTime: () => bigint },
): Steps<JsonObject> {
  const breakdown: Breakdown = {};
  for (const step of STEPS) {
    breakdown[step] = 0;
    breakdown[`${step}_count`] = 0;
  }
  function* timed<T>(step: (typeof STEPS)[number], work: Steps<T>): Steps<T> {
    for (;;) {
      const start = nanoTime();
      const { done, value } = work.next();
      breakdown[step] += Math.max(1, Number(nanoTime() - start));
      if (done) return value;
      yield;
    }
  }
  const counted = (step: (typeof STEPS)[number], count: number): void => {
    breakdown[`${step}_count`] += count;
  };
  const { query } = tree;
  const scored = (leaf: LeafContext) => scoreAll(query.scorer(leaf), leaf.reader.maxDoc);
  if (needsScores && leaves.length > 0) yield* timed('create_weight', scored(leaves[0]));
  else breakdown.create_weight += 1;
  counted('create_weight', 1);
  for (const leaf of leaves) {
    const docs = yield* timed('build_scorer', findAll(query.matcher(leaf), leaf.reader.maxDoc));
    counted('build_scorer', 1);
    const list = yield* timed(
      'next_doc',
      inOneStep(() => docArray(docs)),
    );
    counted('next_doc', list.length + 1);
    if (!needsScores) continue;
    yield* timed('score', scored(leaf));
    counted('score', countDocs(docs));
  }
  const total = STEPS.reduce((sum, step) => sum + breakdown[step], 0);
  const scoredBelow = needsScores && tree.type !== 'ConstantScoreQuery';
  const children: JsonObject[] = [];
  for (const part of tree.parts) {
    children.push(yield* profileQuery(part, leaves, { needsScores: scoredBelow, nanoTime }));
  }
  return {
    type: tree.type,
    description: tree.text,
    time_in_nanos: total,
    breakdown,
    ...(children.length === 0 ? {} : { children }),
  };
}

/** If no scores are needed, Lucene runs a query as a filter. */
export function asFilter(tree: QueryTree): QueryTree {
  if (tree.type === 'ConstantScoreQuery') return tree;
  return { ...tree, type: 'ConstantScoreQuery', text: `ConstantScore(${tree.text})`, parts: [tree] };
}
