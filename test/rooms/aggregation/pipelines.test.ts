import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { aggregate, type Mapping, type Shards } from './support.ts';

/** Pipelines over a histogram of 1, 2, (nothing), 4: bucket keys 0, 10, 20, 30; sums 5, 30, nothing, 120. */

const mapping: Mapping = { n: 'integer', k: 'keyword' };
const numbers = [5, 10, 20 - 0.5, 30, 30, 30, 30].map((n) => ({
  n: Math.floor(n),
  k: n < 20 ? 'low' : 'high',
}));
const shards: Shards = [[numbers.slice(0, 3)], [numbers.slice(3)]];

const inside: readonly (readonly [string, JsonObject, string])[] = [
  ['derivative', { derivative: { buckets_path: 's' } }, '- 24 null null'],
  [
    'derivative with zeros',
    { derivative: { buckets_path: 's', gap_policy: 'insert_zeros' } },
    '- 24 -29 120',
  ],
  ['derivative of counts', { derivative: { buckets_path: '_count' } }, '- 1 -2 4'],
  ['cumulative_sum', { cumulative_sum: { buckets_path: 's' } }, '5 34 34 154'],
  ['moving_avg', { moving_avg: { buckets_path: 's', window: 2 } }, '- 5 - 17'],
  [
    'moving_avg of a model, with predictions',
    { moving_avg: { buckets_path: 's', model: 'holt', settings: { alpha: 0.5, beta: 0.5 }, predict: 1 } },
    '- 5 - 17 71.5',
  ],
  ['serial_diff', { serial_diff: { buckets_path: 's', lag: 3 } }, '- - - 115'],
  [
    'bucket_script',
    { bucket_script: { buckets_path: { a: 's', b: '_count' }, script: 'params.a / params.b' } },
    '5 14.5 - 30',
  ],
  [
    'moving_fn',
    { moving_fn: { buckets_path: '_count', window: 2, script: 'MovingFunctions.unweightedAvg(values)' } },
    'null 1 1.5 1',
  ],
  [
    'moving_fn of two functions',
    {
      moving_fn: {
        buckets_path: '_count',
        window: 9,
        shift: 1,
        script: 'return MovingFunctions.stdDev(values, MovingFunctions.max(values));',
      },
    },
    '0 0.7071067811865476 1.2909944487358056 2.692582403567252',
  ],
];

const beside: readonly (readonly [string, JsonObject, JsonObject])[] = [
  ['avg_bucket', { avg_bucket: { buckets_path: 'h>s' } }, { value: 154 / 3 }],
  [
    'avg_bucket with zeros',
    { avg_bucket: { buckets_path: 'h>s', gap_policy: 'insert_zeros' } },
    { value: 38.5 },
  ],
  [
    'sum_bucket, with a format',
    { sum_bucket: { buckets_path: 'h>s', format: '0.0' } },
    { value: 154, value_as_string: '154.0' },
  ],
  ['max_bucket', { max_bucket: { buckets_path: 'h>s' } }, { value: 120, keys: ['30.0'] }],
  [
    'min_bucket, with a dot in the path',
    { min_bucket: { buckets_path: 'h.s' } },
    { value: 5, keys: ['0.0'] },
  ],
  [
    'stats_bucket of counts',
    { stats_bucket: { buckets_path: 'h>_count' } },
    { count: 4, min: 0, max: 4, avg: 1.75, sum: 7 },
  ],
  [
    'percentiles_bucket',
    { percentiles_bucket: { buckets_path: 'h>s', percents: [50] } },
    { values: { '50.0': 29 } },
  ],
];

describe('a pipeline', () => {
  it.each(inside)('%s', async (_name, pipeline, expected) => {
    const result = await aggregate(mapping, shards, {
      h: { histogram: { field: 'n', interval: 10 }, aggs: { p: pipeline, s: { sum: { field: 'n' } } } },
    });
    const { buckets } = result.h as { buckets: { p?: { value: number | null } }[] };
    expect(buckets.map(({ p }) => (p === undefined ? '-' : String(p.value))).join(' ')).toBe(expected);
  });

  it.each(beside)('%s', async (_name, pipeline, expected) => {
    const result = await aggregate(mapping, shards, {
      p: pipeline,
      h: { histogram: { field: 'n', interval: 10 }, aggs: { s: { sum: { field: 'n' } } } },
    });
    expect(result.p).toEqual(expected);
  });

  it('selects and sorts buckets', async () => {
    const keys = async (pipeline: JsonObject) => {
      const aggs = { t: { terms: { field: 'k' }, aggs: { s: { sum: { field: 'n' } }, p: pipeline } } };
      const result = await aggregate(mapping, shards, aggs);
      return (result.t as { buckets: { key: string }[] }).buckets.map(({ key }) => key);
    };
    const paths = { s: 's', 'COUNT(*)': '_count' };
    expect(await keys({ bucket_selector: { buckets_path: paths, script: 'params.s > 34' } })).toEqual([
      'high',
    ]);
    expect(await keys({ bucket_sort: { sort: [{ s: 'asc' }] } })).toEqual(['low', 'high']);
    expect(await keys({ bucket_sort: { sort: ['_key'], from: 1, size: 1 } })).toEqual(['low']);
    expect(await keys({ bucket_sort: { size: 1 } })).toEqual(['high']);
  });

  it('reads pipelines that stand after it', async () => {
    const result = await aggregate(mapping, shards, {
      top: { max_bucket: { buckets_path: 'h>twice' } },
      h: {
        histogram: { field: 'n', interval: 10 },
        aggs: {
          twice: { bucket_script: { buckets_path: { c: 'c' }, script: 'params.c * 2' } },
          c: { cumulative_sum: { buckets_path: '_count' } },
        },
      },
    });
    expect(result.top).toEqual({ value: 14, keys: ['30.0'] });
  });
});
