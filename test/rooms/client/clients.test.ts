import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ClientHit,
  type ClientScanRequest,
  type ClientTakeRequest,
  RestClient,
  type SearchClient,
  Upstream,
} from '../../../src/client/index.ts';
import { type OpenSearchError, stringifyJson } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

/** What both clients are asked; the answer over HTTP must be the one of this process. */
const questions: Record<string, (client: SearchClient) => Promise<unknown>> = {
  'the cluster by name': (client) => client.clusterName(),
  mappings: async (client) => [...(await client.getMappings('people,logs-*'))],
  'mappings of nothing': async (client) => client.getMappings('nope'),
  tables: (client) => client.listTables(),
  'the result window': async (client) => client.maxResultWindow('staff'),
  'a result window that is set': async (client) => client.maxResultWindow('wide'),
  'the strictest result window': async (client) => client.maxResultWindow('wide,staff'),
  'the result window of nothing': async (client) => client.maxResultWindow('nope'),
  'a search': async (client) => {
    const { total, maxScore, hits, aggregations } = await client.search({
      index: 'staff',
      body: { query: { term: { city: 'Porto' } }, sort: ['age'], aggs: { a: { avg: { field: 'age' } } } },
    });
    return {
      total,
      maxScore,
      hits: hits.map(({ _id, _source, sort }) => ({ _id, _source, sort })),
      aggregations,
    };
  },
  'a search that fails': (client) => client.search({ index: 'staff', body: { query: { nope: {} } } }),
  'a scroll, page by page': async (client) => {
    const ids: string[] = [];
    let page = await client.search({ index: 'staff', body: { size: 2, sort: ['age'] }, scroll: '1m' });
    while (page.hits.length > 0) {
      ids.push(...page.hits.map(({ _id }) => _id));
      page = await client.nextScrollPage(page.scrollId ?? '', '1m');
    }
    await client.clearScroll(page.scrollId ?? '');
    return ids;
  },
  'a scan': (client) => scanned(client, { query: { range: { age: { gte: 1 } } }, includes: ['age'] }),
  'a scan of all': (client) => scanned(client, { order: 'shards' }),
  'a scan in pages': (client) => scanned(client, { pageSize: 1 }),
  'a scan without sources': async (client) =>
    (await scanned(client, { includes: [] })).map(({ _id }) => ({ _id })),
  'some documents of a scan': (client) => taken(client, { from: 1, size: 2 }),
  'the first documents of what a query finds': (client) =>
    taken(client, { query: { term: { city: 'Porto' } }, from: 0, size: 2, includes: ['age'] }),
  'documents behind the last': (client) => taken(client, { from: 4, size: 1, order: 'shards' }),
  'documents of nothing': (client) => taken(client, { index: 'nope', from: 0, size: 1 }),
  'documents by a query that fails': (client) => taken(client, { query: { nope: {} }, from: 0, size: 1 }),
  'a scan of nothing': (client) => scanned(client, { index: 'nope' }),
  'a scan that fails': (client) => scanned(client, { query: { nope: {} } }),
  'a setting by default': async (client) => (await client.clusterSettings())('plugins.query.size_limit'),
  'a setting that is set': async (client) => (await client.clusterSettings())('search.max_buckets'),
  'no setting': async (client) => (await client.clusterSettings())('no.such.setting'),
};

async function taken(
  client: SearchClient,
  asked: Partial<ClientTakeRequest> & { from: number; size: number },
) {
  const request = { index: 'staff', query: null, includes: null, order: 'doc', ...asked } as const;
  return client.take(request, ({ _index, _id, _source }) => ({ _index, _id, _source }));
}

async function scanned(client: SearchClient, asked: Partial<ClientScanRequest>) {
  const request = { index: 'staff', query: null, includes: null, order: 'doc', ...asked } as const;
  const found: Pick<ClientHit, '_index' | '_id' | '_source'>[] = [];
  const read = ({ _index, _id, _source }: ClientHit) => ({ _index, _id, _source });
  for await (const batch of client.scan(request, read)) found.push(...batch);
  return found;
}

describe('the HTTP client and the in-process client', () => {
  let node: RockpoolNode;
  let rest: RestClient;

  beforeAll(async () => {
    node = await openTestNode();
    rest = new RestClient(new Upstream({ url: node.url, ca: null }));
    const docs = ['Porto', 'Faro', 'Porto', 'Porto'].map(
      (city, age) => `{"index":{"_index":"staff","_id":"${age}"}}\n${stringifyJson({ city, age })}\n`,
    );
    const mappings = { properties: { city: { type: 'keyword' }, age: { type: 'integer' } } };
    await send(node.url, 'PUT', '/staff', { mappings, aliases: { people: {} } });
    await send(node.url, 'PUT', '/logs-1', {});
    await send(node.url, 'PUT', '/wide', { settings: { 'index.max_result_window': 20_000 } });
    await send(node.url, 'PUT', '/shut', {});
    await send(node.url, 'POST', '/shut/_close');
    await send(node.url, 'PUT', '/secret', { settings: { 'index.hidden': true } });
    await send(node.url, 'POST', '/_bulk?refresh', docs.join(''));
    await send(node.url, 'PUT', '/_cluster/settings', { persistent: { 'search.max_buckets': 5 } });
  });

  afterAll(() => node.close());

  for (const [what, ask] of Object.entries(questions)) {
    it(`agree on ${what}`, async () => {
      const outcome = (client: SearchClient) =>
        ask(client).then(
          (answer) => ({ answer: JSON.parse(stringifyJson(answer)) }),
          (error: OpenSearchError) => ({ error: error.type, reason: error.reason, status: error.status }),
        );
      expect(await outcome(rest)).toEqual(await outcome(node.services.client));
    });
  }

  it('both support delete by query', async () => {
    const query = (city: string) => ({ query: { term: { city } } });
    expect(await rest.deleteByQuery('staff', query('Faro'))).toMatchObject({ deleted: 1 });
    expect(await node.services.client.deleteByQuery('staff', query('Porto'))).toMatchObject({ deleted: 3 });
    expect((await rest.search({ index: 'staff', body: {} })).total).toBe(0);
  });

  it('reports that a cluster cannot be reached', async () => {
    const nowhere = new RestClient(new Upstream({ url: 'http://127.0.0.1:1', ca: null }));
    await expect(nowhere.clusterName()).rejects.toThrow('the cluster at http://127.0.0.1:1 cannot be used');
  });
});
