import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { query } from './support/emptyEngine.ts';
import { StaticClient } from './support/staticClient.ts';

/** What the search is asked to do for a statement: its body without the columns. */

const mapping = {
  id: { type: 'long' },
  name: { type: 'keyword' },
  text: { type: 'text', fields: { keyword: { type: 'keyword' } } },
  words: { type: 'text' },
  price: { type: 'double' },
  rating: { type: 'float' },
  at: { type: 'date' },
  active: { type: 'boolean' },
  lines: { type: 'nested', properties: { sku: { type: 'keyword' } } },
};

async function bodyOf(sql: string): Promise<JsonObject> {
  const client = new StaticClient({ t: { mapping, documents: [] } });
  await query(sql, client);
  const { _source: _columns, ...body } = client.bodies[0];
  return body;
}

const DOC = [{ _doc: { order: 'asc' } }];
const millis = (text: string): number => Date.parse(`${text}T00:00:00Z`);

describe('conditions that the engine answers', () => {
  it.each<[string, JsonObject]>([
    ['id = 1', { term: { id: { value: 1 } } }],
    ['2147483648 = id', { term: { id: { value: 2147483648 } } }],
    ['5.5 < price', { range: { price: { gt: 5.5 } } }],
    ['id >= 1', { range: { id: { gte: 1 } } }],
    ["text = 'a'", { term: { 'text.keyword': { value: 'a' } } }],
    ["text >= 'a'", { range: { text: { gte: 'a' } } }],
    ["'a' <= text", { range: { 'text.keyword': { gte: 'a' } } }],
    ["words = 'a'", { term: { words: { value: 'a' } } }],
    [
      "name <> 'a'",
      { bool: { filter: [{ exists: { field: 'name' } }], must_not: [{ term: { name: { value: 'a' } } }] } },
    ],
    ['id IN (1, 2)', { terms: { id: [1, 2] } }],
    ['id NOT IN (1, 2)', { bool: { must_not: [{ terms: { id: [1, 2] } }] } }],
    ["name LIKE 'a%_*'", { wildcard: { name: { value: 'a*?*', case_insensitive: true } } }],
    ['name IS NULL', { bool: { must_not: [{ exists: { field: 'name' } }] } }],
    ['NOT id < 3', { bool: { must_not: [{ range: { id: { lt: 3 } } }] } }],
    ['name = NULL', { term: { name: { value: 'null' } } }],
    ['name < NULL', { range: { name: { lt: 'null' } } }],
    [
      "name NOT LIKE 'a%'",
      {
        bool: {
          filter: [{ exists: { field: 'name' } }],
          must_not: [{ wildcard: { name: { value: 'a*', case_insensitive: true } } }],
        },
      },
    ],
    [
      "at > TIMESTAMP '2024-01-01 00:00:00'",
      { range: { at: { gt: millis('2024-01-01'), format: 'epoch_millis' } } },
    ],
    ["at > '2024-01-01 00:00:00'", { range: { at: { gt: millis('2024-01-01'), format: 'epoch_millis' } } }],
    [
      'YEAR(at) = 2024',
      { range: { at: { gte: millis('2024-01-01'), lt: millis('2025-01-01'), format: 'epoch_millis' } } },
    ],
    ['YEAR(at) > 2024', { range: { at: { gte: millis('2025-01-01'), format: 'epoch_millis' } } }],
    [
      "MATCH(words, 'a b', operator='and', boost=2)",
      { match: { words: { query: 'a b', operator: 'and', boost: 2 } } },
    ],
    ["words = MATCH_QUERY('a')", { match: { words: { query: 'a' } } }],
    ["MULTI_MATCH(['words'^2, text], 'a')", { multi_match: { query: 'a', fields: ['words^2', 'text'] } }],
    ["QUERY('words:a')", { query_string: { query: 'words:a' } }],
    ["WILDCARD_QUERY(name, 'a%')", { wildcard: { name: { value: 'a*' } } }],
  ])('%s', async (condition, clause) => {
    expect(await bodyOf(`SELECT id FROM t WHERE ${condition}`)).toEqual({
      from: 0,
      size: 200,
      query: clause,
      sort: DOC,
    });
  });

  it('are combined', async () => {
    const body = await bodyOf("SELECT id FROM t WHERE id > 1 AND (name = 'a' OR price < 2)");
    expect(body.query).toEqual({
      bool: {
        filter: [
          { range: { id: { gt: 1 } } },
          { bool: { should: [{ term: { name: { value: 'a' } } }, { range: { price: { lt: 2 } } }] } },
        ],
      },
    });
  });

  it('leave to the rows what only they can tell', async () => {
    const body = await bodyOf(
      "SELECT id FROM t WHERE UPPER(name) = 'A' AND id > 1 AND 2 = rating AND 3 = id",
    );
    expect(body).toMatchObject({ query: { range: { id: { gt: 1 } } }, size: 1000 });
  });

  it('a bare column filters nothing (recorded)', async () => {
    expect(await bodyOf('SELECT id FROM t WHERE active')).not.toHaveProperty('query');
  });
});

describe('sort and limit', () => {
  it.each<[string, JsonObject]>([
    ['ORDER BY id', { size: 200, from: 0, sort: [{ id: { order: 'asc', missing: '_first' } }] }],
    [
      'ORDER BY text DESC LIMIT 5, 10',
      { size: 10, from: 5, sort: [{ 'text.keyword': { order: 'desc', missing: '_last' } }] },
    ],
    ['ORDER BY id NULLS LAST', { size: 200, from: 0, sort: [{ id: { order: 'asc', missing: '_last' } }] }],
    ['ORDER BY _score DESC', { size: 200, from: 0, sort: [{ _score: { order: 'desc' } }] }],
    ['ORDER BY ABS(id) LIMIT 1', { size: 200, from: 0 }],
    ['ORDER BY id, ABS(id) LIMIT 1', { size: 200, from: 0 }],
  ])('%s', async (clauses, expected) => {
    expect(await bodyOf(`SELECT id FROM t ${clauses}`)).toEqual(expected);
  });

  it('read only what is used', async () => {
    const client = new StaticClient({ t: { mapping, documents: [] } });
    await query('SELECT UPPER(name), id FROM t WHERE price > 1 ORDER BY at', client);
    expect(client.bodies[0]._source).toEqual({ includes: ['price', 'at', 'name', 'id'] });
  });
});

describe('groups', () => {
  const terms = (field: string, order = 'asc'): JsonObject => ({
    terms: { field, missing_bucket: true, missing_order: order === 'asc' ? 'first' : 'last', order },
  });

  async function groupsOf(sql: string): Promise<{ sources: JsonObject[]; metrics: unknown; size: unknown }> {
    const client = new StaticClient({ t: { mapping, documents: [] } }, { groups: { buckets: [] } });
    await query(sql, client);
    const { groups } = client.bodies[0].aggregations as {
      groups: { composite: JsonObject; aggregations?: JsonObject };
    };
    const sources = (groups.composite.sources as JsonObject[]).flatMap((source) =>
      Object.values(source),
    ) as JsonObject[];
    const metrics = groups.aggregations === undefined ? [] : Object.values(groups.aggregations);
    return { sources, metrics, size: groups.composite.size };
  }

  it.each<[string, JsonObject[], JsonObject[]]>([
    ['SELECT name, COUNT(*) FROM t GROUP BY name', [terms('name')], []],
    ['SELECT text, AVG(price) FROM t GROUP BY text', [terms('text.keyword')], [{ avg: { field: 'price' } }]],
    [
      'SELECT name, active FROM t GROUP BY name, active ORDER BY active DESC',
      [terms('active', 'desc'), terms('name')],
      [],
    ],
    ['SELECT DISTINCT name FROM t', [terms('name')], []],
    [
      'SELECT name, VAR_POP(price) FROM t GROUP BY 1',
      [terms('name')],
      [{ extended_stats: { field: 'price' } }],
    ],
    [
      'SELECT name, COUNT(*) FILTER(WHERE price > 1) FROM t GROUP BY name',
      [terms('name')],
      [{ filter: { range: { price: { gt: 1 } } } }],
    ],
    [
      'SELECT UPPER(name), AVG(price) FROM t GROUP BY UPPER(name)',
      [terms('name')],
      [{ stats: { field: 'price' } }],
    ],
    ['SELECT id / 10, SUM(id) FROM t GROUP BY id / 10', [terms('id')], [{ sum: { field: 'id' } }]],
  ])('%s', async (sql, sources, metrics) => {
    expect(await groupsOf(sql)).toMatchObject({ sources, metrics });
  });

  it.each([
    ['YEAR(at)', 'year'],
    ['MONTH(at)', 'month'],
    ['DAYNAME(at)', 'day'],
    ['CONCAT(MONTHNAME(at), DAYNAME(at))', 'day'],
    ['HOUR(at)', 'hour'],
  ])('GROUP BY %s takes buckets of one %s', async (expression, unit) => {
    const { sources } = await groupsOf(`SELECT COUNT(*) FROM t GROUP BY ${expression}`);
    expect(sources).toMatchObject([{ date_histogram: { field: 'at', calendar_interval: unit } }]);
  });

  it('count all documents by the number of hits', async () => {
    expect(await bodyOf('SELECT COUNT(*) FROM t')).toEqual({ size: 0, track_total_hits: true });
  });

  it('fold buckets of the columns that a condition reads', async () => {
    const { sources } = await groupsOf('SELECT COUNT(*) FROM t WHERE LENGTH(name) > 3');
    expect(sources).toEqual([terms('name')]);
  });
});
