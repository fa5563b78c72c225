import { describe, expect, it } from 'vitest';
import {
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  RawJson,
  stringifyJson,
} from '../../../src/common/index.ts';
import { idsOf, openService, requestOf, type TestIndex, type TestService } from './service.ts';

const mapping: JsonObject = {
  properties: {
    n: { type: 'integer' },
    big: { type: 'long' },
    f: { type: 'float' },
    word: { type: 'keyword' },
    text: { type: 'text' },
    on: { type: 'boolean' },
    kids: { type: 'nested', properties: { name: { type: 'keyword' }, age: { type: 'integer' } } },
    place: { type: 'geo_point' },
  },
};

const documents: readonly JsonObject[] = [
  { n: 3, big: 5, f: 1.5, word: 'pear', text: 'tide pool', on: true, place: { lat: 0, lon: 0 } },
  {
    n: [1, 9],
    big: 7,
    word: ['apple', 'zebra'],
    text: 'tide',
    kids: [
      { name: 'x', age: 4 },
      { name: 'y', age: 1 },
    ],
  },
  { f: 0.1, word: 'fig', text: 'pool pool pool', on: false, kids: [{ name: 'x', age: 2 }] },
  { n: 2, text: 'night', place: { lat: 0, lon: 1 } },
];

const index = { name: 'i', mapping, shards: [{ documents, segments: [1, 2, 1] }] };

/** Sort → ids, and the sort values of the first hit. */
const SORTS: readonly (readonly [unknown, string, unknown])[] = [
  [[{ n: 'asc' }], '1 3 0 2', [1]],
  [[{ n: 'desc' }], '1 0 3 2', [9]],
  [[{ n: { order: 'asc', mode: 'max' } }], '3 0 1 2', [2]],
  [[{ n: { order: 'asc', mode: 'avg' } }], '3 0 1 2', [2]],
  [[{ n: { order: 'asc', missing: '_first' } }], '2 1 3 0', [-2147483648]],
  [[{ n: { order: 'desc', missing: 2 } }], '1 0 2 3', [9]],
  [[{ big: 'desc' }], '1 0 2 3', [7]],
  [[{ f: 'asc' }], '2 0 1 3', [0.1]],
  [['word'], '1 2 0 3', ['apple']],
  [[{ word: 'desc' }], '1 0 2 3', ['zebra']],
  [[{ word: { order: 'asc', missing: '_first' } }], '3 1 2 0', [null]],
  [[{ on: 'desc' }, '_doc'], '0 2 1 3', [1, 0]],
  [['_doc'], '0 1 2 3', [0]],
  [[{ _id: 'desc' }], '3 2 1 0', ['3']],
  [[{ 'kids.age': { order: 'asc', nested: { path: 'kids' } } }], '1 2 0 3', [1]],
  [
    [{ 'kids.age': { order: 'asc', nested: { path: 'kids', filter: { term: { 'kids.name': 'x' } } } } }],
    '2 1 0 3',
    [2],
  ],
  [[{ nope: { order: 'asc', unmapped_type: 'long' } }], '0 1 2 3', [9223372036854775807n]],
  [
    [
      {
        _script: {
          type: 'number',
          script: "doc['big'].empty ? Long.MAX_VALUE : doc['big'].value * -1",
          order: 'asc',
        },
      },
    ],
    '1 0 2 3',
    [-7],
  ],
  [[{ _geo_distance: { place: '0,2', order: 'asc', unit: 'km' } }], '3 0 1 2', [expect.closeTo(111.195, 3)]],
];

describe('sort', () => {
  it.each(SORTS)('%j', async (sort, ids, first) => {
    const { search } = await openService(index);
    const response = await search('i', { sort: sort as never });
    expect(idsOf(response)).toBe(ids);
    expect(response.hits.hits[0].sort).toEqual(first);
    expect(response.hits.max_score).toBeNull();
  });

  it.each(SORTS.filter(([sort]) => !JSON.stringify(sort).includes('nope')))(
    'search_after pages through %j',
    async (sort) => {
      const { search } = await openService(index);
      const keys = [...(sort as unknown[]), '_doc'] as never;
      const whole = await search('i', { sort: keys });
      const found: unknown[] = [];
      let after: JsonValue = null;
      for (let page = 0; page < 5; page++) {
        const source: JsonObject = {
          sort: keys,
          size: 1,
          ...(after === null ? ({} as JsonObject) : { search_after: after }),
        };
        const [hit] = (await search('i', source)).hits.hits;
        if (hit === undefined) break;
        found.push(hit._id);
        after = hit.sort as JsonValue;
      }
      expect(found.join(' ')).toBe(idsOf(whole));
    },
  );
});

describe('the frame of an answer', () => {
  it('pages, counts and scores', async () => {
    const { search } = await openService(index);
    const response = await search('i', { from: 1, size: 2 });
    expect(idsOf(response)).toBe('1 2');
    expect(response.hits.total).toEqual({ value: 4, relation: 'eq' });
    expect(response.hits.max_score).toBe(1);
    expect(response._shards).toEqual({ total: 1, successful: 1, skipped: 0, failed: 0 });
  });

  it.each([
    [{ track_total_hits: 2 }, { value: 2, relation: 'gte' }],
    [{ track_total_hits: true }, { value: 4, relation: 'eq' }],
    [{ track_total_hits: false }, undefined],
    [
      { terminate_after: 3, size: 0 },
      { value: 3, relation: 'eq' },
    ],
    [{ min_score: 2 }, { value: 0, relation: 'eq' }],
    [{ post_filter: { term: { n: 2 } } }, { value: 1, relation: 'eq' }],
  ])('%j counts %j', async (source, total) => {
    const { search } = await openService(index);
    expect((await search('i', source as JsonObject)).hits.total).toEqual(total);
  });

  it('merges shards: by score, then by shard, then by arrival', async () => {
    const shards = [
      { documents: [{ text: 'tide' }, { text: 'x' }] },
      { documents: [{ text: 'tide' }, { text: 'x' }] },
    ];
    const { search } = await openService({ name: 'i', mapping, shards }, { name: 'h', mapping, shards });
    const response = await search('i,h', { query: { match: { text: 'tide' } } });
    expect(response.hits.hits.map((hit) => hit._index).join(' ')).toBe('h i h i');
    expect(response._shards.total).toBe(4);
  });
});

describe('slices', () => {
  const numbers = ['n', 'f', 'b', 'h', 's', 'x', 'd', '_id'];
  const docs = Array.from({ length: 40 }, (_, i) => ({
    ...(i % 7 === 0 ? {} : { n: [i * 1_000_003, -i] }),
    f: i / 3 - 4,
    h: i / 4 - 3,
    s: i / 8,
    x: 2 ** (i % 25) - 40 / (i + 1),
    b: i % 3 === 0,
    d: i * 86_400_000,
  }));
  const sliced: TestIndex = {
    name: 'i',
    mapping: {
      properties: {
        n: { type: 'long' },
        f: { type: 'float' },
        h: { type: 'half_float' },
        s: { type: 'scaled_float', scaling_factor: 8 },
        x: { type: 'double' },
        b: { type: 'boolean' },
        d: { type: 'date' },
      },
    },
    shards: [{ documents: docs.slice(0, 25), segments: [12, 13] }, { documents: docs.slice(25) }],
  };
  const slice = async (service: TestService, field: string, id: number, max: number) => {
    const more = { scrollMs: 1000 };
    const found = await service.search('i', { size: 100, slice: { field, id, max }, sort: ['d'] }, more);
    return found.hits.hits.map(({ sort }) => (sort as number[])[0]);
  };

  it.each(numbers)(
    'by %s: every document is in at least one, those of one value in one alone',
    async (field) => {
      const service = await openService(sliced);
      for (const max of [2, 3, 5]) {
        const parts = await Promise.all(
          Array.from({ length: max }, (_, id) => slice(service, field, id, max)),
        );
        expect(new Set(parts.flat()).size).toBe(docs.length);
        if (field !== 'n') expect(parts.flat()).toHaveLength(docs.length);
      }
    },
  );

  it('divide numbers by the hash of the original', async () => {
    const shards = [{ documents: Array.from({ length: 15 }, (_, i) => ({ n: i + 1, d: i + 1 })) }];
    const service = await openService({ ...sliced, shards });
    const found = await slice(service, 'n', 1, 3);
    expect(found).toEqual([6, 9, 13, 14]);
  });
});

describe('what a hit shows', () => {
  it.each([
    [{}, { _source: documents[0] }],
    [{ _source: false }, {}],
    [{ _source: ['n', 'wo*'] }, { _source: { n: 3, word: 'pear' } }],
    [
      { _source: { includes: ['*'], excludes: ['text', 'place', 'word', 'on'] } },
      { _source: { n: 3, big: 5, f: 1.5 } },
    ],
    [{ _source: false, docvalue_fields: ['n', 'f', 'nope'] }, { fields: { n: [3], f: [1.5] } }],
    [{ _source: false, fields: ['wor*', 'on'] }, { fields: { word: ['pear'], on: [true] } }],
    [{ script_fields: { d: { script: "doc['n'].value * 2" } } }, { fields: { d: [6] } }],
    [{ stored_fields: [] }, {}],
    [
      { _source: false, version: true, seq_no_primary_term: true },
      { _version: 1, _seq_no: 0, _primary_term: 1 },
    ],
  ])('%j', async (source, expected) => {
    const { search } = await openService(index);
    const [hit] = (await search('i', { ...source, size: 1 } as JsonObject)).hits.hits;
    const { _index, _id, _score, ...rest } = hit as unknown as Record<string, unknown>;
    if (rest._source instanceof RawJson) rest._source = rest._source.value;
    expect(rest).toEqual(expected);
    expect([_index, _id, _score]).toEqual(['i', '0', 1]);
  });

  it('leaves out what a script cannot compute, where it says so', async () => {
    const { search } = await openService(index);
    const source = {
      script_fields: { d: { script: "doc['f'].value", ignore_failure: true } },
      sort: ['_doc'],
    };
    const fields = (await search('i', source)).hits.hits.map((hit) => hit.fields);
    expect(fields).toEqual([{ d: [1.5] }, undefined, { d: [expect.closeTo(0.1)] }, undefined]);
  });

  it('leaves out lists of no values', async () => {
    const { search } = await openService(index);
    const source = { script_fields: { d: { script: "doc['f']" } }, sort: ['_doc'] };
    const fields = (await search('i', source)).hits.hits.map((hit) => hit.fields);
    expect(fields).toEqual([{ d: [1.5] }, undefined, { d: [expect.closeTo(0.1)] }, undefined]);
  });

  const ABSENT = "doc['f'].value";
  it.each<JsonObject>([
    { script_fields: { d: { script: ABSENT } } },
    { script_fields: { d: { script: "doc['f'].get(0)" } } },
    { script_fields: { d: { script: "doc['f'][0]" } } },
    { script_fields: { d: { script: "doc['place'].planeDistance(1, 2)" } } },
    { sort: { _script: { type: 'number', script: ABSENT } } },
    { sort: { _script: { type: 'string', script: "doc['word'].value" } } },
    { query: { script: { script: `${ABSENT} > 0` } } },
    { aggs: { a: { avg: { script: ABSENT } } } },
    { aggs: { a: { terms: { script: "doc['word'].value" } } } },
  ])('fails where a script reads a value that a document lacks: %j', async (body) => {
    const { search } = await openService(index);
    const error = await search('i', body).catch((thrown: OpenSearchError) => thrown);
    expect(stringifyJson((error as OpenSearchError).metadata as JsonObject)).toContain(
      "A document doesn't have a value for a field!",
    );
  });

  it.each<[JsonObject, string]>([
    [{ _source: { includes: [], excludes: [] }, script_fields: { d: { script: ABSENT } } }, '0 1 2 3'],
    [
      {
        query: {
          bool: { filter: { script: { script: `${ABSENT} > 0` } }, adjust_pure_negative: true, boost: 1 },
        },
      },
      '0 2',
    ],
    [{ sort: [{ _script: { script: ABSENT, type: 'number', order: 'asc' } }] }, '2 0 1 3'],
  ])('takes it for null in what SQL explains: %j', async (members, ids) => {
    const { search } = await openService(index);
    expect(idsOf(await search('i', { from: 0, size: 10, ...members }))).toBe(ids);
  });

  it.each(['n', 'big', 'f', 'word', 'on', 'place', 'kids.age', 'text', 'nope', '_index', '_id'])(
    "reads doc['%s'].value as it reads the value of its list",
    async (field) => {
      const { search } = await openService(index);
      const given = async (script: string): Promise<unknown[]> => {
        const failing = `try { return ${script} } catch (Exception e) { return e.toString() }`;
        const asked = { script_fields: { d: { script: failing } }, sort: ['_doc'] };
        return (await search('i', asked)).hits.hits.map((hit) => hit.fields);
      };
      const answers = await given(`'' + doc['${field}'].value`);
      expect(answers).toEqual(await given(`'' + doc.get('${field}').value`));
      expect(answers).toHaveLength(4);
    },
  );

  it('takes a variable for what it is, whatever its name', async () => {
    const { search } = await openService(index);
    const script = "def f(Map doc) { return doc['n'].value } f(['n': ['value': 8]]) + doc['n'].value";
    const [hit] = (await search('i', { script_fields: { d: { script } }, size: 1 })).hits.hits;
    expect(hit.fields).toEqual({ d: [11] });
  });

  it('names the queries that matched', async () => {
    const { search } = await openService(index);
    const should: JsonValue = [
      { term: { n: { value: 3, _name: 'three' } } },
      { match: { text: { query: 'tide', _name: 'tide' } } },
    ];
    const response = await search('i', { query: { bool: { should } }, sort: ['_doc'] });
    expect(response.hits.hits.map((hit) => hit.matched_queries)).toEqual([['tide', 'three'], ['tide']]);
  });

  it('collapses to the best hit of each group', async () => {
    const groups = [3, 1, null, 2, 1, 3].map((n, i) => ({ n, big: i }));
    const shards = [{ documents: groups, segments: [3, 3] }];
    const { search } = await openService({ name: 'i', mapping, shards });
    const response = await search('i', {
      collapse: { field: 'n', inner_hits: { name: 'all' } },
      sort: [{ big: 'desc' }],
    });
    expect(idsOf(response)).toBe('5 4 3 2');
    const fields = response.hits.hits.map((hit) => hit.fields);
    expect(fields).toEqual([{ n: [3] }, { n: [1] }, { n: [2] }, undefined]);
    expect(response.hits.hits[0].inner_hits).toMatchObject({ all: { hits: { total: { value: 2 } } } });
  });

  it('shows the nested objects that matched', async () => {
    const { search } = await openService(index);
    const query = {
      nested: {
        path: 'kids',
        query: { term: { 'kids.name': 'x' } },
        inner_hits: { sort: [{ 'kids.age': 'asc' }] },
      },
    };
    const [hit] = (await search('i', { query, sort: ['_doc'] })).hits.hits;
    expect(hit.inner_hits).toMatchObject({
      kids: {
        hits: { total: { value: 1 }, hits: [{ _id: '1', _nested: { field: 'kids', offset: 0 }, sort: [4] }] },
      },
    });
  });

  it('highlights', async () => {
    const { search } = await openService(index);
    const query: JsonValue = {
      bool: { should: [{ match: { text: 'pool' } }, { match_phrase: { text: 'tide pool' } }] },
    };
    const response = await search('i', { query, highlight: { fields: { 'te*': {} } }, sort: ['_doc'] });
    expect(response.hits.hits.map((hit) => hit.highlight)).toEqual([
      { text: ['<em>tide</em> <em>pool</em>'] },
      { text: ['<em>pool</em> <em>pool</em> <em>pool</em>'] },
    ]);
  });

  it('rescores the first hits', async () => {
    const { search } = await openService(index);
    const rescore = {
      window_size: 2,
      query: { rescore_query: { match_all: {} }, rescore_query_weight: 10, query_weight: 5 },
    };
    const response = await search('i', { query: { match_all: {} }, rescore, explain: true });
    expect(response.hits.hits.map((hit) => hit._score)).toEqual([15, 15, 5, 5]);
    expect(response.hits.hits[0]._explanation).toMatchObject({ description: 'sum of:' });
    expect(response.hits.max_score).toBe(15);
  });

  it('lets hits beyond the window of a later rescorer overtake those within', async () => {
    const { search } = await openService(index);
    const lower = { rescore_query: { match_all: {} }, score_mode: 'min', rescore_query_weight: 0.5 };
    const rescore = [{ window_size: 2, query: lower }];
    const response = await search('i', { query: { match_all: {} }, rescore });
    expect(response.hits.hits.map((hit) => hit._score)).toEqual([1, 1, 0.5, 0.5]);
  });
});

describe('scroll and point in time', () => {
  it('scrolls through everything, once', async () => {
    const many = Array.from({ length: 23 }, (_, n) => ({ n: n % 3, text: 'tide '.repeat(1 + (n % 4)) }));
    const shards = [{ documents: many.slice(0, 9), segments: [4, 5] }, { documents: many.slice(9) }];
    const sources: readonly JsonObject[] = [
      { sort: [{ n: 'asc' }] },
      { query: { match: { text: 'tide' } } },
      {},
    ];
    for (const source of sources) {
      const { service, search, openSearchers } = await openService({ name: 'i', mapping, shards });
      const whole = await search('i', { ...source, size: 100 });
      let page = await search('i', { ...source, size: 5 }, { scrollMs: 60_000 });
      const found: string[] = [];
      const id = String(page._scroll_id);
      while (page.hits.hits.length > 0) {
        found.push(...page.hits.hits.map((hit) => JSON.stringify([hit._id, hit._score, hit.sort])));
        expect(page.hits.total).toEqual({ value: 23, relation: 'eq' });
        page = await service.scroll(id, 60_000);
      }
      expect(found).toEqual(whole.hits.hits.map((hit) => JSON.stringify([hit._id, hit._score, hit.sort])));
      expect(openSearchers()).toBe(2);
      expect(service.clearScroll([id])).toBe(1);
      expect(openSearchers()).toBe(0);
      await expect(service.scroll(id, null)).rejects.toMatchObject({ status: 404 });
    }
  });

  it('ends what is not asked for in time', async () => {
    const { service, search, clock, openSearchers } = await openService(index);
    const page = await search('i', { size: 1 }, { scrollMs: 60_000 });
    clock.advance(50_000);
    await service.scroll(String(page._scroll_id), 60_000);
    clock.advance(50_000);
    await service.scroll(String(page._scroll_id), 60_000);
    clock.advance(61_000);
    expect(openSearchers()).toBe(0);
    await expect(service.scroll(String(page._scroll_id), null)).rejects.toThrow('all shards failed');
  });

  it('ends with a page that is asked for without a new keep-alive', async () => {
    const { service, search, openSearchers } = await openService(index);
    const page = await search('i', { size: 1 }, { scrollMs: 60_000 });
    const last = await service.scroll(String(page._scroll_id), null);
    expect(last.hits.hits).toHaveLength(1);
    expect(openSearchers()).toBe(0);
    await expect(service.scroll(String(page._scroll_id), null)).rejects.toThrow('all shards failed');
  });

  it('limits what is open, and gives searchers back', async () => {
    const { search, openSearchers, service } = await openService(index);
    for (let i = 0; i < 500; i++) await search('i', { size: 1 }, { scrollMs: 60_000 });
    await expect(search('i', { size: 1 }, { scrollMs: 60_000 })).rejects.toThrow('too many scroll contexts');
    expect(openSearchers()).toBe(500);
    expect(service.clearScroll('all')).toBe(500);
    expect(openSearchers()).toBe(0);
  });

  it('searches a point in time until it is closed', async () => {
    const { service, openSearchers } = await openService(index);
    const { indicesOptions } = requestOf('i', {});
    const pit = service.openPit({
      indices: 'i',
      indicesOptions,
      routing: null,
      preference: null,
      keepAliveMs: 60_000,
    });
    const search = () => service.search(requestOf(null, { pit: { id: pit.id, keep_alive: '1m' }, size: 1 }));
    expect(await search()).toMatchObject({ pit_id: pit.id, hits: { total: { value: 4 } } });
    expect(service.closePits([pit.id])).toEqual([{ id: pit.id, successful: true }]);
    await expect(search()).rejects.toMatchObject({ status: 404 });
    expect(openSearchers()).toBe(0);
  });
});

describe('failures', () => {
  it('print the cause of a Java exception twice, and one of the engine once', async () => {
    const { search } = await openService(index);
    const failed = async (source: JsonObject): Promise<OpenSearchError> => {
      const error: unknown = await search('i', source).catch((thrown: unknown) => thrown);
      if (error instanceof OpenSearchError) return error;
      throw new Error('nothing was thrown');
    };
    const window = await failed({ size: 10_001 });
    expect(window.toJson()).toMatchObject({
      type: 'search_phase_execution_exception',
      phase: 'query',
      grouped: true,
      failed_shards: [{ shard: 0, index: 'i', node: 'node', reason: { type: 'illegal_argument_exception' } }],
      caused_by: { type: 'illegal_argument_exception', caused_by: { type: 'illegal_argument_exception' } },
    });
    const unmapped = await failed({ sort: ['nope'] });
    expect(unmapped.toResponse()).toMatchObject({
      error: {
        root_cause: [
          { type: 'query_shard_exception', reason: 'No mapping found for [nope] in order to sort on' },
        ],
      },
      status: 400,
    });
    expect(unmapped.causedBy).toBeNull();
  });

  it('of some shards leave the rest of the answer', async () => {
    const other = { properties: { n: { type: 'text' } } };
    const { search } = await openService(index, { name: 'h', mapping: other, shards: [{ documents: [] }] });
    const response = await search('i,h', { sort: ['n'] });
    expect(response._shards).toMatchObject({
      total: 2,
      successful: 1,
      failed: 1,
      failures: [{ index: 'h', shard: 0 }],
    });
    expect(response.hits.hits).toHaveLength(4);
    await expect(search('i,h', { sort: ['n'] }, { allowPartialSearchResults: false })).rejects.toMatchObject({
      status: 503,
    });
  });

  it.each([
    [{ nope: 1 }, 'Unknown key for a VALUE_NUMBER in [nope].'],
    [{ nope: {} }, 'Unknown key for a START_OBJECT in [nope].'],
    [{ query: 'x' }, 'Unknown key for a VALUE_STRING in [query].'],
    [{ from: -2 }, '[from] parameter cannot be negative'],
    [{ sort: [{ n: { order: 'asc', format: 'x' } }] }, '[field_sort] unknown field [format]'],
    [{ sort: [{ n: 'up' }] }, 'No enum constant org.opensearch.search.sort.SortOrder.UP'],
    [{ sort: ['n'], search_after: [] }, 'Values must contains at least one value.'],
    [{ ext: { x: 1 } }, 'unknown named object category'],
  ])('%j is refused: %s', async (source, reason) => {
    const { search } = await openService(index);
    await expect(search('i', source as JsonObject)).rejects.toThrow(reason);
  });

  it('stops when the request is cancelled', async () => {
    const { search } = await openService(index);
    const signal = AbortSignal.abort();
    await expect(search('i', {}, { signal })).rejects.toMatchObject({ type: 'task_cancelled_exception' });
  });
});
