import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger, type LogEntry, type Logger, SystemClock } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

const entries: LogEntry[] = [];
let node: RockpoolNode;

/** Every look at it finds that three seconds have gone. */
class HurriedClock extends SystemClock {
  #aheadMs = 0;

  override nowMs(): number {
    this.#aheadMs += 3000;
    return super.nowMs() + this.#aheadMs;
  }
}

const logger = (): Logger =>
  createLogger({ clock: new SystemClock(), level: 'debug', write: (entry) => entries.push(entry) });

beforeAll(async () => {
  node = await openTestNode({ log: logger() });
  await send(node.url, 'PUT', '/quick', { mappings: { properties: { name: { type: 'keyword' } } } });
  await send(node.url, 'PUT', '/slow', {
    settings: {
      'index.search.slowlog.threshold.query.warn': '1h',
      'index.search.slowlog.threshold.query.debug': '0ms',
    },
  });
});
afterAll(() => node.close());
beforeEach(() => void entries.splice(0));

const heard = (message: string): readonly LogEntry[] => entries.filter((entry) => entry.message === message);

describe('the log', () => {
  it('tells of a slow search of an index that asks for it, its values hidden', async () => {
    const query = { bool: { filter: [{ term: { name: 'secret' } }, { range: { age: { gte: 4711 } } }] } };
    await send(node.url, 'POST', '/quick,slow/_search', { query, size: 7, explain: true });
    const [entry, ...others] = heard('slow search');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      level: 'debug',
      fields: { index: 'slow', total_hits: 0, total_shards: 2 },
    });
    const source =
      '{"query":{"bool":{"filter":[{"term":{"name":"***"}},{"range":{"age":{"gte":"***"}}}]}},' +
      '"size":"***","explain":true}';
    expect(entry.fields.source).toBe(source);
    expect(JSON.stringify(entries)).not.toMatch(/secret|4711/);
  });

  it('tells of a slow statement, its values hidden', async () => {
    const hurried = await openTestNode({ clock: new HurriedClock(), log: logger() });
    try {
      await send(hurried.url, 'PUT', '/quick', { mappings: { properties: { name: { type: 'keyword' } } } });
      const query = "SELECT name FROM quick WHERE name = 'secret' LIMIT 4711";
      expect((await send(hurried.url, 'POST', '/_plugins/_sql', { query })).status).toBe(200);
      const pipeline = { query: "source=quick | where name = 'secret' | head 4711" };
      expect((await send(hurried.url, 'POST', '/_plugins/_ppl', pipeline)).status).toBe(200);
    } finally {
      await hurried.close();
    }
    const entries = heard('slow SQL statement');
    expect(entries.map(({ level }) => level)).toEqual(['warn', 'warn']);
    expect(entries.map(({ fields }) => fields.statement)).toEqual([
      'SELECT name FROM quick WHERE name = *** LIMIT ***',
      'source=quick | where name = *** | head ***',
    ]);
  });

  it('tells of each request at its finest level, by route', async () => {
    await send(node.url, 'GET', '/quick/_doc/secret?routing=secret');
    await send(node.url, 'GET', '/secret/at/all');
    await expect.poll(() => heard('request').length).toBe(2);
    expect(heard('request').map(({ fields }) => fields)).toMatchObject([
      { method: 'GET', route: '/{index}/_doc/{id}', status: 404, took_ms: expect.any(Number) },
      { method: 'GET', route: '(none)', status: 400 },
    ]);
    expect(JSON.stringify(entries)).not.toContain('secret');
  });
});
