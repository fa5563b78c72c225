import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ClusterSettings,
  clusterSettingRows,
  definedSettings,
  flatSettingsJson,
  flattenSettings,
  indexSettings,
  nestedSettingsJson,
  validateIndexSettings,
} from '../../../src/cluster/index.ts';
import {
  type FlatSettings,
  type JsonObject,
  OpenSearchError,
  SettingsRegistry,
} from '../../../src/common/index.ts';

const registry = new SettingsRegistry();
registry.register(...indexSettings, ...clusterSettingRows);

function thrown(task: () => unknown): string {
  try {
    task();
  } catch (error) {
    if (error instanceof OpenSearchError) return error.reason;
    throw error;
  }
  return 'accepted';
}

/** Body as given → flat settings of an index. */
const bodies: readonly (readonly [JsonObject, Record<string, string | null>])[] = [
  [{ number_of_shards: 2 }, { 'index.number_of_shards': '2' }],
  [{ index: { knn: true } }, { 'index.knn': 'true' }],
  [
    { 'index.knn': 'true', refresh_interval: null },
    { 'index.knn': 'true', 'index.refresh_interval': null },
  ],
  [
    { analysis: { filter: { s: { type: 'stop', stopwords: ['a', 'b'] } } } },
    {
      'index.analysis.filter.s.type': 'stop',
      'index.analysis.filter.s.stopwords.0': 'a',
      'index.analysis.filter.s.stopwords.1': 'b',
    },
  ],
];

/** Setting of an index → what is said about it. */
const indexErrors: readonly (readonly [string, string, string])[] = [
  ['index.nope', '1', 'unknown setting [index.nope] did you mean [index.codec]?'],
  [
    'index.knnn.foo.bar',
    '1',
    'unknown setting [index.knnn.foo.bar] please check that any required plugins are installed, ' +
      'or check the breaking changes documentation for removed settings',
  ],
  [
    'index.number_of_shards',
    '0',
    'Failed to parse value [0] for setting [index.number_of_shards] must be >= 1',
  ],
  [
    'index.number_of_shards',
    '1025',
    'Failed to parse value [1025] for setting [index.number_of_shards] must be <= 1024',
  ],
  ['index.number_of_replicas', 'x', 'Failed to parse value [x] for setting [index.number_of_replicas]'],
  ['index.number_of_replicas', '[]', 'Failed to parse value [[]] for setting [index.number_of_replicas]'],
  ['index.number_of_replicas.0', '3', 'Failed to parse value [[3]] for setting [index.number_of_replicas]'],
  [
    'index.verified_before_close',
    'true',
    'Validation Failed: 1: private index setting [index.verified_before_close] can not be set explicitly;',
  ],
  [
    'index.codec',
    'nope',
    'unknown value for [index.codec] must be one of [default, best_compression] but was: nope',
  ],
  [
    'index.auto_expand_replicas',
    '5-1',
    "[index.auto_expand_replicas] minReplicas must be =< maxReplicas but wasn't 5 > 1",
  ],
  [
    'index.refresh_interval',
    '-5s',
    'failed to parse setting [index.refresh_interval] with value [-5s] as a time value: negative durations are ' +
      'not supported',
  ],
  [
    'index.translog.flush_threshold_size',
    '1b',
    'failed to parse value [1b] for setting [index.translog.flush_threshold_size], must be >= [56b]',
  ],
  ['index.hidden', 'yes', 'Failed to parse value [yes] as only [true] or [false] are allowed.'],
  ['index.analysis.analyzer.mine.type', 'custom', 'accepted'],
  ['index.sort.field.0', 'a', 'accepted'],
];

describe('index settings', () => {
  for (const [body, flat] of bodies) {
    it(`${JSON.stringify(body)} is flattened`, () => {
      expect(Object.fromEntries(flattenSettings(body, 'index.'))).toEqual(flat);
    });
  }

  for (const [key, value, words] of indexErrors) {
    it(`${key}: ${value} → ${words}`, () => {
      expect(thrown(() => validateIndexSettings(registry, new Map([[key, value]])))).toBe(words);
    });
  }

  it('print an empty list and the text [] the same way', () => {
    for (const given of [{ a: [] }, { a: '[]' }])
      expect(flatSettingsJson(definedSettings(flattenSettings(given)))).toEqual({ a: [] });
  });

  it('print flat and nested what was set, whatever the keys', () => {
    const key = fc.array(fc.constantFrom('a', 'b', '__proto__', 'constructor', '1x'), {
      minLength: 1,
      maxLength: 3,
    });
    const entries = fc.dictionary(
      key.map((parts) => parts.join('.')),
      fc.string().filter((text) => text !== '[]'),
    );
    fc.assert(
      fc.property(entries, (flat) => {
        const settings = new Map(Object.entries(flat));
        expect(new Map(Object.entries(flatSettingsJson(settings)))).toEqual(settings);
        const back = definedSettings(flattenSettings(nestedSettingsJson(settings)));
        expect(new Map([...back].sort())).toEqual(new Map([...settings].sort()));
      }),
    );
  });
});

describe('cluster settings', () => {
  const open = () => {
    const saved: string[] = [];
    let persistent: FlatSettings = new Map();
    const settings = new ClusterSettings(registry, {
      current: () => persistent,
      change: async (decide, published) => {
        const next = decide(persistent);
        if (next !== persistent) saved.push(JSON.stringify(Object.fromEntries(next)));
        persistent = next;
        published();
      },
    });
    return { settings, saved };
  };
  const set = (key: string, value: string | null) => new Map([[key, value]]);
  const key = 'plugins.query.size_limit';

  it('resolve transient over persistent over default, and notify listeners of changes only', async () => {
    const { settings, saved } = open();
    const heard: string[] = [];
    settings.onChange(key, (text) => heard.push(text));
    await settings.update(set(key, '300'), new Map());
    await settings.update(new Map(), set(key, '400'));
    await settings.update(set(key, '500'), new Map());
    await settings.update(new Map(), set(key, null));
    await settings.update(set('plugins.*', null), new Map());
    expect(heard).toEqual(['300', '400', '500', '200']);
    expect(saved).toEqual([`{"${key}":"300"}`, `{"${key}":"500"}`, '{}']);
  });

  const errors: readonly (readonly [string, string, string])[] = [
    ['nope.setting', '1', 'persistent setting [nope.setting], not recognized'],
    ['cluster.name', 'x', 'persistent setting [cluster.name], not dynamically updateable'],
    ['search.max_buckets', '-1', 'Failed to parse value [-1] for setting [search.max_buckets] must be >= 0'],
  ];
  for (const [name, value, words] of errors) {
    it(`refuse ${name}: ${value}, and the whole request with it`, async () => {
      const { settings } = open();
      const both = new Map([
        [key, '7'],
        [name, value],
      ]);
      await expect(settings.update(both, new Map())).rejects.toThrow(words);
      expect(settings.text(key)).toBe('200');
    });
  }
});
