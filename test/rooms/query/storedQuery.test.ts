import { describe, expect, it } from 'vitest';
import { type JsonValue, OpenSearchError } from '../../../src/common/index.ts';
import { checkStoredQuery } from '../../../src/query/index.ts';
import { contextOf, createMapper } from './shard.ts';

const mapper = createMapper({ properties: { n: { type: 'integer' }, text: { type: 'text' } } });
const { analysis, settings } = contextOf(mapper, []);

function told(query: JsonValue): string {
  try {
    checkStoredQuery({ query }, 'query', { indexName: 'test', mapper, analysis, settings, now: () => 0 });
    return 'kept';
  } catch (error) {
    if (error instanceof OpenSearchError) return `${error.type}: ${error.reason}`;
    throw error;
  }
}

describe('queries of percolator fields', () => {
  it.each<[JsonValue, string]>([
    [{ match: { text: 'tide' } }, 'kept'],
    [{ exists: { field: 'nope' } }, 'kept'],
    [
      { term: { nope: 1 } },
      'query_shard_exception: No field mapping can be found for the field with name [nope]',
    ],
    [
      { bool: { should: [{ range: { nope: { gte: 1 } } }] } },
      'query_shard_exception: No field mapping can be found for the field with name [nope]',
    ],
    [{ match: { n: 'x' } }, 'number_format_exception: For input string: "x"'],
    [{ nope: {} }, 'parsing_exception: unknown query [nope]'],
    ['x', 'parsing_exception: [_na] query malformed, must start with start_object'],
    [null, 'parsing_exception: [_na] query malformed, must start with start_object'],
    [
      { bool: { must: [{ has_child: { type: 'a', query: { match_all: {} } } }] } },
      'illegal_argument_exception: the [has_child] query is unsupported inside a percolator query',
    ],
  ])('%j: %s', (query, expected) => {
    expect(told(query)).toBe(expected);
  });
});
