import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/common/index.ts';
import {
  allDocs,
  docArray,
  docRange,
  docSetOfArray,
  type LeafContext,
  parseQuery,
  type Query,
  type QueryShardContext,
  type ScoredDocs,
} from '../../../src/query/index.ts';
import { contextOf, createMapper, leavesOf } from './shard.ts';

/** Asked in windows, about single documents or about all, queries find the same documents with the same scores. */

const mapper = createMapper({
  properties: {
    t: { type: 'text' },
    k: { type: 'keyword' },
    n: { type: 'integer' },
    r: { type: 'rank_feature' },
    d: { type: 'date' },
    c: { type: 'nested', properties: { t: { type: 'text' }, n: { type: 'integer' } } },
  },
});

const WORDS = ['red', 'green', 'blue', 'dark'];

/** Small numbers without a pattern. */
function mixed(i: number, of: number): number {
  return (Math.imul(i + 1, 2_654_435_761) >>> 7) % of;
}

const documents = Array.from({ length: 900 }, (_, i): JsonObject => {
  const words = Array.from({ length: 1 + mixed(i, 7) }, (_, at) => WORDS[mixed(i * 11 + at, WORDS.length)]);
  return {
    t: words.join(' '),
    k: `k${mixed(i, 5)}`,
    n: mixed(i, 40),
    d: `2024-01-${String(1 + mixed(i, 28)).padStart(2, '0')}`,
    ...(i % 3 === 0 ? { r: 1 + mixed(i, 9) } : {}),
    ...(i % 4 === 0 ? { c: words.map((t, n) => ({ t, n })) } : {}),
  };
});

const word = fc.constantFrom(...WORDS);
const number = fc.integer({ min: 0, max: 40 });
const script = (source: string): JsonObject => ({ script: { source } });

const FROM_FIELD: JsonObject = { field_value_factor: { field: 'n', missing: 1 } };

const simple: fc.Arbitrary<JsonValue> = fc.oneof(
  word.map((t) => ({ term: { t } })),
  word.map((t) => ({ match: { t: { query: `${t} red`, boost: 2 } } })),
  word.map((t) => ({ match: { t: { query: `${t} red blue`, minimum_should_match: 2 } } })),
  word.map((t) => ({ match_phrase: { t: `${t} red` } })),
  word.map((t) => ({ match_phrase: { t: { query: `${t} blue`, slop: 2 } } })),
  word.map((t) => ({ match_phrase_prefix: { t: `red ${t.slice(0, 1)}` } })),
  word.map((t) => ({ prefix: { t: t.slice(0, 2) } })),
  word.map((t) => ({ fuzzy: { t: { value: `${t}x` } } })),
  word.map((t) => ({ intervals: { t: { match: { query: `red ${t}`, max_gaps: 1 } } } })),
  word.map((t) => ({
    span_near: { clauses: [{ span_term: { t } }, { span_term: { t: 'red' } }], slop: 1, in_order: false },
  })),
  number.map((n) => ({ range: { n: { gte: n, lt: n + 15 } } })),
  number.map((n) => ({ terms: { n: [n, n + 1, n + 7] } })),
  number.map((n) => ({ ids: { values: [String(n), String(n * 9)] } })),
  number.map((n) => ({ script: script(`doc['n'].value > ${n}`) })),
  number.map((n) => ({
    terms_set: { t: { terms: WORDS, minimum_should_match_script: script(`${n % 4}`).script } },
  })),
  fc.constantFrom<JsonValue>(
    { match_all: {} },
    { match_none: {} },
    { exists: { field: 'r' } },
    { rank_feature: { field: 'r', saturation: { pivot: 3 } } },
    { distance_feature: { field: 'd', origin: '2024-01-10', pivot: '5d' } },
    { terms: { k: ['k1', 'k3'] } },
  ),
);

const { query } = fc.letrec<{ query: JsonValue }>((tie) => {
  const inner = tie('query');
  const few = fc.array(inner, { maxLength: 2 });
  return {
    query: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      simple,
      fc.tuple(few, few, few, few, fc.nat(2)).map(([must, filter, should, must_not, minimum]) => ({
        bool: { must, filter, should, must_not, minimum_should_match: Math.min(minimum, should.length) },
      })),
      inner.map((filter) => ({ constant_score: { filter, boost: 3 } })),
      fc
        .array(inner, { minLength: 1, maxLength: 3 })
        .map((queries) => ({ dis_max: { queries, tie_breaker: 0.4 } })),
      fc.tuple(inner, inner).map(([positive, negative]) => ({
        boosting: { positive, negative, negative_boost: 0.5 },
      })),
      fc.tuple(inner, inner, number).map(([own, filter, n]) => ({
        function_score: {
          query: own,
          functions: [{ filter, weight: 2 } as JsonObject, FROM_FIELD],
          boost_mode: 'sum',
          min_score: n / 4,
        },
      })),
      fc.tuple(inner, number).map(([own, n]) => ({
        script_score: {
          query: own,
          min_score: n / 4,
          ...script("_score + (doc['n'].size() == 0 ? 0 : doc['n'].value / 4.0)"),
        },
      })),
      fc.tuple(word, fc.constantFrom('avg', 'sum', 'max', 'min', 'none')).map(([t, score_mode]) => ({
        nested: {
          path: 'c',
          score_mode,
          query: {
            bool: { must: [{ match: { 'c.t': t } }], should: [{ script: script("doc['c.n'].value > 1") }] },
          },
        },
      })),
    ),
  };
});

type Scores = ReadonlyMap<number, number>;

function scoresOf(...parts: readonly ScoredDocs[]): Scores {
  const found = new Map<number, number>();
  for (const { docs, scores, constant } of parts) {
    docArray(docs).forEach((doc, i) => {
      if (found.has(doc)) throw new Error(`document ${doc} was found twice`);
      found.set(doc, scores === null ? constant : scores[i]);
    });
  }
  return found;
}

/** Bound anew: nothing is kept from what was asked before. */
const bind = (context: QueryShardContext, json: JsonValue): Query => parseQuery(json).toQuery(context);

describe('scorers and matchers', () => {
  let context: QueryShardContext;

  beforeAll(async () => {
    context = contextOf(mapper, await leavesOf(mapper, documents, [780, 120]));
  });

  function check(json: JsonValue, size: number, some: readonly number[], leaf: LeafContext): void {
    const { maxDoc } = leaf.reader;
    const expected = scoresOf(bind(context, json).score(leaf));
    const windowed = bind(context, json);
    const matching = bind(context, json);
    const pieces: ScoredDocs[] = [];
    const matched: number[] = [];
    for (let from = 0; from < maxDoc; from += size) {
      const window = docRange(from, Math.min(maxDoc, from + size));
      pieces.push(windowed.scorer(leaf).among(window));
      matched.push(...docArray(matching.matcher(leaf).among(window)));
    }
    expect(scoresOf(...pieces)).toEqual(expected);
    expect(matched).toEqual([...expected.keys()]);
    expect([...docArray(matching.matcher(leaf).among(allDocs(maxDoc)))]).toEqual(matched);
    const asked = Uint32Array.from(new Set(some.map((at) => at % maxDoc))).sort();
    const seeking = bind(context, json);
    const sought = scoresOf(seeking.scorer(leaf).among(docSetOfArray(asked)));
    expect(sought).toEqual(
      new Map([...asked].filter((doc) => expected.has(doc)).map((doc) => [doc, expected.get(doc)])),
    );
    expect(scoresOf(seeking.score(leaf))).toEqual(expected);
    const { rootDocs } = leaf.reader;
    for (const doc of asked.filter((one) => rootDocs?.has(one) ?? true)) {
      const { isMatch, value } = seeking.explain(leaf, doc);
      expect([isMatch, isMatch ? Math.fround(value) : undefined]).toEqual([
        expected.has(doc),
        expected.get(doc),
      ]);
    }
  }

  it('find the same for windows, single documents and all documents', () => {
    const places = fc.array(fc.nat(5000), { minLength: 1, maxLength: 4 });
    const ask = fc.property(query, fc.integer({ min: 1, max: 200 }), places, (json, size, some) => {
      for (const leaf of context.leaves) check(json, size, some, leaf);
    });
    fc.assert(ask, { numRuns: 100 });
  });
});
