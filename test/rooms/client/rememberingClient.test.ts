import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RememberingClient, RestClient, Upstream } from '../../../src/client/index.ts';
import { ManualClock, SeededRandom } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { createSqlService, createV2Dialect, type SqlService } from '../../../src/sql/index.ts';
import { openTestNode, send } from '../../support/node.ts';

/** What SQL remembers of a cluster: a statement is one request, and nothing is remembered that is no longer so. */

class CountingUpstream extends Upstream {
  readonly calls: string[] = [];

  override request(...request: Parameters<Upstream['request']>): ReturnType<Upstream['request']> {
    this.calls.push(`${request[0]} ${request[1]}`);
    return super.request(...request);
  }
}

describe('a statement on a cluster', () => {
  let cluster: RockpoolNode;
  let upstream: CountingUpstream;
  let clock: ManualClock;
  let service: SqlService;

  beforeAll(async () => {
    cluster = await openTestNode();
  });

  afterAll(() => cluster.close());

  beforeEach(async () => {
    await send(cluster.url, 'DELETE', '/t');
    await send(cluster.url, 'PUT', '/t', { mappings: { properties: { n: { type: 'integer' } } } });
    await send(cluster.url, 'POST', '/t/_bulk?refresh', '{"index":{}}\n{"n":1}\n{"index":{}}\n{"n":2}\n');
    upstream = new CountingUpstream({ url: cluster.url, ca: null });
    clock = new ManualClock(0);
    const parts = { client: new RememberingClient(upstream, clock), clock, random: new SeededRandom(1) };
    const settings = () => parts.client.clusterSettings();
    service = createSqlService({ ...parts, settings, v2: createV2Dialect(parts) });
  });

  afterEach(() => upstream.close());

  async function ask(query: string, format = 'jdbc') {
    upstream.calls.length = 0;
    const answer = await service.handle({
      operation: 'query',
      sqlParameter: null,
      body: JSON.stringify({ query }),
      parameters: new Map([['format', format]]),
      contentType: null,
    });
    return { status: answer.status, rows: JSON.parse(answer.body).datarows, calls: [...upstream.calls] };
  }

  it.each([
    ['SELECT n FROM t WHERE n = #', [[1]]],
    ['SELECT n FROM t ORDER BY n LIMIT #', [[1]]],
    ['SELECT COUNT(*) FROM t WHERE n = #', [[1]]],
    ['SELECT n FROM t WHERE n = #', undefined, 'json'],
  ] as const)('takes one request once the mapping is cached: %s', async (sql, rows, format?) => {
    await ask(sql.replace('#', '2'), format);
    const answer = await ask(sql.replace('#', '1'), format);
    expect(answer).toMatchObject({ rows, calls: ['POST /t/_search'] });
  });

  it('asks for mapping and settings again after a second', async () => {
    await ask('SELECT n FROM t WHERE n = 1');
    clock.advance(999);
    expect((await ask('SELECT n FROM t WHERE n = 1')).calls.length).toBe(1);
    clock.advance(1);
    expect((await ask('SELECT n FROM t WHERE n = 1')).calls).toContain('GET /t/_mapping');
  });

  it('finds new fields and indices, and still reports persistent errors', async () => {
    await ask('SELECT n FROM t');
    await send(cluster.url, 'PUT', '/t/_mapping', { properties: { m: { type: 'integer' } } });
    expect(await ask('SELECT m FROM t WHERE n = 1')).toMatchObject({ status: 200, rows: [[null]] });
    expect((await ask('SELECT n FROM u')).status).toBe(400);
    await send(cluster.url, 'PUT', '/u', { mappings: { properties: { n: { type: 'integer' } } } });
    expect(await ask('SELECT n FROM u')).toMatchObject({ status: 200, rows: [] });
    await send(cluster.url, 'DELETE', '/u');
    expect((await ask('SELECT n FROM u')).status).toBe(400);
  });

  it('plans a statement once while the mapping is unchanged', async () => {
    const client = new RememberingClient(upstream, clock);
    const [first] = (await client.getMappings('t')).values();
    client.forget();
    expect([...(await client.getMappings('t')).values()][0]).toBe(first);
    await send(cluster.url, 'PUT', '/t/_mapping', { properties: { m: { type: 'integer' } } });
    upstream.changed();
    expect([...(await client.getMappings('t')).values()][0]).not.toBe(first);
  });
});

describe('cached mappings during changes', () => {
  afterEach(() => vi.restoreAllMocks());

  it('are never older than the last reported change', () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom('ask', 'change', 'fail'), { minLength: 2, maxLength: 12 }),
        async (scheduler, steps) => {
          let version = 0;
          let fails = false;
          vi.spyOn(RestClient.prototype, 'getMappings').mockImplementation(async () => {
            await scheduler.schedule(Promise.resolve());
            const seen = version;
            await scheduler.schedule(Promise.resolve());
            if (fails) throw new Error('down');
            return new Map([['t', { version: seen }]]);
          });
          const upstream = new Upstream({ url: 'http://localhost:1', ca: null });
          const client = new RememberingClient(upstream, new ManualClock(0));
          const asked = steps.map(async (step) => {
            await scheduler.schedule(Promise.resolve());
            fails = step === 'fail';
            if (step === 'change') {
              version++;
              upstream.changed();
            }
            const since = version;
            const answer = await client.getMappings('t').catch(() => null);
            if (answer !== null) expect(answer.get('t')?.version).toBeGreaterThanOrEqual(since);
          });
          await scheduler.waitFor(Promise.all(asked));
          fails = false;
          const last = await scheduler.waitFor(client.getMappings('t'));
          expect(last.get('t')).toEqual({ version });
        },
      ),
      { numRuns: 100 },
    ));
});
