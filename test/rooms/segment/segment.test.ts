import { describe, expect, it } from 'vitest';
import type { ParsedDocument } from '../../../src/mapper/index.ts';
import type { LeafReader, NumericColumn, OrdinalColumn, PairColumn } from '../../../src/segment/index.ts';
import { document, keyword, numbers, readerOf, reopened, text } from './documents.ts';

const ways: readonly [string, (documents: ParsedDocument[]) => Promise<LeafReader>][] = [
  ['from the buffer', readerOf],
  ['from the file', async (documents) => reopened(await readerOf(documents))],
];

describe.each(ways)('a segment %s', (_way, open) => {
  it('has postings in code point order, with frequencies and positions', async () => {
    const reader = await open([
      document('1', [text('t', 'b a b \u{1F600} b')]),
      document('2', []),
      document('3', [text('t', 'a \uFFFD zebra')]),
      document('4', [text('t', '')]),
    ]);
    const terms = reader.terms('t')!;
    expect(Array.from({ length: terms.size }, (_, ord) => terms.term(ord))).toEqual([
      'a',
      'b',
      'zebra',
      '\uFFFD',
      '\u{1F600}',
    ]);
    expect(terms.docCount).toBe(2);
    expect(terms.sumTotalTermFreq).toBe(8);
    const b = terms.lookup('b');
    expect([...terms.docs(b)]).toEqual([0]);
    expect([...terms.freqs(b)!]).toEqual([3]);
    expect([...terms.positions(b, 0)]).toEqual([0, 2, 4]);
    expect(terms.totalTermFreq(b)).toBe(3);
    const a = terms.lookup('a');
    expect([...terms.docs(a)]).toEqual([0, 2]);
    expect(terms.freqs(a)).toBeNull();
    expect([...terms.positions(a, 1)]).toEqual([0]);
    expect(terms.lookup('c')).toBe(-1);
    expect(terms.ceiling('c')).toBe(2);
    expect(terms.ceiling('\u{1F601}')).toBe(5);
    expect([...reader.norms('t')!]).toEqual([5, 0, 3, 0]);
    expect([...reader.exists('t')!.toArray()]).toEqual([0, 2, 3]);
  });

  it('has ordinals for exact terms, single-valued as long as they are', async () => {
    const reader = await open([
      document('1', [keyword('one', 'x'), keyword('many', 'b', 'a', 'b')]),
      document('2', [keyword('one', 'w')]),
      document('3', [keyword('many', 'c')]),
    ]);
    const one = reader.column('one') as OrdinalColumn;
    expect(one.offsets).toBeNull();
    expect([one.ords[0], one.ords[1]]).toEqual([1, 0]);
    expect([...one.presence!.toArray()]).toEqual([0, 1]);
    expect(one.dictionary.term(1)).toBe('x');
    const many = reader.column('many') as OrdinalColumn;
    expect([...many.offsets!]).toEqual([0, 2, 2, 3]);
    expect([...many.ords]).toEqual([0, 1, 2]);
    expect(reader.terms('many')!.sumTotalTermFreq).toBe(3);
    expect(reader.terms('one')!.freqs(0)).toBeNull();
    expect([...reader.terms('one')!.positions(0, 0)]).toEqual([]);
  });

  it('has numbers as doubles, or as 64-bit integers where one needs it', async () => {
    const reader = await open([
      document('1', [numbers('n', 3), numbers('m', 5, 2), numbers('big', 1), numbers('bigs', 7n, 1)]),
      document('2', [numbers('n', -1.5), numbers('big', 2n ** 62n)]),
      document('3', [numbers('m', 4), numbers('bigs', 2n ** 60n)]),
    ]);
    const n = reader.column('n') as NumericColumn;
    expect([n.offsets, n.min, n.max]).toEqual([null, -1.5, 3]);
    expect([n.values[0], n.values[1], n.presence!.has(2)]).toEqual([3, -1.5, false]);
    const m = reader.column('m') as NumericColumn;
    expect([[...m.values], [...m.offsets!]]).toEqual([
      [2, 5, 4],
      [0, 2, 2, 3],
    ]);
    expect([...(reader.column('big') as NumericColumn).values]).toEqual([1n, 2n ** 62n, 0n]);
    expect([...(reader.column('bigs') as NumericColumn).values]).toEqual([1n, 7n, 2n ** 60n]);
  });

  it('has points, ranges, vectors, bytes and bare presence', async () => {
    const reader = await open([
      document('1', [
        { kind: 'geo', field: 'g', lats: [1, 2], lons: [3, 4] },
        { kind: 'ranges', field: 'r', from: [1], to: [9] },
        { kind: 'vector', field: 'v', values: Float32Array.of(1, 2) },
        { kind: 'presence', field: 'p' },
      ]),
      document('2', [{ kind: 'binary', field: 'b', values: [Uint8Array.of(1, 2), Uint8Array.of()] }]),
      document('3', [{ kind: 'vector', field: 'v', values: Float32Array.of(3, 4) }]),
    ]);
    const geo = reader.column('g') as PairColumn;
    expect([[...geo.first], [...geo.second], [...geo.offsets!]]).toEqual([
      [1, 2],
      [3, 4],
      [0, 2, 2, 2],
    ]);
    expect((reader.column('r') as PairColumn).second[0]).toBe(9);
    const vectors = reader.vectors('v')!;
    expect([vectors.dimension, vectors.count, [...vectors.docs], [...vectors.values]]).toEqual([
      2,
      2,
      [0, 2],
      [1, 2, 3, 4],
    ]);
    const binary = reader.column('b');
    expect(binary?.kind === 'binary' && binary.values(1).map((value) => [...value])).toEqual([[1, 2], []]);
    expect([...reader.exists('p')!.toArray()]).toEqual([0]);
    expect([...reader.exists('v')!.toArray()]).toEqual([0, 2]);
    expect(reader.exists('nope')).toBeNull();
    expect(reader.column('nope')).toBeNull();
  });

  it('finds ids, the newest of several, and keeps what was stored', async () => {
    const ids = Array.from({ length: 1000 }, (_, i) => `id-${i}-${i % 3 === 0 ? 'é' : ''}`);
    const reader = await open([
      ...ids.map((id) => document(id, [])),
      document('id-7-', [], { routing: 'r' }),
      document('x', [], { routing: '' }),
    ]);
    expect(ids.map((id) => reader.lookupId(id))).toEqual(ids.map((_, i) => (i === 7 ? 1000 : i)));
    expect(reader.lookupId('none')).toBe(-1);
    expect(reader.id(3)).toBe('id-3-é');
    expect(new TextDecoder().decode(reader.source(5))).toBe('{"id":"id-5-"}');
    expect([reader.routing(5), reader.routing(1000), reader.routing(1001)]).toEqual([null, 'r', '']);
    expect([reader.seqNo(1001), reader.version(4), reader.primaryTerm(4)]).toEqual([1001, 1, 1]);
  });

  it('has nested children before their parents', async () => {
    const child = { nestedPath: 'a', fields: [numbers('a.n', 1)] };
    const reader = await open([
      document('1', []),
      document('2', [], {
        docs: [
          { ...child, nestedOffset: 0, parent: 2 },
          { nestedPath: 'a.b', nestedOffset: 0, parent: 0, fields: [] },
          { nestedPath: null, nestedOffset: -1, parent: -1, fields: [numbers('n', 1)] },
        ],
      }),
      document('3', []),
    ]);
    expect([reader.maxDoc, reader.numDocs, reader.numRootDocs]).toEqual([5, 5, 3]);
    expect([0, 1, 2, 3, 4].map((doc) => reader.nestedPath(doc))).toEqual([null, 'a', 'a.b', null, null]);
    expect([0, 1, 2, 3, 4].map((doc) => reader.parent(doc))).toEqual([-1, 3, 1, -1, -1]);
    expect(reader.nestedOffset(1)).toBe(0);
    expect([...reader.nestedDocs('a')!.toArray()]).toEqual([1]);
    expect(reader.nestedDocs('c')).toBeNull();
    expect(reader.lookupId('2')).toBe(3);
    expect([reader.blockStart(3), reader.blockStart(0), reader.blockStart(4)]).toEqual([1, 0, 4]);
  });
});
