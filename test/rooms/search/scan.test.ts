import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonObject, readJson, SeededRandom } from '../../../src/common/index.ts';
import { sourceReader } from '../../../src/search/scan/sourceReader.ts';
import { openService, requestOf, type TestService } from './service.ts';

/** A scan answers as a search that lists all documents does, and holds its segments no longer than it is read. */

const mapping = { properties: { n: { type: 'integer' }, s: { type: 'keyword' } } };
const documents = (count: number, shard: number) =>
  Array.from({ length: count }, (_, n) => ({ n: n * 10 + shard, s: n % 3 === 0 ? 'third' : 'other' }));
const shards = [
  { documents: documents(700, 0), segments: [500, 200] },
  { documents: documents(90, 1) },
  { documents: documents(300, 2), segments: [1, 299] },
];
const open = (): Promise<TestService> => openService({ name: 'numbers', mapping, shards });

const byDoc = [{ _doc: { order: 'asc' } }];

describe('a scan', () => {
  it.each([
    ['in the order of the index', { sort: byDoc }],
    ['shard by shard', {}],
    ['of what a query finds', { sort: byDoc, query: { term: { s: 'third' } } }],
    ['of nothing', { sort: byDoc, query: { term: { s: 'none' } } }],
    ['of some fields', { sort: byDoc, _source: { includes: ['n'] } }],
  ])('lists what a search does: %s', async (_name, body) => {
    const { service, search, openSearchers } = await open();
    const listed = await search('numbers', { ...body, _source: ['n'], size: 10_000 });
    const found: unknown[] = [];
    const read = ({ _index, _id, _source }: { _index: string; _id: string; _source?: object }) => ({
      ...{ _index, _id, n: (_source as { n: number }).n },
    });
    for await (const batch of service.scan(requestOf('numbers', body), read)) found.push(...batch);
    const hits = listed.hits.hits.map((hit) => read(hit as never));
    expect(found).toEqual(hits);
    for (const [from, size] of [
      [0, 3],
      [690, 30],
      [1085, 100],
    ]) {
      const taken = await service.take(requestOf('numbers', body), { from, size }, read);
      expect(taken).toEqual(hits.slice(from, from + size));
    }
    expect(openSearchers()).toBe(0);
  });

  it.each<[string, (service: TestService, leaving: AbortController) => AsyncGenerator<unknown>]>([
    ['its reader stops', ({ service }) => service.scan(requestOf('numbers', {}), ({ _id }) => _id)],
    [
      'its reader throws',
      ({ service }) =>
        service.scan(requestOf('numbers', {}), () => {
          throw new Error('unreadable');
        }),
    ],
    [
      'the client has left',
      ({ service }, { signal }) => service.scan(requestOf('numbers', {}, { signal }), ({ _id }) => _id),
    ],
  ])('gives its segments back when %s', async (_name, scanned) => {
    const service = await open();
    const leaving = new AbortController();
    const scan = scanned(service, leaving);
    const end = (async () => {
      for await (const _batch of scan) {
        if (_name === 'its reader stops') break;
        leaving.abort();
      }
    })();
    if (_name === 'its reader stops') await end;
    else await expect(end).rejects.toThrow();
    expect(service.openSearchers()).toBe(0);
  });

  it('is not disturbed by other scans between its batches', async () => {
    const { service, openSearchers } = await open();
    const random = new SeededRandom(11);
    const scans = Array.from({ length: 5 }, () => ({
      batches: service.scan(requestOf('numbers', { sort: byDoc }), ({ _source }) => _source?.n),
      seen: [] as unknown[],
    }));
    const running = [...scans];
    while (running.length > 0) {
      const at = Math.floor(random.next() * running.length);
      const next = await running[at].batches.next();
      if (next.done) running.splice(at, 1);
      else running[at].seen.push(...next.value);
    }
    for (const { seen } of scans) expect(seen).toEqual(scans[0].seen);
    expect(scans[0].seen).toHaveLength(1090);
    expect(openSearchers()).toBe(0);
  });
});

describe('a skimmed document', () => {
  const asked = ['n', 's', 'o.x', 'ü', 'missing'];
  const reader = sourceReader({ enabled: true, includes: asked, excludes: [] });
  const members = ['n', 's', 'o', 'o.x', 'ü', 'missing'];
  const parsed = (text: string): object => {
    const value = readJson(text) as JsonObject;
    return Object.fromEntries(
      members.flatMap((name) => (Object.hasOwn(value, name) ? [[name, value[name]]] : [])),
    );
  };
  const shown = (text: string): object =>
    Object.fromEntries(
      Object.entries(reader(Buffer.from(text)) ?? {}).filter(([name]) => members.includes(name)),
    );

  it.each([
    '{"n":1,"s":"a","o":{"x":2},"ü":"ö","missing":null}',
    ' { "n" : -1.50e2 , "other" : [ "]", {"n":"}"} ] , "s" : "q\\"uo\\\\" }\n',
    '{"s":"\\u00e9","\\u006e":5}',
    '{"n":12345678901234567890,"o":[{"x":1},{"x":2}],"o.x":true}',
    '{"n":999999999999999,"s":"","missing":false}',
    '{"n":1.0,"ü":[],"o":{}}',
    '{}',
    '{"n":-0,"s":"日本"}',
  ])('%s has the members of the parsed one', (text) => {
    expect(shown(text)).toEqual(parsed(text));
  });

  it('has them for any document', () => {
    const name = fc.oneof(fc.constantFrom(...members), fc.string({ maxLength: 4 }));
    const any = fc.dictionary(name, fc.jsonValue({ maxDepth: 3 })).filter((value) => !('__proto__' in value));
    const drawn = fc.tuple(any, fc.constantFrom(0, 1, '\t'));
    fc.assert(
      fc.property(drawn, ([value, space]) => {
        const text = JSON.stringify(value, null, space);
        expect(shown(text)).toEqual(parsed(text));
      }),
      { numRuns: 500, seed: 3 },
    );
  });
});

it('takes the first documents of a long segment as a scan lists them, wherever they begin', async () => {
  const { service } = await openService({
    name: 'long',
    mapping,
    shards: [{ documents: documents(9000, 0) }],
  });
  const read = ({ _id }: { readonly _id: string }): string => _id;
  const queries: readonly JsonObject[] = [
    { range: { n: { gte: 41_000, lt: 89_000 } } },
    { bool: { filter: [{ term: { s: 'third' } }, { range: { n: { gte: 300 } } }] } },
    { range: { n: { gte: 89_990 } } },
  ];
  for (const query of queries) {
    const listed: string[] = [];
    for await (const batch of service.scan(requestOf('long', { query }), read)) listed.push(...batch);
    for (const size of [1, 500, 1024, 1025, 9000]) {
      const taken = await service.take(requestOf('long', { query }), { from: 0, size }, read);
      expect(taken).toEqual(listed.slice(0, size));
    }
  }
});
