import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/common/index.ts';
import { aggregate, type Document, failureOf, type Mapping, type Shards } from './support.ts';

/** Aggregations of joins, samples, texts and clusters of values: aggregation → rendered result. */

const mapping: Mapping = {
  n: 'integer',
  m: 'double',
  kind: 'keyword',
  body: 'text',
  link: { type: 'join', relations: { question: 'answer' } },
};

const numbers = (values: readonly number[]): Document[] => values.map((n) => ({ n, m: 2 * n + 1 }));

const run = async (shards: Shards, aggs: JsonObject) =>
  JSON.stringify((await aggregate(mapping, shards, { a: aggs })).a);

describe('variable_width_histogram', () => {
  it('puts buckets where values gather', async () => {
    const answer = await run([[numbers([1, 2, 3, 50, 51, 100])]], {
      variable_width_histogram: { field: 'n', buckets: 3 },
    });
    expect(JSON.parse(answer).buckets).toEqual([
      { min: 1, key: 2, max: 3, doc_count: 3 },
      { min: 50, key: 50.5, max: 51, doc_count: 2 },
      { min: 100, key: 100, max: 100, doc_count: 1 },
    ]);
  });

  it('merges the clusters of shards', async () => {
    const answer = await run([[numbers([1, 90])], [numbers([3, 94])]], {
      variable_width_histogram: { field: 'n', buckets: 2 },
    });
    expect(JSON.parse(answer).buckets).toEqual([
      { min: 1, key: 2, max: 3, doc_count: 2 },
      { min: 90, key: 92, max: 94, doc_count: 2 },
    ]);
  });

  it.each([
    [{ buckets: 0 }, /buckets must be greater than \[0\] for \[a\]/],
    [{ shard_size: 1 }, /shard_size must be greater than \[1\] for \[a\]/],
    [{ buckets: 5, initial_buffer: 2 }, /initial_buffer must be at least buckets but was \[2<5\] for \[a\]/],
    [{ buckets: 5, shard_size: 6 }, /3\/4 of shard_size must be at least buckets but was \[4<5\] for \[a\]/],
  ])('refuses %j', async (options, words) => {
    const aggs = { a: { variable_width_histogram: { field: 'n', ...options } } };
    expect(await failureOf(mapping, [[numbers([1])]], JSON.stringify(aggs))).toMatch(words);
  });
});

describe('matrix_stats', () => {
  it('tells how fields vary together, over shards', async () => {
    const answer = JSON.parse(
      await run([[numbers([1, 2])], [numbers([3, 4, 10])]], { matrix_stats: { fields: ['n', 'm'] } }),
    );
    expect(answer.doc_count).toBe(5);
    const n = answer.fields.find((field: JsonObject) => field.name === 'n');
    expect(n).toMatchObject({ count: 5, mean: 4 });
    expect(n.variance).toBeCloseTo(12.5, 10);
    expect(n.covariance.m).toBeCloseTo(25, 10);
    expect(n.correlation.m).toBeCloseTo(1, 10);
    expect(n.skewness).toBeCloseTo(1.1384, 3);
    expect(n.kurtosis).toBeCloseTo(2.788, 10);
  });

  it.each([
    [{ fields: ['n'], script: 'x' }, /Multi-field aggregations do not support scripts/],
    [{ fields: ['n'], mode: 'odd' }, /Illegal sort mode: odd/],
  ])('refuses %j', async (options, words) => {
    expect(await failureOf(mapping, [[]], JSON.stringify({ a: { matrix_stats: options } }))).toMatch(words);
  });
});

describe('diversified_sampler', () => {
  const docs: Document[] = ['x', 'x', 'x', 'y', 'y'].map((kind, n) => ({ kind, n }));

  it.each([
    [{ field: 'kind' }, 2],
    [{ field: 'kind', max_docs_per_value: 2 }, 4],
    [{ field: 'n', shard_size: 3 }, 3],
    [{ field: 'kind', max_docs_per_value: 0 }, 0],
    [{ field: 'nowhere' }, 0],
  ])('%j takes %i documents', async (options, count) => {
    const answer = await run([[docs]], {
      diversified_sampler: options,
      aggs: { v: { value_count: { field: 'n' } } },
    });
    expect(JSON.parse(answer)).toEqual({ doc_count: count, v: { value: count } });
  });
});

describe('significant_text', () => {
  const noise: Document[] = Array.from({ length: 10 }, () => ({ body: 'the quick fox' }));
  const copied = 'one two three four five six seven';
  const copies: Document[] = Array.from({ length: 4 }, (_, i) => ({
    body: `${copied} rare`,
    kind: 'x',
    n: i,
  }));
  const found = async (options: JsonObject) => {
    const aggs = {
      only: {
        filter: { term: { kind: 'x' } },
        aggs: { a: { significant_text: { field: 'body', ...options } } },
      },
    };
    const answer = (await aggregate(mapping, [[[...noise, ...copies]]], aggs)) as JsonObject;
    const { a } = answer.only as { a: { buckets: { key: string; bg_count: number }[] } };
    return a.buckets.map(({ key, bg_count }) => `${key} ${bg_count}`).sort();
  };

  it('finds the words of texts by their sources', async () => {
    expect(await found({ size: 20, include: 'r.*|o.*' })).toEqual(['one 4', 'rare 4']);
  });

  it('leaves out what is copied', async () => {
    expect(await found({ size: 20, filter_duplicate_text: true })).toEqual([]);
  });

  it('takes no sub-aggregations', async () => {
    const aggs = { a: { significant_text: { field: 'body' }, aggs: { b: { max: { field: 'n' } } } } };
    expect(await failureOf(mapping, [[]], JSON.stringify(aggs))).toBe(
      'aggregation_initialization_exception: Aggregator [a] of type [significant_text] cannot accept sub-aggregations',
    );
  });
});

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

describe('children and parent', () => {
  const refused = [
    [{ children: {} }, /Missing \[child_type\] field for children aggregation \[a\]/],
    [{ parent: { type: 1 } }, /Unexpected token VALUE_NUMBER in \[a\]\./],
    [{ children: { kind: 'answer' } }, /Unknown key for a VALUE_STRING in \[a\]: \[kind\]\./],
  ] as const;
  it.each(refused)('%j is refused', async (aggs, words) => {
    expect(await failureOf(mapping, [[]], JSON.stringify({ a: aggs }))).toMatch(words);
  });

  it('answer nothing for a type that is nobody’s child', async () => {
    expect(await run([[[{ n: 1 }]]], { children: { type: 'question' } })).toBe('{"doc_count":0}');
  });

  it('join the sides within a shard', async () => {
    const docs: Document[] = [
      { link: 'question', n: 1 },
      { link: { name: 'answer', parent: '0-0' }, n: 10 },
      { link: { name: 'answer', parent: '0-0' }, n: 20 },
      { link: 'question', n: 2 },
    ];
    expect(await run([[docs]], { children: { type: 'answer' }, aggs: { s: { sum: { field: 'n' } } } })).toBe(
      '{"doc_count":2,"s":{"value":30}}',
    );
    expect(await run([[docs]], { parent: { type: 'answer' }, aggs: { s: { sum: { field: 'n' } } } })).toBe(
      '{"doc_count":1,"s":{"value":1}}',
    );
  });
});
