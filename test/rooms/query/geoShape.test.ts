import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/common/index.ts';
import { contextOf, createMapper, ids, leavesOf } from './shard.ts';

const mapper = createMapper({ properties: { shape: { type: 'geo_shape' }, point: { type: 'geo_point' } } });

const BOX = 'POLYGON((0 0, 10 0, 10 10, 0 10, 0 0))';
const RING = 'POLYGON((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4))';

const documents: JsonObject[] = [
  { shape: 'POINT(5 5)', point: { lat: 5, lon: 5 } },
  {
    shape: {
      type: 'LineString',
      coordinates: [
        [-5, 5],
        [15, 5],
      ],
    },
  },
  {
    shape: {
      type: 'Polygon',
      coordinates: [
        [
          [1, 1],
          [2, 1],
          [2, 2],
          [1, 2],
          [1, 1],
        ],
      ],
    },
  },
  {
    shape: {
      type: 'envelope',
      coordinates: [
        [-20, 20],
        [20, -20],
      ],
    },
    point: '30,30',
  },
  { shape: ['POINT(50 50)', 'MULTIPOINT(60 60, 61 61)'] },
  {
    shape: {
      type: 'envelope',
      coordinates: [
        [170, 10],
        [-170, -10],
      ],
    },
  },
];

describe('geo_shape', async () => {
  const context = contextOf(mapper, await leavesOf(mapper, documents));

  it.each<[string, string, string, JsonValue]>([
    ['shape', 'intersects', '0 1 2 3', BOX],
    ['shape', 'disjoint', '4 5', BOX],
    ['shape', 'within', '0 2', BOX],
    ['shape', 'contains', '3', BOX],
    ['shape', 'intersects', '1 2 3', RING],
    ['shape', 'within', '2', RING],
    ['shape', 'contains', '0 1 3', { type: 'Point', coordinates: [5, 5] }],
    ['shape', 'intersects', '5', 'BBOX(175, -175, 5, -5)'],
    [
      'shape',
      'intersects',
      '4',
      { type: 'geometrycollection', geometries: [{ type: 'point', coordinates: [60, 60] }] },
    ],
    ['point', 'intersects', '0', BOX],
  ])('%s %s %s', (field, relation, expected, shape) => {
    expect(ids(context, { geo_shape: { [field]: { shape, relation } } })).toBe(expected);
  });

  it.each([
    ['POLYGON((0 0, 1 0, 1 1, 0 1))', 'invalid LinearRing found (coordinates are not closed)'],
    ['POLYGON((0 0, 1 0, 0 0))', 'invalid number of points in LinearRing (found [3] - must be >= [4])'],
    ['LINESTRING(0 0)', 'invalid number of points in LineString (found [1] - must be >= 2)'],
    ['POINT(0 91)', 'invalid latitude 91.0; must be between -90.0 and 90.0'],
    ['BLOB(1 2)', 'Unknown geometry type: blob'],
  ])('refuses %s', (shape, reason) => {
    expect(() => ids(context, { geo_shape: { shape: { shape } } })).toThrow(reason);
  });
});
