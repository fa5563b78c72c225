import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HashedStrings } from '../../../src/segment/build/hashedStrings.ts';
import { ByteStringList, Float64List, Uint32List } from '../../../src/segment/build/lists.ts';
import { sortStrings } from '../../../src/segment/build/sortStrings.ts';
import { ReusedUtf8Key } from '../../../src/segment/utf8Key.ts';
import { pacer } from './documents.ts';

describe('lists of numbers', () => {
  it.each([0, 1, 16, 17, 65_535, 65_536, 65_537, 200_000])('give back %i numbers', (count) => {
    const list = new Uint32List();
    const doubles = new Float64List();
    for (let i = 0; i < count; i++) {
      list.push(i * 7);
      doubles.push(i / 2);
    }
    expect(list.length).toBe(count);
    expect(list.toArray()).toEqual(Uint32Array.from({ length: count }, (_, i) => i * 7));
    expect(doubles.toArray().at(-1)).toBe(count === 0 ? undefined : (count - 1) / 2);
    for (const i of [0, 1, 65_535, 65_536, count - 1])
      if (i >= 0 && i < count) expect(list.get(i)).toBe(i * 7);
  });
});

describe('lists of byte strings', () => {
  it('give back strings of all sizes, across pages', () => {
    const list = new ByteStringList();
    const lengths = [0, 1, 0, 100, 70_000, 900_000, 400_000, 3_000_000, 5, 0, 1_048_576, 1_048_577, 2, 0];
    const strings = lengths.map((length, i) => new Uint8Array(length).fill(i + 1));
    for (const string of strings) list.push(string);
    for (const [i, string] of strings.entries()) expect(Buffer.compare(list.get(i), string)).toBe(0);
    const { bytes, offsets } = list.toByteStrings();
    expect(Buffer.compare(bytes, Buffer.concat(strings))).toBe(0);
    expect([...offsets.subarray(1)].map((end, i) => end - offsets[i])).toEqual(lengths);
  });
});

describe('hashed strings', () => {
  const term = fc.oneof(
    fc.nat(40).map(String),
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.constant('\ud800'),
  );
  const bytesOf = (text: string): string => Buffer.from(text).toString();
  const key = new ReusedUtf8Key();

  it('number distinct texts in order of arrival, as a map of their bytes does', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 300 }), (terms) => {
        const strings = new HashedStrings();
        const numbers = new Map<string, number>();
        for (const text of terms) {
          const number = numbers.get(bytesOf(text)) ?? numbers.size;
          numbers.set(bytesOf(text), number);
          expect(strings.findOrAdd(key.set(text))).toBe(number);
        }
        const { bytes, offsets } = strings.toByteStrings();
        const texts = [...numbers.keys()].map((_, i) => Buffer.from(bytes.slice(offsets[i], offsets[i + 1])));
        expect(texts.map(String)).toEqual([...numbers.keys()]);
      }),
    );
  });

  it('find the newest of equal ids, and never an empty row', () => {
    fc.assert(
      fc.property(fc.array(fc.option(term, { nil: null }), { maxLength: 300 }), (ids) => {
        const strings = new HashedStrings();
        for (const id of ids) {
          if (id === null) strings.addEmpty();
          else strings.add(key.set(id));
        }
        for (const id of ids) {
          if (id === null) continue;
          const newest = ids.findLastIndex((other) => other !== null && bytesOf(other) === bytesOf(id));
          expect(strings.find(key.set(id))).toBe(newest);
        }
        expect(strings.find(key.set('not there'))).toBe(-1);
      }),
    );
  });
});

describe('sortStrings', () => {
  const byte = fc.constantFrom(0, 1, 97, 98, 255);
  const string = fc.uint8Array({ maxLength: 9, min: 0, max: 255 });
  const narrow = fc.array(byte, { maxLength: 12 }).map((bytes) => Uint8Array.from(bytes));
  const strings = fc.uniqueArray(fc.oneof(string, narrow), {
    selector: (bytes) => bytes.join(),
    minLength: 0,
    maxLength: 200,
  });

  it('orders distinct strings by their bytes', async () => {
    await fc.assert(
      fc.asyncProperty(strings, async (values) => {
        const list = new ByteStringList();
        for (const value of values) list.push(value);
        const order = await sortStrings(list.toByteStrings(), pacer);
        const expected = values.map((_, i) => i).sort((a, b) => Buffer.compare(values[a], values[b]));
        expect([...order]).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});
