import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import type { Similarity } from '../../../src/query/bound/similarityTypes.ts';
import { type Explanation, parseQuery } from '../../../src/query/index.ts';
import { contextOf, createMapper, find, leavesOf } from './shard.ts';

const mapper = createMapper({
  properties: { text: { type: 'text' }, tag: { type: 'keyword' }, n: { type: 'long' } },
});

/** One line a node, indented by depth, values aside. */
function outline({ description, details }: Explanation, depth = 0): string[] {
  return ['  '.repeat(depth) + description, ...details.flatMap((part) => outline(part, depth + 1))];
}

describe('explanations', async () => {
  const leaves = await leavesOf(mapper, [
    { text: 'quick brown fox', tag: 'a', n: 1 },
    { text: 'lazy dog', tag: 'b', n: 2 },
  ]);
  const context = contextOf(mapper, leaves);
  const explain = (query: JsonObject, doc = 0): Explanation =>
    parseQuery(query).toQuery(context).explain(leaves[0], doc);

  it('explain BM25 scores', () => {
    expect(outline(explain({ match: { text: 'fox' } }))).toEqual([
      'weight(text:fox in 0) [PerFieldSimilarity], result of:',
      '  score(freq=1.0), computed as boost * idf * tf from:',
      '    boost',
      '    idf, computed as log(1 + (N - n + 0.5) / (n + 0.5)) from:',
      '      n, number of documents containing term',
      '      N, total number of documents with field',
      '    tf, computed as freq / (freq + k1 * (1 - b + b * dl / avgdl)) from:',
      '      freq, occurrences of term within document',
      '      k1, term saturation parameter',
      '      b, length normalization parameter',
      '      dl, length of field',
      '      avgdl, average length of field',
    ]);
  });

  it('explain other similarities', () => {
    const explainBy = (similarity: Similarity, query: JsonObject): string[] => {
      const scoring = { similarityOf: () => similarity, boostOf: () => 1 };
      const own = leaves.map((leaf) => ({ ...leaf, scoring }));
      return outline(parseQuery(query).toQuery(contextOf(mapper, own)).explain(own[0], 0));
    };
    const phrase = { match_phrase: { text: 'brown fox' } };
    expect(explainBy({ kind: 'boolean' }, phrase)).toEqual([
      'weight(text:"brown fox" in 0) [PerFieldSimilarity], result of:',
      '  score(BooleanWeight), computed from:',
      '    boost, query boost',
    ]);
    const model: Similarity = { kind: 'model', name: 'DFRSimilarity', of: () => (freq) => freq };
    expect(explainBy(model, phrase)).toEqual([
      'weight(text:"brown fox" in 0) [PerFieldSimilarity], result of:',
      '  sum of:',
      '    score(DFRSimilarity, freq=1.0), computed from:',
      '    score(DFRSimilarity, freq=1.0), computed from:',
    ]);
    // k1 + 1 is 1: there is no boost to tell of.
    const bm25 = explainBy({ kind: 'bm25', k1: 0, b: 0.5 }, { match: { text: 'fox' } });
    expect(bm25).not.toContain('    boost');
  });

  it.each<[JsonObject, string]>([
    [{ match_all: {} }, '*:*'],
    [{ match_all: { boost: 2 } }, '*:*^2.0'],
    [{ bool: { filter: [{ term: { tag: 'a' } }], must: [{ match: { text: 'fox' } }] } }, 'sum of:'],
    [{ dis_max: { queries: [{ match: { text: 'fox' } }, { match: { text: 'quick' } }] } }, 'max of:'],
    [{ constant_score: { filter: { term: { tag: 'a' } }, boost: 2 } }, 'ConstantScore(tag:a)^2.0'],
    [{ terms: { tag: ['b', 'a'] } }, 'ConstantScore(tag:a tag:b)'],
    [{ range: { n: { gt: 0 } } }, 'n:[1 TO 9223372036854775807]'],
    [{ wildcard: { tag: '*' } }, 'tag:*'],
    [{ bool: { filter: { term: { tag: 'a' } } } }, 'ConstantScore(tag:a)^0.0'],
    [{ bool: { must: { match_all: {} }, filter: { term: { tag: 'a' } } } }, 'ConstantScore(tag:a)'],
    [
      { boosting: { positive: { term: { n: 1 } }, negative: { term: { tag: 'b' } }, negative_boost: 0.5 } },
      'weight(FunctionScoreQuery(n:[1 TO 1], scored by boost(queryboost(score(tag:b))^0.5))), result of:',
    ],
    [
      { span_first: { match: { span_term: { text: 'quick' } }, end: 1 } },
      'weight(spanFirst(text:quick, 1) in 0) [PerFieldSimilarity], result of:',
    ],
    [{ function_score: { query: { term: { n: 1 } }, weight: 2 } }, 'function score, product of:'],
    [{ prefix: { tag: { value: 'a', rewrite: 'top_terms_boost_2' } } }, 'ConstantScore(tag:a)'],
  ])('%j', (query, description) => {
    expect(explain(query).description).toBe(description);
  });

  it.each<JsonObject>([
    { match: { text: 'quick fox' } },
    { term: { tag: 'a' } },
    { range: { n: { gte: 1 } } },
    { dis_max: { queries: [{ match: { text: 'fox' } }, { term: { tag: 'a' } }], tie_breaker: 0.5 } },
    { match_phrase: { text: 'brown fox' } },
    { bool: { should: [{ term: { tag: 'a' } }, { match: { text: { query: 'fox', boost: 3 } } }] } },
  ])('has the score of the search: %j', (query) => {
    const [{ score }] = find(context, query);
    expect(explain(query).value).toBe(score);
  });

  /** Query → why the second document does not match. */
  it.each<[JsonObject, readonly string[]]>([
    [{ match: { text: 'fox' } }, ['no matching term']],
    [{ match_phrase: { text: 'brown fox' } }, ['no matching terms']],
    [{ range: { n: { lt: 2 } } }, ["n:[-9223372036854775808 TO 1] doesn't match id 1"]],
    [{ term: { missing: 1 } }, ['User requested "match_none" query.']],
    [
      { bool: { must: { match: { text: 'fox' } }, must_not: { term: { tag: 'b' } } } },
      [
        'Failure to meet condition(s) of required/prohibited clause(s)',
        '  no match on required clause (text:fox)',
        '    no matching term',
        '  match on prohibited clause (tag:b)',
        '    tag:b',
      ],
    ],
    [{ intervals: { text: { match: { query: 'fox' } } } }, ['no matching intervals']],
  ])('%j does not match', (query, lines) => {
    expect(explain(query, 1).isMatch).toBe(false);
    expect(outline(explain(query, 1))).toEqual(lines);
  });
});
