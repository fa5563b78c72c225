import { describe, expect, it } from 'vitest';
import { OpenSearchError, parseJson, placeError } from '../../../src/common/index.ts';
import { CLAUSES, parseQuery, parseQueryAt } from '../../../src/query/index.ts';
import { contextOf, createMapper, leavesOf } from './shard.ts';

function failure(run: () => unknown): OpenSearchError {
  try {
    run();
  } catch (error) {
    if (error instanceof OpenSearchError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** Query → type, reason, and place where the original prints one. */
const PARSE_ERRORS: readonly (readonly [string, string, string])[] = [
  ['{"nope": {}}', 'parsing_exception', 'unknown query [nope] 1:20'],
  ['{"matc": {}}', 'parsing_exception', 'unknown query [matc] did you mean [match]? 1:20'],
  ['{}', 'illegal_argument_exception', 'query malformed, empty clause found at [1:12]'],
  ['[]', 'parsing_exception', '[_na] query malformed, must start with start_object 1:11'],
  ['{"term": 1}', 'parsing_exception', '[term] query malformed, no start_object after query name 1:20'],
  [
    '{"match_all": {}, "x": 1}',
    'parsing_exception',
    '[match_all] malformed query, expected [END_OBJECT] but found [FIELD_NAME] 1:29',
  ],
  ['{"bool": {"nope": []}}', 'x_content_parse_exception', '[1:21] [bool] unknown field [nope]'],
  [
    '{"bool": {"mus": []}}',
    'x_content_parse_exception',
    '[1:21] [bool] unknown field [mus] did you mean [must]?',
  ],
  [
    '{"bool": {"must": [{"nope": {}}]}}',
    'x_content_parse_exception',
    '[1:39] [bool] failed to parse field [must]',
  ],
  [
    '{"term": {"a": {"value": 1, "nope": 2}}}',
    'parsing_exception',
    '[term] query does not support [nope] 1:47',
  ],
  [
    '{"term": {"a": 1, "b": 2}}',
    'parsing_exception',
    "[term] query doesn't support multiple fields, found [a] and [b] 1:34",
  ],
  ['{"term": {"a": [1]}}', 'parsing_exception', '[term] query does not support array of values 1:26'],
  ['{"terms": {"a": 1}}', 'parsing_exception', '[terms] query does not support [a] 1:27'],
  ['{"range": {"a": {"above": 1}}}', 'parsing_exception', '[range] query does not support [above] 1:37'],
  ['{"script_score": {}}', 'illegal_argument_exception', 'Required [query, script]'],
  [
    '{"term": {"a": {"value": 1, "boost": true}}}',
    'json_parse_exception',
    'Current token (VALUE_TRUE) not numeric, can not use numeric value accessors\n at [Source: (org.opensearch.common.io.stream.InputStreamStreamInput); line: 1, column: 52]',
  ],
  [
    '{"intervals": {"a": {"match": {"max_gaps": 3}, "all_of": {"intervals": []}}}}',
    'illegal_argument_exception',
    'Required [query]',
  ],
  [
    '{"terms_set": {"a": {"terms": 1}}}',
    'parsing_exception',
    '[terms_set] unknown token [VALUE_NUMBER] after [terms] 1:41',
  ],
  ['{"range": {"a": []}}', 'illegal_argument_exception', 'field name is null or empty'],
  [
    '{"bool": {"filter": "x"}}',
    'x_content_parse_exception',
    "[1:31] [bool] filter doesn't support values of type: VALUE_STRING",
  ],
  ['{"bool": {"filter": [1]}}', 'x_content_parse_exception', '[1:33] [bool] failed to parse field [filter]'],
  ['{"bool": {"filter": [[]]}}', 'x_content_parse_exception', '[1:32] [bool] failed to parse field [filter]'],
  [
    '{"bool": {"boost": null}}',
    'x_content_parse_exception',
    "[1:30] [bool] boost doesn't support values of type: VALUE_NULL",
  ],
  [
    '{"bool": {"_name": 1}}',
    'x_content_parse_exception',
    "[1:30] [bool] _name doesn't support values of type: VALUE_NUMBER",
  ],
  [
    '{"bool": {"adjust_pure_negative": "x"}}',
    'x_content_parse_exception',
    '[1:45] [bool] failed to parse field [adjust_pure_negative]',
  ],
  ['{"match": {}}', 'parsing_exception', 'No text specified for text query 1:22'],
  ['{"match_phrase": {}}', 'illegal_argument_exception', '[match_phrase] requires fieldName'],
  [
    '{"match": {"a": {"query": {"b": 1}}}}',
    'parsing_exception',
    '[match] unknown token [START_OBJECT] after [query] 1:37',
  ],
  [
    '{"wildcard": {"a": {"value": {"b": 1}}}}',
    'illegal_state_exception',
    "Can't get text on a START_OBJECT at 1:40",
  ],
  ['{"exists": {}}', 'parsing_exception', '[exists] must be provided with a [field] 1:23'],
  [
    '{"match": {"a": {"query": "x", "operator": "nor"}}}',
    'illegal_argument_exception',
    'No enum constant org.opensearch.index.query.Operator.NOR',
  ],
  [
    '{"bool": {"must": [{"match": {"a": {"query": "x", "operator": "nor"}}}]}}',
    'x_content_parse_exception',
    '[1:73] [bool] failed to parse field [must]',
  ],
  [
    '{"bool": {"must": [{"term": {}}]}}',
    'x_content_parse_exception',
    '[1:40] [bool] failed to parse field [must]',
  ],
  ['{"nested": {"path": "a"}}', 'illegal_argument_exception', "[nested] requires 'query' field"],
  ['{"knn": {"v": {"vector": [1], "k": 0}}}', 'illegal_argument_exception', '[knn] requires k > 0'],
  ['{"knn": {"v": {"vector": [], "k": 1}}}', 'illegal_argument_exception', '[knn] query vector is empty'],
  ['{"shape": {}}', 'not_emulated_exception', 'the query [shape] is not emulated by Rockpool'],
];

describe('errors of parsing', () => {
  it.each(PARSE_ERRORS)('%s: %s %s', (query, type, expected) => {
    const text = `{"query": ${query}}`;
    const root = parseJson(text) as { query: never };
    const error = placeError(
      failure(() => parseQueryAt(root, 'query')),
      root,
      text,
    );
    const { line, col } = error.metadata;
    expect([error.type, line === undefined ? error.reason : `${error.reason} ${line}:${col}`]).toEqual([
      type,
      expected,
    ]);
  });

  it.each([
    ['{"bool": {"must": [{"bool": {"filter": {"nope": {}}}}]}}', 'unknown query [nope]'],
    ['{"bool": {"must": [{"bool": {"boost": "x"}}]}}', '[1:1] [bool] failed to parse field [boost]'],
  ])('%s: the root cause is %s', (query, reason) => {
    const error = failure(() => parseQuery(parseJson(query)));
    expect([error.reason, error.rootCause.reason]).toEqual([
      '[1:1] [bool] failed to parse field [must]',
      reason,
    ]);
  });

  it('refuses queries that nest too deep', () => {
    let query: Record<string, unknown> = { match_all: {} };
    for (let i = 0; i < 300; i++) query = { bool: { must: query } };
    let error: OpenSearchError | null = failure(() => parseQuery(query as never));
    while (error?.causedBy) error = error.causedBy;
    expect(error?.reason).toContain('nested deeper');
  });
});

const mapper = createMapper({
  properties: {
    n: { type: 'integer' },
    day: { type: 'date', format: 'yyyy-MM-dd' },
    word: { type: 'keyword' },
    hidden: { type: 'keyword', index: false },
    v: { type: 'knn_vector', dimension: 2 },
    blob: { type: 'binary' },
  },
});

/** Query → error of binding it to an index. */
const BIND_ERRORS: readonly (readonly [string, string, string])[] = [
  ['{"range":{"n":{"gte":[1,2]}}}', 'query_shard_exception', 'failed to create query: For input string: "]"'],
  ['{"term":{"n":"abc"}}', 'query_shard_exception', 'failed to create query: For input string: "abc"'],
  [
    '{"term":{"hidden":"x"}}',
    'query_shard_exception',
    'failed to create query: Cannot search on field [hidden] since it is not indexed.',
  ],
  ['{"term":{"blob":"x"}}', 'query_shard_exception', 'Binary fields do not support searching'],
  [
    '{"range":{"day":{"gte":"soon"}}}',
    'parse_exception',
    'failed to parse date field [soon] with format [yyyy-MM-dd]: [failed to parse date field [soon] with format [yyyy-MM-dd]]',
  ],
  ['{"regexp":{"word":"[A"}}', 'query_shard_exception', "failed to create query: expected ']' at position 2"],
  [
    '{"prefix":{"n":"1"}}',
    'query_shard_exception',
    'Can only use prefix queries on keyword and text fields - not on [n] which is of type [integer]',
  ],
  ['{"query_string":{"query":"word:(a"}}', 'query_shard_exception', 'Failed to parse query [word:(a]'],
  [
    '{"nested":{"path":"n","query":{"match_all":{}}}}',
    'query_shard_exception',
    'failed to create query: [nested] failed to find nested object under path [n]',
  ],
  [
    '{"knn":{"n":{"vector":[1,2],"k":1}}}',
    'query_shard_exception',
    "failed to create query: Field 'n' is not knn_vector type.",
  ],
  [
    '{"knn":{"v":{"vector":[1],"k":1}}}',
    'query_shard_exception',
    'failed to create query: Query vector has invalid dimension: 1. Dimension should be: 2',
  ],
];

describe('errors of binding', () => {
  it.each(BIND_ERRORS)('%s: %s %s', async (query, type, reason) => {
    const context = contextOf(mapper, await leavesOf(mapper, [{ n: 1 }]));
    const error = failure(() => parseQuery(parseJson(query)).toQuery(context));
    expect([error.type, error.reason]).toEqual([type, reason]);
  });
});

describe('the table of clauses', () => {
  it('names and documents each clause once', () => {
    const names = CLAUSES.flatMap((clause) => clause.names);
    expect(new Set(names).size).toBe(names.length);
    expect(CLAUSES.filter((clause) => clause.doc === '')).toEqual([]);
  });
});
