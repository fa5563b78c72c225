import { describe, expect, it } from 'vitest';
import { apisOf } from '../../../src/console/app/requests/apis.ts';
import {
  type Bodies,
  bodiesAt,
  proposalsAt,
  type RequestCatalog,
} from '../../../src/console/app/requests/proposals.ts';
import { requestBodies } from '../../../src/rest/bodies/bodies.ts';
import { openApiDocument, restRoutes } from '../../../src/rest/index.ts';

const field = (name: string, type: string) => ({ name, type, dimension: null, details: '' });
const openApi = openApiDocument({ routes: restRoutes, basicAuth: false });
const catalog: RequestCatalog = {
  apis: apisOf(openApi as unknown as Parameters<typeof apisOf>[0]),
  bodies: requestBodies as Bodies,
  tables: new Map([
    ['movies', [field('title', 'text'), field('imdb', 'float')]],
    ['my-logs', [field('host', 'keyword')]],
  ]),
};

/** What is written at `§`, with the cursor's later place as `|`; `…` for more. */
function written(marked: string): readonly string[] {
  const at = marked.indexOf('§');
  const found = proposalsAt(marked.replace('§', ''), at, catalog);
  return (found?.options ?? []).map(({ insert }) => insert);
}

const IN_LINES: readonly (readonly [string, readonly string[]])[] = [
  ['§', ['GET /|', 'POST /|', 'PUT /|']],
  ['GET /_search\n\nPO§', ['GET /|', 'POST /|']],
  ['GET §', ['/movies', '/my-logs', '/_cluster/health', '/_cat/indices']],
  ['GET /§', ['movies', 'my-logs', '_cat/indices', '_search', '_mapping']],
  ['PUT /_index_te§', ['_index_template', '_ingest/pipeline']],
  ['POST /movies/_§', ['_search', '_update_by_query', '_doc', '_bulk']],
  ['GET /_cat/indices/§', ['movies', 'my-logs']],
  ['GET /movies/_search?§', ['q=|', 'size=|', 'pretty', 'track_total_hits']],
  ['GET /movies/_search?search_type=§', ['query_then_fetch', 'dfs_query_then_fetch']],
  ['GET /movies/_search?expand_wildcards=open,§', ['open', 'closed', 'hidden', 'none', 'all']],
];

const OF_VARIABLES: readonly (readonly [string, readonly string[]])[] = [
  ['@index = movies\n@n = 5\nGET /${§', ['index}', 'n}']],
  ['@index = movies\nGET /${§}/_search', ['index']],
  ['@n = 5\nGET /_search\n{ "size": ${§} }', ['n']],
];

const IN_BODIES: readonly (readonly [string, readonly string[]])[] = [
  ['GET /movies/_search\n{ § }', ['"query": {|}', '"aggs": {"|": {|}}', '"size": |', '"_source": ["|"]']],
  ['GET /movies/_search\n{ "qu§" }', ['"query": {|}']],
  ['GET /movies/_search\n{ "query": { "ma§": {} } }', ['"match"', '"match_all"']],
  ['GET /movies/_search\n{"query":{"match":{§}}}', ['"title": {|}', '"imdb": {|}']],
  ['GET /movies/_search\n{"query":{"match":{"title":{§}}}}', ['"query": |', '"operator": "|"']],
  ['GET /movies/_search\n{"query":{"match":{"title":{"operator":"§"}}}}', ['"and"', '"or"']],
  ['GET /movies/_search\n{"query":{"bool":{"must":[{"range":{"imdb":{§', ['"gt": |', '"gte": |']],
  ['GET /movies/_search\n{"query":{§', ['"match": {"|": "|"}', '"range": {"|": {"gte": |, "lte": |}}']],
  ['GET /movies/_search\n{§', ['"sort": [{"|": {"order": "desc"}}]']],
  ['GET /movies/_search\n{"aggs":{§', ['"|": {|}']],
  ['PUT /new\n{"mappings":{§', ['"properties": {"|": {"type": "|"}}']],
  ['PUT /new\n{"mappings":{"properties":{§', ['"|": {"type": "|"}']],
  ['GET /movies/_search\n{"query":{"bool":{§', ['"must": [{|}]', '"filter": [{|}]']],
  [
    'GET /movies/_search\n{"aggs":{"a":{§',
    ['"terms": {"field": "|"}', '"max_bucket": {"buckets_path": "|"}', '"filter": {|}'],
  ],
  ['GET /movies/_search\n{"aggs":{"a":{"terms":{"field":§', ['"title"', '"imdb"']],
  ['GET /_search\n{"sort":[{"§', ['"title": {|}', '"host": {|}']],
  ['PUT /new\n{"mappings":{"properties":{"a":{"type":"§', ['"keyword"', '"knn_vector"', '"nested"']],
  [
    'PUT /new\n{"mappings":{"properties":{"a":{"type":"keyword",§',
    ['"ignore_above": |', '"fields": {"|": {"type": "|"}}'],
  ],
  [
    'PUT /new\n{"mappings":{"properties":{"a":{ §, "type": "knn_vector"}',
    ['"dimension": |', '"method": {|}'],
  ],
  [
    'PUT /new\n{"mappings":{"properties":{"a":{"type":"knn_vector","method":{"engine":§',
    ['"nmslib"', '"faiss"'],
  ],
  ['POST /_bulk\n{§', ['"index": {|}', '"delete": {|}']],
  ['POST /movies/_bulk\n{"index":{}}\n{§', ['"title": |', '"imdb": |']],
  ['POST /_msearch\n{}\n{§', ['"query": {|}']],
  ['POST /_aliases\n{"actions":[{"add":{"index":§', ['"movies"', '"my-logs"']],
];

describe('what a request may go on with', () => {
  it.each([...IN_LINES, ...OF_VARIABLES, ...IN_BODIES])('%s', (marked, expected) => {
    expect(written(marked)).toEqual(expect.arrayContaining([...expected]));
  });

  it.each([
    ['GET /_search §', 'nothing behind the path'],
    ['GET /_search\n{\n  # a comment§\n}', 'nothing in a comment'],
    ['GET /_search\n{\n  /* a\n comment§ */\n}', 'nothing in a long comment'],
    ['GET /_search\n{"query":{"match":{"title":{"query":"st§', 'nothing in a text of their own'],
  ])('%s: %s', (marked) => {
    expect(written(marked)).toEqual([]);
  });

  it('leaves out what is there, behind the cursor too, and replaces the word with its quotes', () => {
    expect(written('GET /_search\n{"size":1, §, "query":{}}')).not.toEqual(
      expect.arrayContaining(['"size": |']),
    );
    const text = 'GET /_search\n{ "qu" }';
    const at = text.indexOf('"qu"');
    expect(proposalsAt(text, at + 3, catalog)).toMatchObject({ from: at, to: at + 4 });
  });

  const bodies = (marked: string): readonly string[] => {
    const at = marked.indexOf('§');
    return (bodiesAt(marked.replace('§', ''), at, catalog)?.options ?? []).map(({ insert }) => insert);
  };

  it.each([
    ['GET /movies/_search\n§', '{\n  "query": {\n    "match_all": {}\n  }\n}'],
    ['GET /movies/_search?size=1\n{§}\n\nGET /_cat/indices', '{\n  "query": {\n    "match_all": {}\n  }\n}'],
    ['POST /movies/_count\n{\n  §\n', '{\n  "query": {\n    |\n  }\n}'],
    ['POST movies/_bulk\n§', '{"index": {"_id": "|"}}\n{|}\n'],
    ['PUT /new/_mapping\n§', '{\n  "properties": {\n    "|": {\n      "type": "|"\n    }\n  }\n}'],
  ])('%s begins a body', (marked, first) => {
    expect(bodies(marked)[0]).toBe(first);
  });

  it.each([
    'GET /movies/_search§',
    'GET /movies/_search\n{ "size": § }',
    'GET /movies/_search\n{}\n§',
    'GET /_cat/indices\n§',
    'DELETE /movies\n§',
    '§',
  ])('%s begins none', (marked) => {
    expect(bodies(marked)).toEqual([]);
  });

  it('offers nothing that is hidden, refused or from before', () => {
    const all = [...written('GET /§'), ...written('POST /§')].join(' ');
    expect(all).not.toMatch(/_opendistro|_console/);
  });
});
