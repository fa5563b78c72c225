import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { parseQuery } from '../../../src/query/index.ts';
import { contextOf, createMapper, find, leavesOf } from './shard.ts';

const mapper = createMapper({
  properties: {
    text: { type: 'text' },
    english: { type: 'text', analyzer: 'english' },
    tag: { type: 'keyword' },
  },
});

const TEXTS = ['red sea red', 'red sea', 'sea red fish red', 'the deep red', 'red and blue'];

/** Rule on a field → the documents, each with its score (frequency / (1 + frequency)). */
const FOUND: readonly (readonly [string, JsonObject, Readonly<Record<number, number>>])[] = [
  ['text', { match: { query: 'red sea red', max_gaps: 0 } }, { 0: 1 / 3 }],
  ['text', { match: { query: 'red red', ordered: true } }, { 0: 1 / 4, 2: 1 / 4 }],
  [
    'text',
    { any_of: { intervals: [{ match: { query: 'red sea', ordered: true } }, { match: { query: 'fish' } }] } },
    { 0: 1 / 3, 1: 1 / 3, 2: 1 / 2 },
  ],
  ['english', { match: { query: 'red the blue', ordered: true, max_gaps: 0 } }, { 4: 1 / 2 }],
  ['text', { match: { query: 'red', filter: { script: { source: 'interval.start > 2' } } } }, { 2: 1 / 2 }],
  [
    'text',
    { all_of: { intervals: [{ match: { query: 'sea fish', ordered: true } }], max_gaps: 0 } },
    { 2: 1 / 3 },
  ],
  ['text', { match: { query: 'red', use_field: 'nope' } }, {}],
];

/** Body of the clause → what it fails with. */
const FAILURES: readonly (readonly [JsonObject, string])[] = [
  [{}, 'Expected [FIELD_NAME] but got [END_OBJECT]'],
  [{ text: 5 }, 'Expected [START_OBJECT] but got [VALUE_NUMBER]'],
  [{ text: { match: 5 } }, '[1:1] [match] Expected START_OBJECT but was: VALUE_NUMBER'],
  [{ text: { match: { query: 'a', nope: 1 } } }, '[1:1] [match] unknown field [nope]'],
  [{ text: { match: { query: 'a' } }, tag: {} }, 'Expected [END_OBJECT] but got [FIELD_NAME]'],
  [{ text: { any_of: { intervals: [{ nope: {} }] } } }, '[1:1] [any_of] failed to parse field [intervals]'],
  [{ text: { match: { query: 'a', filter: {} } } }, '[1:1] [match] failed to parse field [filter]'],
  [
    { text: { match: { query: 'a', use_field: 'tag' } } },
    'Can only use interval queries on text fields - not on [tag] which is of type [keyword]',
  ],
];

describe('intervals', async () => {
  const leaves = await leavesOf(
    mapper,
    TEXTS.map((text) => ({ text, english: text })),
  );
  const context = contextOf(mapper, leaves);

  it.each(FOUND)('%s: %j', (field, rule, expected) => {
    const found = find(context, { intervals: { [field]: rule } });
    expect(found.map(({ id }) => id)).toEqual(Object.keys(expected));
    for (const { id, score } of found) expect(score).toBeCloseTo(expected[Number(id)], 6);
  });

  it('refuses a block of disjunctions with too many combinations', () => {
    const phrases = ['red sea', 'deep red'].map((query) => ({ match: { query, ordered: true } }));
    const block = (length: number) => {
      const intervals = Array.from({ length }, () => ({ any_of: { intervals: phrases } }));
      // A term between two equal sources keeps them apart: they would become one repeated source.
      const apart = intervals.flatMap((one, i) => [one, { match: { query: `w${i}` } }]);
      return { intervals: { text: { all_of: { intervals: apart, ordered: true, max_gaps: 0 } } } };
    };
    expect(() => parseQuery(block(10)).toQuery(context)).not.toThrow();
    expect(() => parseQuery(block(11)).toQuery(context)).toThrow('maxClauseCount is set to 1024');
  });

  it.each(FAILURES)('%j fails', (body, message) => {
    expect(() => parseQuery({ intervals: body }).toQuery(context)).toThrow(message);
  });
});
