import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock, SeededRandom } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { checkMemory, masked } from '../../../src/sql/resources.ts';
import { SqlStats } from '../../../src/sql/stats.ts';
import { openTestNode, send } from '../../support/node.ts';

/** Every setting of the SQL plugin takes effect with the next statement. */

let node: RockpoolNode;

beforeAll(async () => {
  node = await openTestNode({ random: new SeededRandom(5) });
  const lines = Array.from({ length: 9 }, (_, n) => `{"index":{}}\n{"n":${n}}\n`);
  await send(node.url, 'POST', '/t/_bulk?refresh', lines.join(''));
});

afterAll(() => node.close());

const set = (settings: object, path = '/_plugins/_query/settings') =>
  send(node.url, 'PUT', path, { transient: settings });

async function ask(query: string, fetchSize?: number) {
  const { status, text } = await send(node.url, 'POST', '/_plugins/_sql', { query, fetch_size: fetchSize });
  const { error, datarows, cursor } = JSON.parse(text);
  return { status, details: error?.details, rows: datarows?.length, hasCursor: cursor !== undefined };
}

describe('settings', () => {
  it.each<[Record<string, unknown>, string, number | undefined, object]>([
    [{ 'plugins.sql.enabled': false }, 'SELECT n FROM t', undefined, { details: /plugins.sql.enabled/ }],
    [{ 'plugins.query.size_limit': 4 }, 'SELECT n FROM t', 0, { rows: 4 }],
    [
      { 'plugins.query.memory_limit': '0%' },
      'SELECT n FROM t',
      undefined,
      { details: /resource is not enough/ },
    ],
    [
      { 'plugins.query.memory_limit': '1kb' },
      'SELECT n FROM t',
      undefined,
      { details: /resource is not enough/ },
    ],
    [{ 'search.max_open_scroll_context': 0 }, 'SELECT n FROM t', 2, { details: /too many scroll contexts/ }],
    [{ 'plugins.sql.delete.enabled': true }, 'DELETE FROM t WHERE n > 100', undefined, { rows: 1 }],
    [{ 'rockpool.strict': true }, 'WITH x AS (SELECT 1 AS a) SELECT a FROM x', undefined, { status: 400 }],
  ])('%j', async (settings, query, fetchSize, expected) => {
    const before = await ask(query, fetchSize);
    await set(settings, '/_cluster/settings');
    const after = await ask(query, fetchSize);
    await set(Object.fromEntries(Object.keys(settings).map((key) => [key, null])), '/_cluster/settings');
    for (const [name, value] of Object.entries(expected)) {
      const got = after[name as keyof typeof after];
      if (value instanceof RegExp) expect(got).toMatch(value);
      else expect(got).toBe(value);
      expect(before[name as keyof typeof before]).not.toEqual(got);
    }
    expect(await ask(query, fetchSize)).toEqual(before);
  });

  it('are changed by the plugin too, which leaves out what is not its own', async () => {
    for (const path of ['/_plugins/_query/settings', '/_opendistro/_sql/settings']) {
      const body = { transient: { plugins: { query: { size_limit: 3 } }, 'search.max_buckets': 7 } };
      const { text } = await send(node.url, 'PUT', path, body);
      const plugins = { query: { size_limit: '3' } };
      expect(JSON.parse(text)).toEqual({ acknowledged: true, persistent: {}, transient: { plugins } });
      expect(await ask('SELECT n FROM t', 0)).toMatchObject({ rows: 3 });
      await set({ 'plugins.query.size_limit': null });
    }
    const other = await set({ 'search.max_buckets': 7 });
    expect([other.status, other.text]).toEqual([400, expect.stringContaining('no settings to update')]);
    expect((await set({ 'plugins.sql.nope': 1 })).status).toBe(400);
  });
});

describe('figures', () => {
  it('start again with every rolling interval', () => {
    const clock = new ManualClock();
    const stats = new SqlStats(clock);
    stats.intervalMs = 5000;
    stats.requests.increment();
    clock.advance(5000);
    expect(stats.toJson()).toMatchObject({ request_total: 1, request_count: 1 });
    clock.advance(5000);
    expect(stats.toJson()).toMatchObject({ request_total: 1, request_count: 0 });
  });

  it('refuse a statement when the heap is full to the limit', () => {
    const heap = { usedBytes: 86, maxBytes: 100 };
    expect(() => checkMemory(heap, '87%')).not.toThrow();
    expect(() => checkMemory(heap, '86%')).toThrow('resource is not enough to run the query, quit.');
    expect(() => checkMemory(heap, '86b')).toThrow('resource is not enough');
  });

  it('of slow statements hide their values', () => {
    expect(masked(`SELECT a1 FROM t WHERE b = 'secret' AND c > 12.5`)).toBe(
      'SELECT a1 FROM t WHERE b = *** AND c > ***',
    );
    expect(masked(String.raw`SELECT 'a\'secret' || 'b''secret' || "c\"secret"`)).not.toContain('secret');
    expect(masked(`SELECT '${'secret '.repeat(200)}'`)).toBe('SELECT ***');
  });
});
