import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import type { QueryShardContext } from '../../../src/query/index.ts';
import { contextOf, createMapper, find, leavesOf } from './shard.ts';

/** Random trees of bool over documents that say themselves what they match. */

const FLAGS = ['a', 'b', 'c', 'd'];
const mapper = createMapper({ properties: { flag: { type: 'keyword' } } });
const documents = Array.from({ length: 16 }, (_, i) => ({
  flag: FLAGS.filter((_flag, bit) => (i >> bit) % 2 === 1),
}));

interface Tree {
  readonly query: JsonObject;
  readonly matches: (flags: readonly string[]) => boolean;
}

const leaf = fc
  .constantFrom(...FLAGS)
  .map((flag): Tree => ({ query: { term: { flag } }, matches: (flags) => flags.includes(flag) }));

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.tuple(parts(tie('tree')), fc.nat(3)).map(([clauses, minimum]) => bool(clauses, minimum)),
  ),
}));

function parts(one: fc.Arbitrary<Tree>) {
  const some = fc.array(one, { maxLength: 3 });
  return fc.record({ must: some, filter: some, should: some, must_not: some });
}

function bool(
  clauses: Record<'must' | 'filter' | 'should' | 'must_not', readonly Tree[]>,
  minimum: number,
): Tree {
  const queries = Object.fromEntries(
    Object.entries(clauses).map(([key, trees]) => [key, trees.map(({ query }) => query)]),
  );
  const explicit = clauses.should.length > 0 && minimum > 0;
  return {
    query: { bool: { ...queries, ...(explicit ? { minimum_should_match: minimum } : {}) } },
    matches(flags) {
      const holds = (one: Tree): boolean => one.matches(flags);
      const needed = explicit
        ? minimum
        : clauses.should.length > 0 && clauses.must.length + clauses.filter.length === 0
          ? 1
          : 0;
      return (
        [...clauses.must, ...clauses.filter].every(holds) &&
        !clauses.must_not.some(holds) &&
        clauses.should.filter(holds).length >= needed
      );
    },
  };
}

describe('bool', () => {
  let context: QueryShardContext;

  beforeAll(async () => {
    context = contextOf(mapper, await leavesOf(mapper, documents, [5, 11]));
  });

  it('is set arithmetic, in filter and in score context', () => {
    fc.assert(
      fc.property(tree, ({ query, matches }) => {
        const expected = documents.flatMap(({ flag }, i) => (matches(flag) ? [String(i)] : []));
        expect(find(context, query).map(({ id }) => id)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('adds the scores of the scoring clauses', () => {
    fc.assert(
      fc.property(fc.subarray(FLAGS, { minLength: 1 }), (flags) => {
        const terms = flags.map((flag) => ({ term: { flag } }));
        const sums = new Map<string, number>();
        for (const term of terms) {
          for (const { id, score } of find(context, term)) sums.set(id, (sums.get(id) ?? 0) + score);
        }
        for (const { id, score } of find(context, { bool: { should: terms } })) {
          expect(score).toBeCloseTo(sums.get(id) ?? Number.NaN, 5);
        }
      }),
    );
  });
});
