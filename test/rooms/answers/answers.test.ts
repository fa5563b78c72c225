import { describe, expect, it } from 'vitest';
import {
  type BulkAnswer,
  bulkRefusals,
  cellText,
  csvLine,
  readPage,
  recordOf,
  refusalIn,
  refusalOf,
  refusalOfText,
  warningsOf,
  withoutFormula,
} from '../../../src/answers/index.ts';

const json = (value: unknown): string =>
  JSON.stringify(value, (_key, member) => (typeof member === 'bigint' ? String(member) : member));

describe('a refusal', () => {
  it.each([
    [{ error: { type: 'x', reason: 'short', details: 'long' } }, 'x', 'short', 'long'],
    [{ error: { type: 'x', reason: 'short' } }, 'x', '', 'short'],
    [{ error: { reason: 'short', details: '' } }, 'error', '', 'short'],
    [{ error: { type: 'x' } }, 'x', '', 'the server answered with status 400'],
    [{ error: 'in a line' }, 'error', '', 'in a line'],
    ['<html>\n  502 Bad Gateway', 'error', '', '<html> 502 Bad Gateway'],
    ['', 'error', '', 'the server answered with status 400'],
    [null, 'error', '', 'the server answered with status 400'],
    [{}, 'error', '', 'the server answered with status 400'],
  ])('is read from %j', (body, type, reason, message) => {
    expect(refusalOf(400, body)).toEqual({ type, reason, message });
    const text = typeof body === 'string' ? body : json(body);
    expect(refusalOfText(400, text)).toEqual({ type, reason, message });
  });

  it.each([
    [200, { schema: [], datarows: [] }, false],
    [200, { error: { type: 'x' }, status: 400 }, true],
    [200, { error: 'no object', datarows: [] }, false],
    [404, {}, true],
    [500, 'text', true],
  ])('of status %i and %j: %s', (status, body, isRefused) => {
    expect(refusalIn(status, body) !== null).toBe(isRefused);
  });
});

it.each([
  [null, []],
  ['', []],
  ['110 - "Response is stale"', []],
  ['299 Rockpool-1 "one"', ['one']],
  ['299 Rockpool-1 "one, and", 299 Rockpool-1 "two" "Sat, 25 Aug 2012 23:34:45 GMT"', ['one, and', 'two']],
  [
    ['299 - "one"', '299 - "two"'],
    ['one', 'two'],
  ],
  ['299 OpenSearch-2.7.0-abc "says \\"why\\" \\\\ here"', ['says "why" \\ here']],
])('the warnings of %j', (header, texts) => {
  expect(warningsOf(header)).toEqual(texts);
});

describe('a page of rows', () => {
  const first = readPage<number>({
    schema: [
      { name: 'COUNT(*)', alias: 'n', type: 'long' },
      { name: 'year', type: 'long' },
    ],
    datarows: [[1, 1979]],
    total: 2,
    cursor: 'next',
  });

  it('has columns, rows, a total and a cursor', () => {
    expect(first).toEqual({
      columns: [
        { name: 'COUNT(*)', alias: 'n', type: 'long' },
        { name: 'year', alias: null, type: 'long' },
      ],
      rows: [[1, 1979]],
      total: 2,
      cursor: 'next',
    });
    expect(recordOf(first.columns, first.rows[0])).toEqual({ n: 1, year: 1979 });
  });

  it('that follows has the columns and the total of the first', () => {
    expect(readPage({ datarows: [[2, 1975]] }, first)).toEqual({ ...first, rows: [[2, 1975]], cursor: null });
  });

  it('is no text', () => {
    expect(() => readPage('a\n1')).toThrow('the answer is no table: a\n1');
  });
});

it.each([
  [null, 'NULL'],
  [undefined, ''],
  ['text', 'text'],
  [12n, '12'],
  [[1, 2, 3], '[1,2,3]'],
  [[0.12345, -1, 2, 3, 4], '[0.1235, -1, 2, … 2 more]'],
  [['a', 'b', 'c', 'd'], '["a","b","c","d"]'],
  [{ a: 1 }, '{"a":1}'],
])('a value in a table: %#', (value, text) => {
  expect(cellText(value, json)).toBe(text);
});

it.each([
  [[1.5, null, undefined, true], '1.5,,,true\n'],
  [['a,b', 'say "x"', 'two\nlines'], '"a,b","say ""x""","two\nlines"\n'],
  [[{ y: [1] }], '"{""y"":[1]}"\n'],
  [[null], '""\n'],
])('%j in CSV', (values, line) => {
  expect(csvLine(values, json)).toBe(line);
});

it.each([
  ['=1+1', "'=1+1"],
  ['@a', "'@a"],
  ['-5', "'-5"],
  [-5, -5],
  ['a=1', 'a=1'],
])('a spreadsheet does not run %j', (value, text) => {
  expect(withoutFormula(value)).toBe(text);
});

it('says which actions of a bulk request failed', () => {
  const error = { type: 'mapper_parsing_exception', reason: 'failed', caused_by: { reason: 'why' } };
  const items: BulkAnswer['items'] = [{ index: { _id: '1' } }, { create: { _id: '2', error } }];
  const reason = 'mapper_parsing_exception: failed (why)';
  expect(bulkRefusals({ errors: true, items })).toEqual([{ position: 1, id: '2', reason }]);
  expect(bulkRefusals({ errors: false, items })).toEqual([]);
});
