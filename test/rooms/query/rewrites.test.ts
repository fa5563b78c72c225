import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { allOf, noneOf } from '../../../src/query/bound/booleanQuery.ts';
import { matchAllQuery } from '../../../src/query/bound/constantQuery.ts';
import { type BoundQuery, DelegatingQuery } from '../../../src/query/bound/query.ts';
import { parseQuery } from '../../../src/query/index.ts';
import { contextOf, createMapper, find, leavesOf } from './shard.ts';

const mapper = createMapper({
  properties: {
    text: { type: 'text' },
    line: { type: 'text', fields: { raw: { type: 'keyword' } } },
    tag: { type: 'keyword' },
    n: { type: 'integer' },
  },
});

/** Query → its text before Lucene's rewrites, and after. */
const TEXTS: readonly (readonly [JsonObject, string, string])[] = [
  [{ fuzzy: { text: 'tidy' } }, 'text:tidy~1', '(text:tide)^0.75'],
  [{ dis_max: { queries: [{ match: { text: 'tide' } }] } }, '(text:tide)', 'text:tide'],
  [{ multi_match: { query: 'tide', fields: ['te*'] } }, 'text:tide', 'text:tide'],
  [{ multi_match: { query: 'tide', fields: ['text'], type: 'cross_fields' } }, 'text:tide', 'text:tide'],
  [{ query_string: { query: 'text:tide' } }, 'text:tide', 'text:tide'],
  [{ simple_query_string: { query: 'tide', fields: ['text'] } }, 'text:tide', 'text:tide'],
  [{ simple_query_string: { query: 'Red-Ti*', fields: ['text'] } }, 'text:red-ti*', 'text:red-ti*'],
  [
    { simple_query_string: { query: 'Red-Ti*', fields: ['text'], analyze_wildcard: true } },
    'text:red text:ti*',
    'text:red text:ti*',
  ],
  [
    { simple_query_string: { query: '"red tide"', fields: ['line'], quote_field_suffix: '.raw' } },
    'line.raw:red tide',
    'line.raw:red tide',
  ],
  [
    { match: { tag: { query: 'a b', analyzer: 'standard', cutoff_frequency: 0.1 } } },
    'tag:a, tag:b',
    'tag:a tag:b',
  ],
  [
    { simple_query_string: { query: 'red "sea', fields: ['text'] } },
    'text:red text:sea',
    'text:red text:sea',
  ],
  [
    { simple_query_string: { query: 'red (sea | tide', fields: ['text'], default_operator: 'and' } },
    '(+text:red +text:sea) text:tide',
    '(+text:red +text:sea) text:tide',
  ],
  [{ match_phrase_prefix: { text: 'red ti' } }, 'text:"red ti*"', 'text:"red tide"'],
  [{ prefix: { text: { value: 't', rewrite: 'scoring_boolean' } } }, 'text:t*', 'text:tide'],
  [{ terms: { tag: ['b', 'a'] } }, 'tag:(a b)', 'ConstantScore(tag:a tag:b)'],
  [{ range: { n: { gt: 1 } } }, 'n:[2 TO 2147483647]', 'n:[2 TO 2147483647]'],
  [{ bool: { filter: { term: { tag: 'a' } } } }, '#tag:a', '(ConstantScore(tag:a))^0.0'],
  [
    { bool: { should: [{ term: { tag: 'a' } }, { match: { text: 'red tide' } }] } },
    'tag:a (text:red text:tide)',
    'tag:a text:red text:tide',
  ],
  [{ bool: { must: [{ term: { tag: 'a' } }, { term: { tag: 'a' } }] } }, '+tag:a +tag:a', '(tag:a)^2.0'],
  [
    { common: { text: { query: 'red tide', cutoff_frequency: 1 } } },
    'text:red, text:tide',
    '+text:tide text:red',
  ],
];

/** A clause that counts how often it is asked which one it is. */
class CountedQuery extends DelegatingQuery {
  readonly inner = matchAllQuery;
  readonly #key: string;
  asked = 0;

  constructor(key: string) {
    super();
    this.#key = key;
  }

  override get key(): string {
    this.asked++;
    return this.#key;
  }

  override noScoring(): BoundQuery {
    return this;
  }
}

/** How often the clauses of `NOT (a AND NOT (b AND …` are asked. */
function askedOf(depth: number): number {
  const clauses = Array.from({ length: depth }, (_, i) => new CountedQuery(`clause ${i}`));
  const query = clauses.reduce<BoundQuery>((inner, clause) => noneOf(allOf([clause, inner])), matchAllQuery);
  expect(query.key).toContain('clause 0');
  return clauses.reduce((sum, { asked }) => sum + asked, 0);
}

describe('rewrites', async () => {
  const leaves = await leavesOf(mapper, [
    { text: 'red tide', tag: 'a', n: 1 },
    { text: 'red sea', tag: 'b', n: 2 },
    { n: 3 },
  ]);
  const context = contextOf(mapper, leaves);

  it.each(TEXTS)('%j', (query, parsed, text) => {
    const tree = parseQuery(query).toQuery(context).tree();
    expect([tree.parsed, tree.text]).toEqual([parsed, text]);
  });

  it('score the terms of a prefix if requested', () => {
    const [plain] = find(context, { prefix: { text: 'ti' } });
    const [scored] = find(context, { prefix: { text: { value: 'ti', rewrite: 'top_terms_1' } } });
    const [term] = find(context, { term: { text: 'tide' } });
    expect([plain.score, scored.score]).toEqual([1, term.score]);
  });

  it('ask each clause equally often at any depth', () => {
    expect(askedOf(90)).toBeLessThanOrEqual(3.5 * askedOf(30));
  });

  it('use the statistics of the whole search if available', () => {
    const own = find(context, { term: { text: 'tide' } })[0].score;
    const statistics = {
      field: () => ({ docCount: 1000, sumTotalTermFreq: 2000 }),
      term: () => ({ docFreq: 1, totalTermFreq: 1 }),
    };
    expect(find({ ...context, statistics }, { term: { text: 'tide' } })[0].score).toBeGreaterThan(own);
  });
});
