import { describe, expect, it } from 'vitest';
import { RawJson } from '../../src/common/index.ts';
import { FilterPath } from '../../src/rest/filterPath.ts';
import { render } from '../../src/rest/render.ts';
import type { CatTable } from '../../src/rest/table.ts';

const table: CatTable = {
  columns: [
    { name: 'index', aliases: ['i'], doc: 'index name' },
    { name: 'docs', aliases: ['d'], align: 'right', doc: 'documents' },
    { name: 'size', kind: 'bytes', align: 'right', doc: 'bytes' },
    { name: 'took', kind: 'time', hidden: true, doc: 'time' },
    { name: 'node', doc: 'node' },
  ],
  rows: [
    ['staff', 1000, 5000, 1500, 'node-1'],
    ['a', 7, 12, 20, null],
  ],
};

/** URL parameters → the table, `·` for a space at the end of a line. */
const texts: readonly (readonly [string, string])[] = [
  ['', 'staff 1000 4.8kb node-1\na        7   12b·\n'],
  ['v', 'index docs  size node\nstaff 1000 4.8kb node-1\na        7   12b·\n'],
  ['h=i,d&v', 'i        d\nstaff 1000\na        7\n'],
  ['h=index&s=index', 'a\nstaff\n'],
  ['h=index&s=d:desc', 'staff\na\n'],
  ['h=size&bytes=b', '5000\n  12\n'],
  ['h=took', '1.5s\n20ms\n'],
  ['h=took&time=ms', '1500\n20\n'],
  ['h=*o*', '1000 1.5s node-1\n   7 20ms·\n'],
  ['h=nope', '\n\n'],
  [
    'help',
    'index | i | index name\ndocs  | d | documents \nsize  | - | bytes     \ntook  | - | time      \nnode  | - | node      \n',
  ],
  ['format=json&h=i,size', '[{"i":"staff","size":"4.8kb"},{"i":"a","size":"12b"}]'],
  ['format=json&h=node', '[{"node":"node-1"},{"node":null}]'],
];

function show(query: string): string {
  return render({ kind: 'table', table }, new Map(new URLSearchParams(query)), undefined).text;
}

describe('a cat table', () => {
  for (const [query, text] of texts) {
    it(`?${query}`, () => expect(show(query)).toBe(text.replaceAll('·', ' ')));
  }

  it('refuses to sort by what it has not', () => {
    expect(() => show('s=nope')).toThrow('Unable to sort by unknown sort key `nope`');
  });
});

const value = {
  took: 1,
  empty: {},
  hits: { total: 2, list: [{ _id: 'a', _source: new RawJson('{"x":{"y":1}}') }, { _id: 'b' }] },
};

/** filter_path → what is left. */
const filters: readonly (readonly [string, unknown])[] = [
  ['took', { took: 1 }],
  ['hits', { hits: value.hits }],
  ['hits.total,took', { took: 1, hits: { total: 2 } }],
  ['hits.list._id', { hits: { list: [{ _id: 'a' }, { _id: 'b' }] } }],
  ['**.y', { hits: { list: [{ _source: { x: { y: 1 } } }] } }],
  ['hits.*._id', { hits: { list: [{ _id: 'a' }, { _id: 'b' }] } }],
  ['-hits', { took: 1, empty: {} }],
  ['hits,-**._source', { hits: { total: 2, list: [{ _id: 'a' }, { _id: 'b' }] } }],
  ['nope', {}],
  ['hits.nope', {}],
];

describe('filter_path', () => {
  for (const [expression, left] of filters) {
    it(expression, () => {
      expect(JSON.parse(JSON.stringify(new FilterPath(expression).apply(value), plain))).toEqual(
        JSON.parse(JSON.stringify(left, plain)),
      );
    });
  }
});

function plain(_key: string, member: unknown): unknown {
  return member instanceof RawJson ? member.value : member;
}

describe('other forms', () => {
  const body = { kind: 'json', value: { a: [], b: { c: null, d: [1, { e: 'x' }] } } } as const;

  it('pretty', () => {
    const text =
      '{\n  "a" : [ ],\n  "b" : {\n    "c" : null,\n    "d" : [\n      1,\n      {\n        "e" : "x"\n      }\n    ]\n  }\n}\n';
    expect(render(body, new Map([['pretty', '']]), undefined).text).toBe(text);
  });

  it('YAML', () => {
    const text = '---\na: []\nb:\n  c: null\n  d:\n  - 1\n  - e: "x"\n';
    expect(render(body, new Map([['format', 'yaml']]), undefined).text).toBe(text);
  });
});

it('filters an answer that is larger than a request may be', () => {
  const answer = new RawJson(`[${Array.from({ length: 300_000 }, (_, i) => `{"n":${i}}`).join()}]`);
  const filtered = render(
    { kind: 'json', value: { items: answer } },
    new Map([['filter_path', 'errors']]),
    undefined,
  );
  expect(filtered.text).toBe('{}');
});
