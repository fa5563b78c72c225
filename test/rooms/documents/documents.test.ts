import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import {
  type DocumentRecord,
  formatOf,
  indexNameOf,
  inferMapping,
  rawElements,
  rawMembers,
  readCsv,
  readJson,
  readLines,
  vectorsIn,
} from '../../../src/documents/index.ts';

/** The text in pieces of so many characters, as a file would come. */
async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function* rows(text: string): AsyncGenerator<readonly string[]> {
  yield* Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' }).data;
}

const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
};

const texts = async (records: AsyncIterable<DocumentRecord>) => (await all(records)).map(({ text }) => text);
const failure = (records: AsyncIterable<DocumentRecord>) =>
  all(records).then(
    () => 'read',
    (error: Error) => error.message,
  );

describe('the format of a file', () => {
  it.each([
    ['a.json', '', 'json'],
    ['a.JSONL', '', 'ndjson'],
    ['a.tsv.gz', '', 'csv'],
    ['a', '[1]', 'json'],
    ['a', '{"a":1}\n{"a":2}', 'ndjson'],
    ['a.json', '{"a":1}\n{"a":2}', 'ndjson'],
    ['a', '{"a":1}\n', 'json'],
    ['a', '{\n  "a": 1\n}', 'json'],
    ['a.txt', 'a,b\n1,2', 'csv'],
  ])('%s with content %j is detected as %s', (name, text, format) => {
    expect(formatOf(name, text)).toBe(format);
  });

  it.each([
    ['Films 2024.csv.gz', 'films-2024'],
    ['_x.json', 'x'],
    ['Ü.csv', 'upload'],
  ])('%s becomes the index %s', (file, index) => expect(indexNameOf(file)).toBe(index));
});

describe('NDJSON', () => {
  it('has one document per line, kept verbatim', async () => {
    const text = '{"a":1.0}\r\n\n  {"b":12345678901234567890}\n{"index":1}';
    expect(await texts(readLines(pieces(text, 3)))).toEqual([
      '{"a":1.0}',
      '{"b":12345678901234567890}',
      '{"index":1}',
    ]);
  });

  it('is a bulk body if its first line is an action', async () => {
    const text = '{"index":{"_id":"7","routing":"r"}}\n{"a":1}\n{"create":{"_id":8}}\n{"index":{"x":1}}\n';
    expect(await all(readLines(pieces(text, 5)))).toEqual([
      { id: '7', routing: 'r', text: '{"a":1}', place: 'line 2' },
      { id: '8', routing: null, text: '{"index":{"x":1}}', place: 'line 4' },
    ]);
  });

  it.each([
    ['{"a":1}\n[1]', 'line 2 is not a JSON object: [1]'],
    [
      '{"index":{}}\n{"a":1}\n{"delete":{"_id":"1"}}',
      'line 3 is not an index or create action: {"delete":{"_id":"1"}}',
    ],
    ['{"index":{}}\n', 'the document after line 1 is missing'],
  ])('refuses %j', async (text, words) => expect(await failure(readLines(pieces(text, 4)))).toBe(words));
});

describe('JSON', () => {
  it.each([
    ['[{"a":[1,{"b":"]}\\""}]}, {"c":\n 2} ]', ['{"a":[1,{"b":"]}\\""}]}', '{"c": 2}']],
    ['{\n"a": 1.50\n}', ['{ "a": 1.50 }']],
    ['{"hits":{"hits":[{"_id":"7","_source":{"a":1}}]}}', ['{"a":1}']],
    [' [] ', []],
    ['', []],
  ])('%j has documents', async (text, expected) => {
    for (const size of [1, 7, 100]) expect(await texts(readJson(pieces(text, size)))).toEqual(expected);
  });

  it.each([
    ['[{"a":1}', 'unexpected end of JSON: unterminated array'],
    ['[{"a":1}] x', 'unexpected text after the JSON array'],
    ['[1]', 'item 1 is not a JSON object: 1'],
  ])('refuses %j', async (text, words) => expect(await failure(readJson(pieces(text, 2)))).toBe(words));

  it('is split consistently with JSON.parse', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.array(fc.jsonValue()),
        fc.nat(4),
        (object, list, indent) => {
          const members = [...rawMembers(JSON.stringify(object, null, indent))];
          expect(Object.fromEntries(members.map(([name, text]) => [name, JSON.parse(text)]))).toEqual(
            JSON.parse(JSON.stringify(object)),
          );
          const elements = rawElements(JSON.stringify(list, null, indent));
          expect(elements.map((text) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(list)));
        },
      ),
    );
  });

  it('can arrive in chunks of any size', async () => {
    const document = fc.dictionary(fc.string(), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(fc.array(document), fc.integer({ min: 1, max: 30 }), async (documents, size) => {
        const wanted = documents.filter((fields) => !Object.hasOwn(fields, '_source'));
        const read = await texts(readJson(pieces(JSON.stringify(wanted, null, size % 3), size)));
        expect(read.map((text) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(wanted)));
      }),
      { numRuns: 50 },
    );
  });
});

describe('CSV', () => {
  it('gives each column one type: number, boolean, JSON, or text (zip codes)', async () => {
    const text = 'a,b,c,d,e,f\n1.50,true,"x, y",,007,"[1,2]"\n-2e3,FALSE,1,,12,"{""x"":1}"\n';
    expect(await texts(readCsv(rows(text)))).toEqual([
      '{"a":1.50,"b":true,"c":"x, y","e":"007","f":[1,2]}',
      '{"a":-2e3,"b":false,"c":"1","e":"12","f":{"x":1}}',
    ]);
  });

  it('decides after 10,000 rows; later cells of another type stay text', async () => {
    const many = Array.from({ length: 10_000 }, (_, i) => `${i}\n`).join('');
    const read = await texts(readCsv(rows(`n\n${many}none\n7\n`)));
    expect(read.slice(-3)).toEqual(['{"n":9999}', '{"n":"none"}', '{"n":7}']);
  });

  it.each([
    ['a,a\n1,2', 'duplicate column name a'],
    ['a,\n1,2', 'column 2 has no name'],
    ['a,b\n1,2\n1', 'row 2 has 1 cells, but the header has 2'],
  ])('refuses %j', async (text, words) => expect(await failure(readCsv(rows(text)))).toBe(words));
});

describe('an inferred mapping', () => {
  const text = { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } };
  it.each([
    ['whole numbers', [1, 2, null], { type: 'long' }],
    ['with a fraction', [1, 2.5], { type: 'double' }],
    ['booleans', [true, false], { type: 'boolean' }],
    ['words without spaces', ['a', 'b'], { type: 'keyword' }],
    ['words that repeat', ['New York', 'New York', 'New York', 'San José', 'New York'], { type: 'keyword' }],
    ['sentences', ['a b', 'c d', 'e f'], text],
    ['days', ['2024-02-29', '2024-03-01T10:00:00Z'], { type: 'date' }],
    ['a day that is none', ['2024-02-31x', '2024-03-01'], { type: 'keyword' }],
    ['times with a space', ['2024-01-01 10:00:00'], { type: 'date', format: 'yyyy-MM-dd HH:mm:ss' }],
    ['lists', [[1, 2], [3]], { type: 'long' }],
    ['places', [{ lat: 1, lon: 2 }], { type: 'geo_point' }],
    ['objects', [{ a: 1 }, { b: true }], { properties: { a: { type: 'long' }, b: { type: 'boolean' } } }],
    ['mixed kinds', [1, 'x'], undefined],
    ['nothing', [null], undefined],
  ])('%s', (_what, values, mapping) => {
    expect(inferMapping(values.map((value) => ({ f: value }))).f).toEqual(mapping);
  });
});

describe('vectors in a file', () => {
  it.each([
    ['numbers of one length', [{ v: [1, 2, 3, 4] }, { v: null }, { v: [4, 3, 2, 1] }, {}], [['v', 4]]],
    ['other lengths', [{ v: [1, 2, 3, 4] }, { v: [1, 2, 3, 4, 5] }], []],
    ['other values', [{ v: [1, 2, 3, 4] }, { v: 'none' }], []],
    ['text in a list', [{ v: ['a', 'b', 'c', 'd'] }], []],
    ['a point', [{ v: [4.9, 52.3] }], []],
  ])('%s', (_what, documents, expected) => {
    expect(vectorsIn(documents).map(({ field, dimension }) => [field, dimension])).toEqual(expected);
  });
});
