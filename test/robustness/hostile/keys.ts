import { bare, type HostileInput, search, sql, withJson, withLines } from './input.ts';

/** What every object of JavaScript answers to, as names given by a user. */
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  'a.__proto__.b',
];

const named: readonly HostileInput[] = KEYS.flatMap((key) => {
  const quoted = JSON.stringify(key);
  return [
    withJson(`${key} as field`, 'PUT', `/keys/_doc/1`, `{${quoted}: 1, "b": {${quoted}: {"c": 2}}}`),
    withJson(
      `${key} as mapped field`,
      'PUT',
      `/keys/_mapping`,
      `{"properties": {${quoted}: {"type": "long"}}}`,
    ),
    withJson(
      `${key} as mapping parameter`,
      'PUT',
      `/keys/_mapping`,
      `{"properties": {"m": {"type": "long", ${quoted}: 1}}}`,
    ),
    withJson(`${key} as field type`, 'PUT', `/keys/_mapping`, `{"properties": {"m": {"type": ${quoted}}}}`),
    withJson(`${key} as index setting`, 'PUT', '/pool/_settings', `{"index": {${quoted}: 1}}`),
    withJson(`${key} as cluster setting`, 'PUT', '/_cluster/settings', `{"persistent": {${quoted}: 1}}`),
    bare(`${key} as parameter`, 'GET', `/pool/_search?a[${key}][b]=1`),
    bare(`${key} as plain parameter`, 'GET', `/pool/_search?${key}=1`),
    bare(`${key} as sort parameter`, 'GET', `/pool/_search?sort=${key}`),
    bare(`${key} as filter_path`, 'GET', `/pool/_search?filter_path=${key}.${key}`),
    search(`${key} as clause`, `{"query": {${quoted}: {"a": 1}}}`),
    search(`${key} as key of the body`, `{${quoted}: {"polluted": true}}`),
    search(`${key} as term's field`, `{"query": {"term": {${quoted}: 1}}}`),
    search(`${key} as match's field`, `{"query": {"match": {${quoted}: "x"}}}`),
    search(`${key} as aggregation`, `{"aggs": {${quoted}: {"terms": {"field": "tag"}}}}`),
    search(`${key} as aggregation's type`, `{"aggs": {"a": {${quoted}: {"field": "tag"}}}}`),
    search(`${key} as aggregation's field`, `{"aggs": {"a": {"terms": {"field": ${quoted}}}}}`),
    search(`${key} as sort`, `{"sort": [{${quoted}: "asc"}]}`),
    search(`${key} as docvalue field`, `{"docvalue_fields": [${quoted}]}`),
    search(`${key} as source filter`, `{"_source": [${quoted}]}`),
    search(`${key} as script field`, `{"script_fields": {${quoted}: {"script": "1"}}}`),
    search(`${key} as script's variable`, { script_fields: { s: { script: key } } }),
    search(
      `${key} as script's parameter`,
      `{"script_fields": {"s": {"script": {"source": "params['${key}']", "params": {${quoted}: 1}}}}}`,
    ),
    search(`${key} as script's doc field`, { script_fields: { s: { script: `doc['${key}'].value` } } }),
    search(
      `${key} as highlighted field`,
      `{"query": {"match_all": {}}, "highlight": {"fields": {${quoted}: {}}}}`,
    ),
    search(`${key} as suggester`, `{"suggest": {${quoted}: {"text": "x", "term": {"field": "title"}}}}`),
    search(`${key} as function`, `{"query": {"function_score": {${quoted}: {}}}}`),
    sql(`${key} as alias`, `SELECT n AS \`${key}\` FROM pool LIMIT 1`),
    sql(`${key} as column`, `SELECT \`${key}\` FROM pool LIMIT 1`),
    sql(`${key} as table`, `SELECT * FROM \`${key}\` LIMIT 1`),
    sql(`${key} as function`, `SELECT \`${key}\`(n) FROM pool LIMIT 1`),
    withJson(`${key} as SQL parameter`, 'POST', '/_plugins/_sql', `{"query": "SELECT 1", ${quoted}: 1}`),
    withLines(`${key} as bulk action`, '/_bulk', `{${quoted}: {"_index": "keys"}}\n{"a": 1}\n`),
    withLines(`${key} as bulk key`, '/_bulk', `{"index": {"_index": "keys", ${quoted}: 1}}\n{"a": 1}\n`),
    withJson(`${key} as analyzer`, 'POST', '/_analyze', { analyzer: key, text: 'a b' }),
    withJson(`${key} as token filter`, 'POST', '/_analyze', {
      tokenizer: 'standard',
      filter: [key],
      text: 'a b',
    }),
    withJson(
      `${key} in upsert`,
      'POST',
      '/keys/_update/u1',
      `{"doc": {${quoted}: {"x": 1}}, "doc_as_upsert": true}`,
    ),
    withJson(
      `${key} merged again`,
      'POST',
      '/keys/_update/u1',
      `{"doc": {${quoted}: {"y": 2}}, "doc_as_upsert": true}`,
    ),
  ];
});

/** The first of two members may be read before the second turns out to be broken. */
const repeated = ['[2}', '[}', '{2]', '["', '["\\', ''].map((broken) =>
  withJson(`member again, as ${broken}`, 'PUT', '/pool/_doc/again', `{"tag":[1],"tag":${broken}}`),
);

export const keys: readonly HostileInput[] = [...named, ...repeated];
