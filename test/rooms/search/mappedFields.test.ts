import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/common/index.ts';
import { openService } from './service.ts';

const mapping: JsonObject = {
  properties: {
    point: { type: 'geo_point' },
    bad: { type: 'integer', ignore_malformed: true },
    doubles: { type: 'double_range' },
    whole: { type: 'integer_range' },
    half: { type: 'half_float' },
    short: { type: 'keyword', ignore_above: 3 },
    bytes: { type: 'binary' },
    day: { type: 'date', format: 'yyyy-MM-dd' },
    list: {
      type: 'nested',
      properties: { a: { type: 'keyword' }, m: { properties: { x: { type: 'long' } } } },
    },
  },
};

const document: JsonObject = {
  point: [{ lat: 1, lon: 2 }, '3,4'],
  bad: ['x', 5],
  doubles: { gte: 1, lt: 5 },
  whole: { gt: '1', lte: 5 },
  half: 1.1,
  short: ['long', 'xy'],
  bytes: 'AQI=',
  day: '2024-02-03',
  list: [{ a: 'u', m: { x: '1' } }, { a: ['v', 'w'] }],
};

/** What is asked for → `fields` of the hit. */
const TABLE: readonly (readonly [JsonValue, JsonObject | undefined])[] = [
  [
    'point',
    {
      point: [
        { coordinates: [2, 1], type: 'Point' },
        { coordinates: [4, 3], type: 'Point' },
      ],
    },
  ],
  [{ field: 'point', format: 'wkt' }, { point: ['POINT (2.0 1.0)', 'POINT (4.0 3.0)'] }],
  ['bad', undefined],
  ['doubles', { doubles: [{ gte: 1, lt: 5 }] }],
  ['whole', { whole: [{ gt: 1, lte: 5 }] }],
  ['half', { half: [1.1] }],
  ['short', { short: ['xy'] }],
  ['bytes', { bytes: ['AQI='] }],
  [{ field: 'day', format: 'yyyy' }, { day: ['2024'] }],
  ['list.*', { 'list.a': ['u', 'v', 'w'], 'list.m.x': [1] }],
  ['list', undefined],
];

describe('fields', async () => {
  const { search } = await openService({ name: 'i', mapping, shards: [{ documents: [document] }] });

  it.each(TABLE)('%j', async (asked, expected) => {
    const { hits } = await search('i', { fields: [asked], _source: false });
    expect(JSON.parse(JSON.stringify(hits.hits[0].fields ?? null))).toEqual(expected ?? null);
  });

  it.each([
    ['point', 'x', 'Unrecognized geometry format [x].'],
    ['short', 'x', "Field [short] of type [keyword] doesn't support formats."],
    ['day', 'nope', 'Invalid format: [nope]: Unknown pattern letter: o'],
  ])('%s has no format %s', async (field, format, reason) => {
    await expect(search('i', { fields: [{ field, format }] })).rejects.toMatchObject({
      rootCause: { reason },
    });
  });
});
