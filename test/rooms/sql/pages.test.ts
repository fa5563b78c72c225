import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

/** Pages of whole statements, on an index with more rows than one search may answer with. */

const ROWS = 10_500;

interface Page {
  readonly schema?: readonly { readonly name: string; readonly type: string }[];
  readonly cursor?: string;
  readonly total?: number;
  readonly datarows: readonly (readonly unknown[])[];
}

let node: RockpoolNode;

async function post(body: object, query = ''): Promise<{ page: Page; warning: string }> {
  const { text, headers, status } = await send(node.url, 'POST', `/_plugins/_sql${query}`, body);
  expect([status, text.slice(0, 300)]).toEqual([200, expect.any(String)]);
  return {
    page: text.startsWith('{') ? JSON.parse(text) : { datarows: [] },
    warning: headers.get('warning') ?? '',
  };
}

async function allPages(query: string, fetchSize?: number) {
  const { page: first, warning } = await post({ query, fetch_size: fetchSize });
  const sizes = [first.datarows.length];
  const rows = [...first.datarows];
  for (let page = first; page.cursor !== undefined; ) {
    ({ page } = await post({ cursor: page.cursor }));
    sizes.push(page.datarows.length);
    rows.push(...page.datarows);
  }
  return { sizes, rows, total: first.total, schema: first.schema, warning };
}

async function setting(key: string, value: unknown): Promise<void> {
  await send(node.url, 'PUT', '/_cluster/settings', { transient: { [key]: value } });
}

beforeAll(async () => {
  node = await openTestNode();
  const properties = {
    n: { type: 'integer' },
    born: { type: 'date' },
    team: { type: 'keyword' },
    word: { type: 'keyword' },
  };
  await send(node.url, 'PUT', '/many', { mappings: { properties } });
  await send(node.url, 'PUT', '/few', { mappings: { properties } });
  const lines = Array.from({ length: ROWS }, (_, n) => {
    const doc = {
      n,
      born: `2024-01-${String(1 + (n % 28)).padStart(2, '0')}`,
      team: `t${n % 200}`,
      word: `w${n}`,
    };
    const copy = n < 200 ? `{"index":{"_index":"few"}}\n${JSON.stringify(doc)}\n` : '';
    return `{"index":{"_index":"many"}}\n${JSON.stringify(doc)}\n${copy}`;
  });
  await send(node.url, 'POST', '/_bulk?refresh', lines.join(''));
});

afterAll(() => node.close());

describe('statements of the V2 engine', () => {
  it('are read to their end, with the right total, and have one schema on all pages', async () => {
    const { sizes, rows, total, schema } = await allPages('SELECT n, born FROM many ORDER BY n');
    expect(sizes).toEqual([...new Array(10).fill(1000), 500]);
    expect(total).toBe(ROWS);
    expect(rows.map(([n]) => n)).toEqual(Array.from({ length: ROWS }, (_, n) => n));
    expect(schema?.map(({ type }) => type)).toEqual(['integer', 'timestamp']);
    expect([rows[0][1], rows[ROWS - 1][1]]).toEqual(['2024-01-01 00:00:00', '2024-01-28 00:00:00']);
  });

  it.each([
    ['SELECT n + 1 FROM many WHERE n >= 500 ORDER BY n', ROWS - 500, 501],
    ['SELECT n FROM many ORDER BY n LIMIT 9300 OFFSET 1100', 9300, 1100],
    ['SELECT n FROM many ORDER BY n LIMIT 20000 OFFSET 9900', 600, 9900],
    ["SELECT n FROM many WHERE CONCAT(word, '') LIKE 'w1%' AND n > 5", 1610, 10],
    ['SELECT n FROM many ORDER BY n LIMIT 1000', 1000, 0],
    ['SELECT n FROM many LIMIT 5, 0', 0, undefined],
  ])('%s', async (query, count, first) => {
    const { rows, total } = await allPages(query);
    expect([rows.length, total, rows[0]?.[0]]).toEqual([count, count, first]);
  });

  it('keep what they saw at their first page', async () => {
    const { page } = await post({ query: 'SELECT n FROM many ORDER BY n DESC' });
    await send(node.url, 'POST', '/many/_doc?refresh', { n: -1 });
    let last = page;
    while (last.cursor !== undefined) last = (await post({ cursor: last.cursor })).page;
    expect(last.datarows.at(-1)).toEqual([0]);
    await send(node.url, 'POST', '/many/_delete_by_query?refresh', { query: { term: { n: -1 } } });
  });
});

describe('fetch_size 0 and formats without pages', () => {
  it.each([
    ['SELECT n FROM few', false],
    ['SELECT n FROM many WHERE n < 200', false],
    ['SELECT n FROM many WHERE n < 201', true],
    ["SELECT n FROM many WHERE n < 200 AND CONCAT(word, '') LIKE 'w%'", false],
    ["SELECT n FROM many WHERE n < 201 AND CONCAT(word, '') LIKE 'w%'", true],
    ['SELECT n FROM many LIMIT 300', false],
    ['SELECT team, COUNT(*) FROM many GROUP BY team', false],
    ['SELECT word, COUNT(*) FROM many GROUP BY word', true],
    ['SELECT n, ROW_NUMBER() OVER (ORDER BY n) FROM few', false],
    ['SELECT n, ROW_NUMBER() OVER (ORDER BY n) FROM many', true],
  ])('%s: cut %s', async (query, isCut) => {
    const answers = [await post({ query, fetch_size: 0 }), await post({ query }, '?format=csv')];
    for (const { warning } of answers) expect(warning !== '').toBe(isCut);
  });

  it('take the limit from plugins.query.size_limit', async () => {
    await setting('plugins.query.size_limit', 7);
    const { page, warning } = await post({ query: 'SELECT n FROM few', fetch_size: 0 });
    expect([page.datarows.length, warning]).toEqual([7, expect.stringContaining('cut at 7 rows')]);
    await setting('plugins.query.size_limit', null);
  });
});

describe('with rockpool.corrections, every statement with rows has pages', () => {
  beforeAll(() => setting('rockpool.corrections', true));
  afterAll(() => setting('rockpool.corrections', null));

  it.each([
    ['SELECT f.n, m.word FROM few f JOIN many m ON f.team = m.team ORDER BY m.n', ROWS],
    ['SELECT n FROM few UNION ALL SELECT n FROM many', ROWS + 200],
    ['SELECT n FROM few UNION SELECT n FROM many', ROWS],
    ['SELECT word, COUNT(*) AS c FROM many GROUP BY word', ROWS],
    ['SELECT DISTINCT word FROM many', ROWS],
    ['SELECT n, RANK() OVER (ORDER BY n) FROM many', ROWS],
    ['SELECT n FROM many WHERE team IN (SELECT team FROM few)', ROWS],
    ['WITH x AS (SELECT n FROM many WHERE n > 99) SELECT n + 1 FROM x', ROWS - 100],
    ['SELECT n FROM many ORDER BY ABS(n - 5000), n', ROWS],
  ])('%s', async (query, count) => {
    const { sizes, total, rows } = await allPages(query, 3000);
    expect(total).toBe(count);
    expect(rows.length).toBe(count);
    expect(new Set(rows.map((row) => row.join())).size).toBeGreaterThanOrEqual(ROWS - 100);
    expect(sizes.slice(0, -1).every((size) => size === 3000)).toBe(true);
  });
});

describe('cursors', () => {
  it('are refused past search.max_open_scroll_context', async () => {
    await setting('search.max_open_scroll_context', 2);
    const open = () =>
      send(node.url, 'POST', '/_plugins/_sql', { query: 'SELECT n FROM few', fetch_size: 5 });
    const cursors: string[] = [];
    for (let i = 0; i < 2; i++) cursors.push(JSON.parse((await open()).text).cursor);
    const refused = await open();
    expect([refused.status, refused.text]).toEqual([200, expect.stringContaining('equal to: [2]')]);
    for (const cursor of cursors) {
      const { text } = await send(node.url, 'POST', '/_plugins/_sql/close', { cursor });
      expect(text).toBe('{"succeeded":true}');
    }
    expect((await open()).status).toBe(200);
    await setting('search.max_open_scroll_context', null);
  });

  it('end with their index', async () => {
    await send(node.url, 'POST', '/gone/_bulk?refresh', '{"index":{}}\n{"n":1}\n{"index":{}}\n{"n":2}\n');
    const { page } = await post({ query: 'SELECT n FROM gone', fetch_size: 1 });
    await send(node.url, 'DELETE', '/gone');
    const { status, text } = await send(node.url, 'POST', '/_plugins/_sql', { cursor: page.cursor });
    expect([status, JSON.parse(text).error.type]).toEqual([404, 'search_phase_execution_exception']);
  });
});
