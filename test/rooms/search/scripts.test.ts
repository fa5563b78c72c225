import { describe, expect, it } from 'vitest';
import type { IndexService } from '../../../src/cluster/index.ts';
import { type JsonObject, jsonDouble, ManualClock, SeededRandom } from '../../../src/common/index.ts';
import { executePainless, withStoredScripts } from '../../../src/search/index.ts';
import { createMapper } from '../query/shard.ts';
import { idsOf, openService } from './service.ts';

const stored = new Map<string, JsonObject>([['twice', { lang: 'painless', source: 'params.x * 2' }]]);

describe('stored scripts', () => {
  it.each([
    [{ query: { script: { script: { id: 'twice', params: { x: 1 } } } } }],
    [{ sort: [{ _script: { type: 'number', script: { id: 'twice', params: { x: 1 } } } }] }],
    [{ aggs: { a: { scripted_metric: { map_script: { id: 'twice', params: { x: 1 } } } } } }],
  ])('are written out: %j', (body) => {
    const inline = { lang: 'painless', source: 'params.x * 2' };
    expect(JSON.stringify(withStoredScripts(body, stored))).toContain(
      JSON.stringify({ params: { x: 1 }, source: inline.source, lang: inline.lang }),
    );
  });

  it.each([[{ query: { ids: { values: ['twice'] } } }], [{ script: { id: 'other' } }], [{ id: 'twice' }]])(
    'leave %j as it is',
    (body) => {
      expect(withStoredScripts(body, stored)).toBe(body);
    },
  );
});

const mapping = { properties: { n: { type: 'long' }, t: { type: 'text' } } };

async function run(body: JsonObject): Promise<unknown> {
  const mapper = createMapper(mapping, new Map());
  const index: Partial<IndexService> = { name: 'i', uuid: 'u', settings: new Map(), mapper };
  const resolver = {
    resolve: () => [{ index: index as IndexService, aliasFilters: null, searchRouting: null }],
  };
  return executePainless(body, { resolver, clock: new ManualClock(), random: new SeededRandom(1) });
}

const context_setup = { index: 'i', document: { n: 4 } };

describe('_execute', () => {
  it.each([
    [{ script: 'params.size() + 1' }, '1'],
    [{ script: { source: 'params.a / params.b', params: { a: 1.5, b: 3 } } }, '0.5'],
    [{ script: "doc['n'].value > 3", context: 'filter', context_setup }, true],
    [{ script: "doc['n'].value + params._source.n", context: 'score', context_setup }, jsonDouble(8)],
    [
      {
        script: '_score * 2',
        context: 'score',
        context_setup: { ...context_setup, query: { match_all: {} } },
      },
      jsonDouble(2),
    ],
  ])('%j', async (body, result) => {
    expect(await run(body)).toEqual(result);
  });

  it.each([
    [{}, /Required \[script\]/],
    [{ script: '1', context: 'odd' }, /unsupported script context name \[odd\]/],
    [{ script: '1', context: 'score' }, /index is a required parameter for current context/],
    [{ script: '1', colour: 'red' }, /unknown field \[colour\]/],
    [{ script: '1 +' }, /compile error/],
  ])('refuses %j', async (body, words) => {
    await expect(run(body)).rejects.toThrow(words);
  });
});

describe('parameters past 2^53', () => {
  const big = { params: { x: 9007199254740993n } };
  const larger = { source: 'params.x > 9007199254740992L', ...big };
  const score = { source: "params.x > 9007199254740992L ? doc['n'].value : 0", ...big };

  it.each<[string, unknown]>([
    ['a filter', { query: { script: { script: larger } } }],
    ['a score', { query: { script_score: { query: { match_all: {} }, script: score } } }],
    ['a sort', { sort: { _script: { type: 'number', script: score } } }],
  ])('stand in %s', async (_name, body) => {
    const index = { name: 'i', mapping, shards: [{ documents: [{ n: 3 }] }] };
    const { search } = await openService(index);
    expect(idsOf(await search('i', body as JsonObject))).toBe('0');
  });
});
