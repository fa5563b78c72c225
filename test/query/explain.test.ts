import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/common/index.ts';
import { type Explanation, parseQuery } from '../../src/query/index.ts';
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
  const explain = (query: JsonObject, doc = 0): Explanation | null =>
    parseQuery(query).toQuery(context).explain?.(leaves[0], doc) ?? null;

  it('tells how BM25 comes to a score', () => {
    expect(outline(explain({ match: { text: 'fox' } }) as Explanation)).toEqual([
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

  it.each<[JsonObject, string]>([
    [{ match_all: {} }, '*:*'],
    [{ match_all: { boost: 2 } }, '*:*^2.0'],
    [{ bool: { filter: [{ term: { tag: 'a' } }], must: [{ match: { text: 'fox' } }] } }, 'sum of:'],
    [{ dis_max: { queries: [{ match: { text: 'fox' } }, { match: { text: 'quick' } }] } }, 'max of:'],
  ])('%j', (query, description) => {
    expect(explain(query)?.description).toBe(description);
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
    expect(explain(query)?.value).toBe(score);
  });

  it('is none for documents that do not match', () => {
    expect(explain({ match: { text: 'fox' } }, 1)).toBeNull();
  });
});
