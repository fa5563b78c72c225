import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock, Pacer, prettyJson, RawJson, stringifyJson } from '../../../src/common/index.ts';
import { AnswerPieces } from '../../../src/rest/answerPieces.ts';
import { FilterPath } from '../../../src/rest/filterPath.ts';
import { type Rendered, render } from '../../../src/rest/render.ts';
import type { CatTable } from '../../../src/rest/table.ts';
import { writeJson, writeText } from '../../../src/rest/writeJson.ts';

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
  ['h=', '\n\n'],
  ['h=d,d,docs&v', '   d docs\n1000 1000\n   7    7\n'],
  [
    'help',
    'index | i | index name\ndocs  | d | documents \nsize  |   | bytes     \ntook  |   | time      \nnode  |   | node      \n',
  ],
  ['format=json&h=i,size', '[{"i":"staff","size":"4.8kb"},{"i":"a","size":"12b"}]'],
  ['format=json&h=node', '[{"node":"node-1"},{"node":null}]'],
];

/** What is sent, and the memory that was asked for. */
async function sent(rendered: Rendered): Promise<{ readonly text: string; readonly ownBytes: number }> {
  let ownBytes = 0;
  const pieces = new AnswerPieces((bytes) => {
    ownBytes += bytes;
  });
  const pacer = (): Pacer => new Pacer(new ManualClock());
  if (rendered.kind === 'text') await writeText(rendered.text, pieces, pacer);
  else await writeJson(rendered.value, rendered.pretty, pieces, pacer);
  const { content, length } = pieces.end();
  const bytes = Buffer.concat(typeof content === 'string' ? [Buffer.from(content)] : [...content]);
  expect(bytes.length).toBe(length);
  return { text: bytes.toString(), ownBytes };
}

async function show(query: string): Promise<string> {
  const params = new Map(new URLSearchParams(query));
  return (await sent(render({ kind: 'table', table }, params, undefined))).text;
}

describe('a cat table', () => {
  for (const [query, text] of texts) {
    it(`?${query}`, async () => expect(await show(query)).toBe(text.replaceAll('·', ' ')));
  }

  it('refuses to sort by what it has not', async () => {
    await expect(show('s=nope')).rejects.toThrow('Unable to sort by unknown sort key `nope`');
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

  it('pretty', async () => {
    const text =
      '{\n  "a" : [ ],\n  "b" : {\n    "c" : null,\n    "d" : [\n      1,\n      {\n        "e" : "x"\n      }\n    ]\n  }\n}\n';
    expect((await sent(render(body, new Map([['pretty', '']]), undefined))).text).toBe(text);
  });

  it('YAML', async () => {
    const text = '---\na: []\nb:\n  c: null\n  d:\n  - 1\n  - e: "x"\n';
    expect((await sent(render(body, new Map([['format', 'yaml']]), undefined))).text).toBe(text);
  });
});

it('filters an answer that is larger than a request may be', async () => {
  const answer = new RawJson(`[${Array.from({ length: 300_000 }, (_, i) => `{"n":${i}}`).join()}]`);
  const body = { kind: 'json', value: { items: answer } } as const;
  const filtered = render(body, new Map([['filter_path', 'errors']]), undefined);
  expect((await sent(filtered)).text).toBe('{}');
});

describe('large answers', () => {
  const source = (length: number): RawJson =>
    new RawJson(Buffer.from(`{"text":"${'ü'.repeat(length / 2)}"}`));
  const leaf = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constant(undefined),
    fc.integer({ min: 0, max: 6000 }).map(source),
  );
  const small = fc.oneof(
    leaf,
    fc.array(leaf, { maxLength: 5 }),
    fc.dictionary(fc.string(), leaf, { maxKeys: 5 }),
  );
  /** Values of which some are too large to be written at once, at some depth. */
  const tree = fc
    .tuple(fc.dictionary(fc.string(), small, { maxKeys: 6 }), fc.constantFrom(0, 1, 200, 700), fc.nat(3))
    .map(([item, times, depth]) => {
      let value: unknown = { before: item, items: Array.from({ length: times }, () => item), after: [] };
      for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [item, value] : { item, value, empty: {} };
      return value;
    });

  it('are the same in pieces as in one', async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.boolean(), async (value, pretty) => {
        const rendered = { kind: 'json', value, pretty, contentType: '' } as const;
        const whole = pretty ? `${prettyJson(value)}\n` : stringifyJson(value);
        expect((await sent(rendered)).text === Buffer.from(whole).toString()).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  it('part no characters of a text', async () => {
    const text = `x${'😀'.repeat(200_000)}`;
    expect((await sent({ kind: 'text', text, contentType: '' })).text === text).toBe(true);
  });

  it('do not copy the sources of documents', async () => {
    const hits = Array.from({ length: 400 }, () => ({ _id: 'a', _source: source(16_000) }));
    const { text, ownBytes } = await sent({ kind: 'json', value: { hits }, pretty: false, contentType: '' });
    expect(text.length).toBeGreaterThan(400 * 8000);
    expect(ownBytes).toBeLessThan(400 * 200);
  });

  it('hold no bytes that are not UTF-8', async () => {
    const raw = new RawJson(Buffer.concat([Buffer.from('"'), Buffer.alloc(5000, 0xff), Buffer.from('"')]));
    const { text } = await sent({ kind: 'json', value: [raw], pretty: false, contentType: '' });
    expect(text).toBe(`["${'\ufffd'.repeat(5000)}"]`);
  });
});
