import type { Document, Mapping, Shards } from './support.ts';

/** A few documents in two shards, of three segments. */

export const mapping: Mapping = {
  city: 'keyword',
  age: 'integer',
  price: 'double',
  day: { type: 'date', format: 'yyyy-MM-dd' },
  seen: 'date',
  on: 'boolean',
  ip: 'ip',
  at: 'geo_point',
  text: 'text',
  span: 'integer_range',
  lines: {
    type: 'nested',
    properties: { sku: { type: 'keyword' }, qty: { type: 'integer' } },
  },
};

export const docs: readonly Document[] = [
  { city: 'Oslo', age: 20, price: 1.5, day: '2024-01-31', on: true, ip: '10.0.0.1', at: '60,10' },
  { city: 'Oslo', age: 30, price: 2.5, day: '2024-02-01', on: false, ip: '10.0.1.1', at: '61,11' },
  { city: ['Bari', 'Oslo'], age: 40, day: '2024-04-01', on: true, at: '41,17' },
  { city: 'Bari', age: [20, 25], price: 4, span: { gte: 1, lt: 12 } },
  {
    lines: [
      { sku: 'a', qty: 1 },
      { sku: 'b', qty: 2 },
    ],
    age: 50,
    seen: '2024-03-31T01:30:00Z',
  },
  { lines: [{ sku: 'a', qty: 5 }], seen: '2024-10-27T00:30:00Z' },
];
export const shards: Shards = [[docs.slice(0, 2), docs.slice(2, 4)], [docs.slice(4)]];
