import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { aggregate, type Document, failureOf, type Mapping, type Shards } from './support.ts';

const mapping: Mapping = { n: 'integer', link: { type: 'join', relations: { question: 'answer' } } };

const run = async (shards: Shards, aggs: JsonObject) =>
  JSON.stringify((await aggregate(mapping, shards, { a: aggs })).a);

describe('children and parent', () => {
  const refused = [
    [{ children: {} }, /Missing \[child_type\] field for children aggregation \[a\]/],
    [{ parent: { type: 1 } }, /Unexpected token VALUE_NUMBER in \[a\]\./],
    [{ children: { kind: 'answer' } }, /Unknown key for a VALUE_STRING in \[a\]: \[kind\]\./],
  ] as const;
  it.each(refused)('%j is refused', async (aggs, words) => {
    expect(await failureOf(mapping, [[]], JSON.stringify({ a: aggs }))).toMatch(words);
  });

  it('answer nothing for a type that is nobody’s child', async () => {
    expect(await run([[[{ n: 1 }]]], { children: { type: 'question' } })).toBe('{"doc_count":0}');
  });

  it('join the sides within a shard', async () => {
    const docs: Document[] = [
      { link: 'question', n: 1 },
      { link: { name: 'answer', parent: '0-0' }, n: 10 },
      { link: { name: 'answer', parent: '0-0' }, n: 20 },
      { link: 'question', n: 2 },
    ];
    expect(await run([[docs]], { children: { type: 'answer' }, aggs: { s: { sum: { field: 'n' } } } })).toBe(
      '{"doc_count":2,"s":{"value":30}}',
    );
    expect(await run([[docs]], { parent: { type: 'answer' }, aggs: { s: { sum: { field: 'n' } } } })).toBe(
      '{"doc_count":1,"s":{"value":1}}',
    );
    const children = { children: { type: 'answer' }, aggs: { s: { sum: { field: 'n' } } } };
    expect(await run([[docs]], { global: {}, aggs: { c: children } })).toBe(
      '{"doc_count":4,"c":{"doc_count":2,"s":{"value":30}}}',
    );
    expect(await run([[docs]], { global: {}, aggs: { f: { sampler: {}, aggs: { c: children } } } })).toBe(
      '{"doc_count":4,"f":{"doc_count":4,"c":{"doc_count":2,"s":{"value":30}}}}',
    );
  });
});
