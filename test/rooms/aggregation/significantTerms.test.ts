import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { aggregate, type Document, type Mapping, type Shards } from './support.ts';

const mapping: Mapping = { kind: 'keyword' };

const run = async (shards: Shards, aggs: JsonObject) =>
  JSON.stringify((await aggregate(mapping, shards, { a: aggs })).a);

describe('significant_terms with a heuristic of its own', () => {
  it('scores by a script of the frequencies', async () => {
    const docs: Document[] = ['x', 'x', 'x', 'y'].map((kind) => ({ kind }));
    const answer = await run([[docs]], {
      significant_terms: {
        field: 'kind',
        script_heuristic: {
          script: '0.5 + params._subset_freq / params._subset_size + params._superset_freq',
        },
      },
    });
    expect(JSON.parse(answer).buckets).toEqual([{ key: 'x', doc_count: 3, score: 3.5, bg_count: 3 }]);
  });
});
