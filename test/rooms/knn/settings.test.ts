import { describe, expect, it } from 'vitest';
import { OpenSearchError } from '../../../src/common/index.ts';
import { knnClusterSettings, knnIndexSettings } from '../../../src/knn/index.ts';
import { cacheLimits } from '../../../src/knn/settings.ts';

/** Recorded refusals: `setting = value → type: reason`, further lines of the cause after `←`. */
const refused = `
  knn.memory.circuit_breaker.limit = 120% → illegal_argument_exception: percentage should be in [0-100], got [120] ← parse_exception: percentage should be in [0-100], got [120]
  knn.memory.circuit_breaker.limit = -1% → illegal_argument_exception: percentage should be in [0-100], got [-1] ← parse_exception: percentage should be in [0-100], got [-1]
  knn.memory.circuit_breaker.limit = x% → illegal_argument_exception: failed to parse [x] as a double ← parse_exception: failed to parse [x] as a double ← number_format_exception: For input string: "x"
  knn.memory.circuit_breaker.limit = 100 → illegal_argument_exception: failed to parse setting [knn.memory.circuit_breaker.limit] with value [100] as a size in bytes: unit is missing or unrecognized ← parse_exception: failed to parse setting [knn.memory.circuit_breaker.limit] with value [100] as a size in bytes: unit is missing or unrecognized
  knn.circuit_breaker.unset.percentage = 101 → illegal_argument_exception: Failed to parse value [101] for setting [knn.circuit_breaker.unset.percentage] must be <= 100.0
  knn.circuit_breaker.unset.percentage = -1 → illegal_argument_exception: Failed to parse value [-1] for setting [knn.circuit_breaker.unset.percentage] must be >= 0.0
  knn.circuit_breaker.unset.percentage = abc → illegal_argument_exception: Failed to parse value [abc] for setting [knn.circuit_breaker.unset.percentage] ← number_format_exception: For input string: "abc"
  knn.cache.item.expiry.minutes = 5 → illegal_argument_exception: failed to parse setting [knn.cache.item.expiry.minutes] with value [5] as a time value: unit is missing or unrecognized
  knn.cache.item.expiry.minutes = -1 → illegal_argument_exception: failed to parse value [-1] for setting [knn.cache.item.expiry.minutes], must be >= [0ms]
  knn.cache.item.expiry.enabled = yes → illegal_argument_exception: Failed to parse value [yes] as only [true] or [false] are allowed.
  knn.algo_param.index_thread_qty = 0 → illegal_argument_exception: Failed to parse value [0] for setting [knn.algo_param.index_thread_qty] must be >= 1
  knn.algo_param.index_thread_qty = 33 → illegal_argument_exception: Failed to parse value [33] for setting [knn.algo_param.index_thread_qty] must be <= 32
  index.knn.space_type = bar → invalid_parameter_exception: Unable to find space: bar
  index.knn.algo_param.m = -1 → illegal_argument_exception: Failed to parse value [-1] for setting [index.knn.algo_param.m] must be >= 2
  index.knn.algo_param.ef_search = 1 → illegal_argument_exception: Failed to parse value [1] for setting [index.knn.algo_param.ef_search] must be >= 2
  index.knn.algo_param.ef_construction = abc → illegal_argument_exception: Failed to parse value [abc] for setting [index.knn.algo_param.ef_construction] ← number_format_exception: For input string: "abc"
  index.knn = yes → illegal_argument_exception: Failed to parse value [yes] as only [true] or [false] are allowed.
`;

const all = new Map([...knnClusterSettings, ...knnIndexSettings].map((setting) => [setting.key, setting]));

function causes(error: unknown): string {
  if (!(error instanceof OpenSearchError)) throw error;
  const own = `${error.type}: ${error.reason}`;
  return error.causedBy ? `${own} ← ${causes(error.causedBy)}` : own;
}

describe('k-NN settings', () => {
  const rows = refused.trim().split('\n');
  it.each(rows.map((row) => /^ *(\S+) = (\S+) → (.*)$/.exec(row)?.slice(1) ?? []))(
    '%s = %s is refused in the original’s words',
    (key, value, outcome) => {
      const parse = all.get(key)?.parse;
      if (!parse) throw new Error(key);
      let thrown: unknown = null;
      try {
        parse(value);
      } catch (error) {
        thrown = error;
      }
      expect(causes(thrown)).toBe(outcome);
    },
  );

  it('all take their own defaults', () => {
    for (const { key, parse, defaultText } of all.values()) {
      expect(() => parse(defaultText), key).not.toThrow();
    }
  });

  it('accept every space, in any case', () => {
    const parse = all.get('index.knn.space_type')?.parse;
    for (const name of ['l2', 'L1', 'linf', 'CosineSimil', 'innerproduct', 'hammingbit']) {
      expect(parse?.(name)).toBe(name);
    }
  });

  it.each([
    [{}, { weightKb: 512 * 1024, expiryMs: null }],
    [{ limit: '10%' }, { weightKb: Math.floor(0.1 * 1024 * 1024), expiryMs: null }],
    [{ limit: '13kb' }, { weightKb: 13, expiryMs: null }],
    [{ limit: '1500b' }, { weightKb: 1, expiryMs: null }],
    [
      { limit: '13kb', enabled: 'false' },
      { weightKb: null, expiryMs: null },
    ],
    [{ expiry: '90s' }, { weightKb: 512 * 1024, expiryMs: 60_000 }],
    [{ expiry: '59s' }, { weightKb: 512 * 1024, expiryMs: 0 }],
  ])('%j limits the cache', (given, limits) => {
    const { limit, enabled, expiry } = given as Record<string, string | undefined>;
    const settings = new Map<string, string>();
    if (limit) settings.set('knn.memory.circuit_breaker.limit', limit);
    if (enabled) settings.set('knn.memory.circuit_breaker.enabled', enabled);
    if (expiry)
      settings.set('knn.cache.item.expiry.enabled', 'true').set('knn.cache.item.expiry.minutes', expiry);
    expect(cacheLimits(settings, 1024 ** 3)).toEqual(limits);
  });
});
