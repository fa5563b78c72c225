import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import type { QueryShardContext } from '../../../src/query/index.ts';
import { contextOf, createMapper, find, ids, json, leavesOf } from './shard.ts';

const mapper = createMapper({
  properties: {
    tag: { type: 'keyword' },
    text: { type: 'text', fields: { raw: { type: 'keyword' } } },
    n: { type: 'integer' },
    f: { type: 'float' },
    on: { type: 'boolean' },
    at: { type: 'date' },
    ip: { type: 'ip' },
    place: { type: 'geo_point' },
    kids: { type: 'nested', properties: { name: { type: 'keyword' }, age: { type: 'integer' } } },
  },
});

const documents: readonly JsonObject[] = [
  {
    tag: ['red', 'blue'],
    text: 'the quick brown fox',
    n: 1,
    f: 0.5,
    on: true,
    at: '2024-01-15',
    ip: '10.0.0.1',
  },
  {
    tag: 'Red',
    text: 'quick quick slow',
    n: 2,
    f: 1.5,
    on: false,
    at: '2024-02-01',
    place: { lat: 52, lon: 13 },
  },
  {
    tag: 'green',
    text: 'a brown dog and a quick cat',
    n: 30,
    at: '2024-02-29',
    kids: [{ name: 'al', age: 3 }],
  },
  {
    text: 'slow fox',
    n: [4, 40],
    ip: '192.168.1.7',
    kids: [
      { name: 'al', age: 9 },
      { name: 'bo', age: 3 },
    ],
  },
  { tag: 'redish', text: 'brown quick', place: { lat: 48.8, lon: 2.3 } },
  {},
];

/** Query → the documents that it finds. */
const TABLE = `
{"match_all":{}} ⇒ 0 1 2 3 4 5
{"match_none":{}} ⇒
{"term":{"tag":"red"}} ⇒ 0
{"term":{"tag":{"value":"RED","case_insensitive":true}}} ⇒ 0 1
{"term":{"text":"quick"}} ⇒ 0 1 2 4
{"term":{"n":30}} ⇒ 2
{"term":{"n":2.5}} ⇒
{"term":{"f":1.5}} ⇒ 1
{"term":{"on":"true"}} ⇒ 0
{"term":{"at":"2024-02"}} ⇒ 1
{"term":{"at":"2024-02-01"}} ⇒ 1
{"term":{"ip":"10.0.0.0/8"}} ⇒ 0
{"term":{"nope":1}} ⇒
{"terms":{"tag":["red","green"]}} ⇒ 0 2
{"terms":{"n":[1,40,7]}} ⇒ 0 3
{"terms":{"tag":[]}} ⇒
{"ids":{"values":["1",4,"x"]}} ⇒ 1 4
{"exists":{"field":"tag"}} ⇒ 0 1 2 4
{"exists":{"field":"kids"}} ⇒
{"range":{"n":{"gt":1,"lte":30}}} ⇒ 1 2 3
{"range":{"n":{"gte":1.5,"lt":2.5}}} ⇒ 1
{"range":{"n":{"from":2,"to":null,"include_lower":false,"include_upper":true}}} ⇒ 2 3
{"range":{"tag":{"gte":"g","lt":"red"}}} ⇒ 2
{"range":{"tag":{"gt":"green","lte":"red"}}} ⇒ 0
{"range":{"at":{"gte":"2024-02-01","lt":"2024-02-01||+1M"}}} ⇒ 1 2
{"range":{"ip":{"gte":"10.0.0.0","lte":"11.0.0.0"}}} ⇒ 0
{"prefix":{"tag":"red"}} ⇒ 0 4
{"prefix":{"tag":{"value":"RED","case_insensitive":true}}} ⇒ 0 1 4
{"wildcard":{"tag":"*e?"}} ⇒ 0 1 2
{"wildcard":{"tag":{"wildcard":"?re*","boost":2}}} ⇒ 2
{"regexp":{"tag":"(gr|R).*"}} ⇒ 1 2
{"regexp":{"tag":"re~(dish)"}} ⇒ 0
{"fuzzy":{"tag":{"value":"gren"}}} ⇒ 2
{"match":{"text":"fox cat"}} ⇒ 0 2 3
{"match":{"text":{"query":"brown quick","operator":"and"}}} ⇒ 0 2 4
{"match":{"text":{"query":"brown quick slow","minimum_should_match":2}}} ⇒ 0 1 2 4
{"match":{"text":{"query":"qwick","fuzziness":"AUTO"}}} ⇒ 0 1 2 4
{"match":{"text":{"query":"","zero_terms_query":"all"}}} ⇒ 0 1 2 3 4 5
{"match":{"n":{"query":"x","lenient":true}}} ⇒
{"match_phrase":{"text":"quick brown"}} ⇒ 0
{"match_phrase":{"text":{"query":"quick brown","slop":2}}} ⇒ 0 4
{"match_phrase":{"text":{"query":"quick quick","slop":5}}} ⇒ 1
{"match_phrase_prefix":{"text":"brown qu"}} ⇒ 4
{"match_bool_prefix":{"text":"slow br"}} ⇒ 0 1 2 3 4
{"multi_match":{"query":"brown green","fields":["text","tag^3"]}} ⇒ 0 2 4
{"multi_match":{"query":"quick green","fields":["te*","tag"],"type":"cross_fields","operator":"and"}} ⇒
{"multi_match":{"query":"cat","fields":["*"]}} ⇒ 2
{"simple_query_string":{"query":"cat","fields":["text","*"]}} ⇒ 2
{"query_string":{"query":"cat","fields":["*","text^2"]}} ⇒ 2
{"query_string":{"query":"text:(quick AND NOT brown) OR n:>=30"}} ⇒ 1 2 3
{"query_string":{"query":"+quick -slow","default_field":"text"}} ⇒ 0 2 4
{"query_string":{"query":"tag:re* || text:\\"slow fox\\"~1"}} ⇒ 0 3 4
{"query_string":{"query":"n:[2 TO 4} _exists_:place"}} ⇒ 1 4
{"simple_query_string":{"query":"quick + -brown","fields":["text"]}} ⇒ 1
{"simple_query_string":{"query":"\\"slow fox\\" | cat","fields":["text"]}} ⇒ 2 3
{"bool":{}} ⇒ 0 1 2 3 4 5
{"bool":{"must":[{"exists":{"field":"tag"}}],"must_not":{"term":{"on":false}}}} ⇒ 0 2 4
{"bool":{"should":[{"term":{"n":1}},{"term":{"n":2}},{"term":{"tag":"red"}}],"minimum_should_match":2}} ⇒ 0
{"bool":{"must_not":[{"exists":{"field":"text"}}]}} ⇒ 5
{"bool":{"must":null,"should":[7,{"term":{"n":1}}]}} ⇒ 0
{"bool":{"filter":{"term":{"tag":"red"}},"should":{"term":{"n":99}}}} ⇒ 0
{"dis_max":{"queries":[{"term":{"n":1}},{"term":{"n":2}}]}} ⇒ 0 1
{"constant_score":{"filter":{"term":{"n":1}},"boost":7}} ⇒ 0
{"boosting":{"positive":{"match":{"text":"quick"}},"negative":{"term":{"n":1}},"negative_boost":0.1}} ⇒ 0 1 2 4
{"nested":{"path":"kids","query":{"bool":{"must":[{"term":{"kids.name":"al"}},{"term":{"kids.age":3}}]}}}} ⇒ 2
{"nested":{"path":"kids","query":{"exists":{"field":"kids.name"}},"score_mode":"none"}} ⇒ 2 3
{"nested":{"path":"nope","query":{"match_all":{}},"ignore_unmapped":true}} ⇒
{"script":{"script":"doc['n'].size() > 0 && doc['n'].value > 3"}} ⇒ 2 3
{"script":{"script":"doc['f'].size() > 0 && doc['f'].value > 1"}} ⇒ 1
{"script_score":{"query":{"exists":{"field":"n"}},"script":{"source":"doc['n'].value"},"min_score":2}} ⇒ 1 2 3
{"function_score":{"query":{"exists":{"field":"f"}},"field_value_factor":{"field":"f"},"min_score":1}} ⇒ 1
{"geo_distance":{"distance":"100km","place":"48.9,2.4"}} ⇒ 4
{"geo_bounding_box":{"place":{"top_left":{"lat":60,"lon":10},"bottom_right":{"lat":50,"lon":20}}}} ⇒ 1
{"geo_polygon":{"place":{"points":["40,0","60,0","50,10"]}}} ⇒ 4
{"span_near":{"clauses":[{"span_term":{"text":"quick"}},{"span_term":{"text":"fox"}}],"slop":1}} ⇒ 0
{"span_not":{"include":{"span_term":{"text":"brown"}},"exclude":{"span_term":{"text":"quick"}},"dist":1}} ⇒ 2
{"intervals":{"text":{"match":{"query":"brown quick","max_gaps":0}}}} ⇒ 0 4
{"intervals":{"text":{"match":{"query":"brown quick","ordered":true}}}} ⇒ 2 4
{"terms_set":{"tag":{"terms":["red","blue"],"minimum_should_match_script":{"source":"params.num_terms"}}}} ⇒ 0
{"terms_set":{"tag":{}}} ⇒
{"span_term":{"text":{"value":"nope","term":"fox"}}} ⇒ 0 3
{"wrapper":{"query":"eyJ0ZXJtIjp7Im4iOjF9fQ=="}} ⇒ 0
`;

const rows = TABLE.trim()
  .split('\n')
  .map((line) => line.split('⇒').map((cell) => cell.trim()) as [string, string]);

describe.each([[[6]], [[1, 2, 3]], [[0, 6]]])('clauses over segments of %j documents', (segments) => {
  let context: QueryShardContext;

  beforeAll(async () => {
    context = contextOf(mapper, await leavesOf(mapper, documents, segments));
  });

  it.each(rows)('%s finds %s', (query, expected) => {
    expect(ids(context, json(query))).toBe(expected);
  });
});

describe('scores', () => {
  it.each([
    ['{"term":{"n":1}}', 1],
    ['{"term":{"n":{"value":1,"boost":2.5}}}', 2.5],
    ['{"bool":{"filter":[{"term":{"n":1}}]}}', 0],
    ['{"constant_score":{"filter":{"term":{"n":1}},"boost":3}}', 3],
    ['{"bool":{"must":[{"term":{"n":1}},{"term":{"on":true}}]}}', 1.6931472],
    ['{"bool":{"should":[{"term":{"n":1}},{"exists":{"field":"f"}}]}}', 2],
    ['{"dis_max":{"queries":[{"term":{"n":1}},{"exists":{"field":"f"}}],"tie_breaker":0.25}}', 1.25],
    [
      '{"function_score":{"query":{"term":{"n":1}},"functions":[{"weight":2},{"weight":3}],"score_mode":"sum"}}',
      5,
    ],
    ['{"multi_match":{"query":"1","fields":["n^3","n^2"]}}', 2],
    ['{"script_score":{"query":{"term":{"n":1}},"script":{"source":"_score * 4"},"boost":2}}', 8],
  ])('%s scores %d', async (query, expected) => {
    const context = contextOf(mapper, await leavesOf(mapper, documents));
    const [first] = find(context, json(query));
    expect(first.score).toBeCloseTo(expected, 6);
  });
});
