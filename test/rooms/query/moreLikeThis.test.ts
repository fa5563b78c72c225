import { describe, expect, it } from 'vitest';
import { docArray, parseQuery } from '../../../src/query/index.ts';
import { contextOf, createMapper, leavesOf } from './shard.ts';

const mapper = createMapper({ properties: { t: { type: 'text' } } });
const documents = ['tide pool', 'tide tide harbor', 'night', 'harbor night night'].map((t) => ({ t }));

describe('queries that read other documents first', () => {
  it.each([
    [{ more_like_this: { fields: ['t'], like: 'tide tide', min_doc_freq: 1 } }, '0 1'],
    [{ more_like_this: { fields: ['t'], like: { _id: '3' }, min_term_freq: 1, min_doc_freq: 1 } }, '1 2'],
    [{ more_like_this: { fields: ['t'], like: 'tide tide', unlike: 'tide', min_doc_freq: 1 } }, ''],
    [{ terms: { t: { index: 'other', id: '2', path: 't' } } }, '2 3'],
  ])('%j finds %s', async (json, expected) => {
    const leaves = await leavesOf(mapper, documents);
    const tasks: (() => void | Promise<void>)[] = [];
    const query = parseQuery(json).toQuery({
      ...contextOf(mapper, leaves),
      prepare: (task) => void tasks.push(task),
      fetchDocument: async (_index, id) => documents[Number(id)] ?? null,
    });
    for (const task of tasks) await task();
    const [leaf] = leaves;
    expect([...docArray(query.match(leaf))].map((doc) => leaf.reader.id(doc)).join(' ')).toBe(expected);
  });
});
