import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { aggregate, type Document, type Mapping, type Shards } from './support.ts';

const mapping: Mapping = { n: 'integer', kind: 'keyword' };

const run = async (shards: Shards, aggs: JsonObject) =>
  JSON.stringify((await aggregate(mapping, shards, { a: aggs })).a);

describe('diversified_sampler', () => {
  const docs: Document[] = ['x', 'x', 'x', 'y', 'y'].map((kind, n) => ({ kind, n }));

  it.each([
    [{ field: 'kind' }, 2],
    [{ field: 'kind', max_docs_per_value: 2 }, 4],
    [{ field: 'n', shard_size: 3 }, 3],
    [{ field: 'kind', max_docs_per_value: 0 }, 0],
  ])('%j takes %i documents', async (options, count) => {
    const answer = await run([[docs]], {
      diversified_sampler: options,
      aggs: { v: { value_count: { field: 'n' } } },
    });
    expect(JSON.parse(answer)).toEqual({ doc_count: count, v: { value: count } });
  });

  it('has nothing in the bucket of an unmapped field', async () => {
    const options = {
      diversified_sampler: { field: 'nowhere' },
      aggs: { v: { value_count: { field: 'n' } } },
    };
    expect(JSON.parse(await run([[docs]], options))).toEqual({ doc_count: 0 });
  });
});
