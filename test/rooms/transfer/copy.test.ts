import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SeededRandom, silentLogger } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import {
  compareIndices,
  copyIndex,
  differenceWords,
  readDefinitions,
  type Send,
} from '../../../src/transfer/index.ts';
import { openTestNode } from '../../support/node.ts';
import { sendTo } from './support.ts';

let here: RockpoolNode;
let there: RockpoolNode;
let from: Send;
let to: Send;

beforeAll(async () => {
  [here, there] = await Promise.all([
    openTestNode({ log: silentLogger }),
    openTestNode({ log: silentLogger }),
  ]);
  [from, to] = [sendTo(here.url), sendTo(there.url)];
});
afterAll(() => Promise.all([here.close(), there.close()]));
afterEach(async () => {
  for (const send of [from, to]) await send({ method: 'DELETE', path: '/shop*' });
});

const DOCUMENTS = 250;

const index = {
  settings: { index: { knn: true, number_of_shards: 2, refresh_interval: '7s' } },
  mappings: {
    properties: {
      name: { type: 'keyword' },
      n: { type: 'long' },
      v: {
        type: 'knn_vector',
        dimension: 2,
        method: { name: 'hnsw', engine: 'nmslib', space_type: 'cosinesimil' },
      },
    },
  },
  aliases: { 'shop-all': {}, 'shop-tea': { filter: { term: { name: 'tea' } } } },
};

async function put(send: Send, path: string, body: unknown): Promise<unknown> {
  const answer = await send({
    method: 'PUT',
    path,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  expect(answer.status, answer.text).toBeLessThan(300);
  return JSON.parse(answer.text);
}

async function get(send: Send, path: string): Promise<Record<string, Record<string, unknown>>> {
  return JSON.parse((await send({ method: 'GET', path })).text);
}

async function fill(): Promise<void> {
  await put(from, '/shop', index);
  const lines = Array.from({ length: DOCUMENTS }, (_, i) => {
    const routing = i % 3 === 0 ? `,"routing":"r${i % 7}"` : '';
    return `{"index":{"_id":"${i}"${routing}}}\n{"name":"tea","n":${i},"v":[${i}, 1.0]}\n`;
  });
  const contentType = 'application/x-ndjson';
  await from({ method: 'POST', path: '/shop/_bulk?refresh=true', body: lines.join(''), contentType });
}

/** What does not compress. */
function randomText(seed: number, length: number): string {
  return Buffer.from(new SeededRandom(seed).bytes(length)).toString('base64').slice(0, length);
}

/** The other side goes away behind so many bulk requests. */
function failingAfter(bulks: number, send: Send): Send {
  let left = bulks;
  return async (request) => {
    if (request.path.includes('/_bulk') && left-- <= 0) throw new Error('the connection was reset');
    return send(request);
  };
}

const options = () => ({ from, to, batchSize: 20 });
const definition = async () => (await readDefinitions(from, 'shop'))[0];

describe('a copy of an index', () => {
  it('has its mapping, settings, aliases and documents, and is verified', async () => {
    await fill();
    const report = await copyIndex(await definition(), options());
    expect(report).toMatchObject({
      index: 'shop',
      documents: DOCUMENTS,
      made: true,
      sent: DOCUMENTS,
      deleted: 0,
    });
    const [ours, theirs] = await Promise.all([get(from, '/shop'), get(to, '/shop')]);
    expect(theirs.shop.mappings).toEqual(ours.shop.mappings);
    expect(theirs.shop.aliases).toEqual(ours.shop.aliases);
    expect(theirs.shop.settings).toMatchObject({
      index: { knn: 'true', number_of_shards: '2', refresh_interval: '7s' },
    });
    const knn = JSON.stringify({ query: { knn: { v: { vector: [7, 1], k: 3 } } } });
    const hits = async (send: Send): Promise<unknown> =>
      JSON.parse(
        (await send({ method: 'POST', path: '/shop/_search?filter_path=hits.hits', body: knn })).text,
      );
    expect(await hits(to)).toEqual(await hits(from));
    const [again] = await readDefinitions(to, 'shop-all');
    expect(again.settings).toEqual((await definition()).settings);
  });

  it('resumes where it was interrupted', async () => {
    await fill();
    const failing = copyIndex(await definition(), { ...options(), to: failingAfter(5, to) });
    await expect(failing).rejects.toThrow('the connection was reset');
    const report = await copyIndex(await definition(), options());
    expect(report).toMatchObject({ made: false, documents: DOCUMENTS, sent: DOCUMENTS - 5 * 20 });
    expect((await get(to, '/shop')).shop.settings).toMatchObject({ index: { refresh_interval: '7s' } });
  });

  it('sends nothing if nothing differs', async () => {
    await fill();
    await copyIndex(await definition(), options());
    expect(await copyIndex(await definition(), options())).toMatchObject({
      made: false,
      sent: 0,
      deleted: 0,
    });
  });

  it('is synchronised again after changes, deletions or additions on either side', async () => {
    await fill();
    const { checksum } = await copyIndex(await definition(), options());
    await put(to, '/shop/_doc/1', { name: 'coffee', n: 1 });
    await put(to, '/shop/_doc/extra', { name: 'extra' });
    await to({ method: 'DELETE', path: '/shop/_doc/2?refresh=true' });
    const found = await compareIndices('shop', options());
    expect(found.same).toBe(false);
    expect(differenceWords(found)).toBe('3 documents differ (missing: 2; changed: 1; extra: extra)');
    await expect(copyIndex(await definition(), options())).rejects.toThrow(
      '[shop] has 1 document there that is not here (extra)',
    );
    const mirrored = await copyIndex(await definition(), { ...options(), deleteExtra: true });
    expect(mirrored).toMatchObject({ deleted: 1, checksum });
  });

  it.each([
    ['another number', '{"name":"tea","n":2,"v":[1, 1.0]}', 'changed: 1'],
    ['a number written as a fraction', '{"name":"tea","n":1,"v":[1, 1]}', 'changed: 1'],
    ['members in another order, spaces', '{ "n": 1, "v": [1,1.0], "name": "tea" }', null],
  ])('is compared by values: %s', async (_what, source, words) => {
    await fill();
    await copyIndex(await definition(), options());
    await put(to, '/shop/_doc/1?refresh=true', source);
    const found = await compareIndices('shop', options());
    expect(found.same).toBe(words === null);
    if (words !== null) expect(differenceWords(found)).toContain(words);
  });

  it('reads few large documents at once', async () => {
    await put(from, '/shop', {
      mappings: { properties: { t: { type: 'keyword', index: false, doc_values: false } } },
    });
    const text = randomText(1, 1_500_000);
    for (let i = 0; i < 12; i++) await put(from, `/shop/_doc/${i}`, { t: `${i} ${text}` });
    const sizes: number[] = [];
    const watched: Send = async (request) => {
      const answer = await from(request);
      if (request.path.includes('scroll')) sizes.push(answer.text.length);
      return answer;
    };
    await copyIndex(await definition(), { from: watched, to });
    expect(Math.max(...sizes)).toBeLessThan(12_000_000);
  });

  it('keeps every digit of a long', async () => {
    await put(from, '/shop', {});
    await put(from, '/shop/_doc/1?refresh=true', '{"n":9223372036854775807,"d":1.0,"__proto__":{"a":1}}');
    await copyIndex(await definition(), options());
    const { text } = await to({ method: 'GET', path: '/shop/_source/1' });
    expect(text).toBe('{"n":9223372036854775807,"d":1.0,"__proto__":{"a":1}}');
  });

  it('is refused if a field exists with another type', async () => {
    await fill();
    await put(to, '/shop', { mappings: { properties: { name: { type: 'integer' } } } });
    await expect(copyIndex(await definition(), options())).rejects.toThrow('cannot be changed from type');
  });

  it('is refused for indices without _source', async () => {
    await put(from, '/shop', { mappings: { _source: { enabled: false } } });
    await expect(definition()).rejects.toThrow('does not store _source');
  });
});
