import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../../src/common/index.ts';
import type { RockpoolNode } from '../../../../src/node/index.ts';
import { metrics } from '../../../../src/rest/index.ts';
import { exposition } from '../../../../src/rest/metrics/exposition.ts';
import type { MetricSource } from '../../../../src/rest/metrics/metric.ts';
import { openTestNode, send } from '../../../support/node.ts';
import { type Family, parseExposition } from './parseExposition.ts';

let node: RockpoolNode;

const VECTORS = {
  settings: { index: { knn: true, number_of_replicas: 1 } },
  mappings: { properties: { v: { type: 'knn_vector', dimension: 2 } } },
};

beforeAll(async () => {
  node = await openTestNode({ nodeCount: 2, log: silentLogger });
  await send(node.url, 'PUT', '/points', VECTORS);
  await send(node.url, 'PUT', '/points/_doc/1?refresh=true', { v: [1, 2] });
  await send(node.url, 'PUT', '/points/_doc/2?refresh=true', { v: [3, 4] });
});
afterAll(() => node.close());

async function scrape(): Promise<readonly Family[]> {
  const { status, text, headers } = await send(node.url, 'GET', '/_rockpool/metrics');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return parseExposition(text);
}

/** The sum of the samples that have these labels. */
function sumOf(families: readonly Family[], name: string, labels: Record<string, string> = {}): number {
  const family = families.find((one) => name.startsWith(one.name));
  const samples = family?.samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return (samples ?? []).reduce((sum, { value }) => sum + value, 0);
}

describe('GET /_rockpool/metrics', () => {
  it('has every row of the table, in the strict text format', async () => {
    const families = await scrape();
    expect(families.map(({ name }) => name)).toEqual(metrics.map(({ name }) => name));
    for (const { samples } of families) for (const { value } of samples) expect(value).not.toBeNaN();
  });

  it('counts requests by route and status, those that no route took, too', async () => {
    const before = await scrape();
    await send(node.url, 'GET', '/points/_doc/1');
    await send(node.url, 'GET', '/points/_doc/none');
    await send(node.url, 'GET', '/points/_doc/none');
    await send(node.url, 'GET', '/points/_nothing/at/all');
    const after = await scrape();
    const grown = (labels: Record<string, string>): number =>
      sumOf(after, 'rockpool_http_requests_total', labels) -
      sumOf(before, 'rockpool_http_requests_total', labels);
    expect(grown({ method: 'GET', route: '/{index}/_doc/{id}', status: '200' })).toBe(1);
    expect(grown({ method: 'GET', route: '/{index}/_doc/{id}', status: '404' })).toBe(2);
    expect(grown({ route: '(none)', status: '400' })).toBe(1);
    // The first scrape itself, which had not ended when it was written.
    expect(grown({})).toBe(5);
  });

  it('counts what goes on to a cluster by itself', async () => {
    const before = await openTestNode({ engine: { url: node.url, ca: null }, log: silentLogger });
    try {
      expect((await send(before.url, 'GET', '/points/_doc/1')).status).toBe(200);
      const { text } = await send(before.url, 'GET', '/_rockpool/metrics');
      const labels = { method: 'GET', route: '(forwarded)', status: '200' };
      expect(sumOf(parseExposition(text), 'rockpool_http_requests_total', labels)).toBe(1);
    } finally {
      await before.close();
    }
  });

  it('has histograms that add up', async () => {
    const families = await scrape();
    const histogram = families.find(({ name }) => name === 'rockpool_http_request_duration_seconds');
    const routes = new Map<string, { buckets: number[]; count: number; sum: number }>();
    for (const { name, labels, value } of histogram?.samples ?? []) {
      const key = `${labels.method} ${labels.route}`;
      const route = routes.get(key) ?? { buckets: [], count: -1, sum: -1 };
      if (name.endsWith('_bucket')) route.buckets.push(value);
      else if (name.endsWith('_sum')) route.sum = value;
      else route.count = value;
      routes.set(key, route);
    }
    expect(routes.size).toBeGreaterThan(1);
    for (const [route, { buckets, count, sum }] of routes) {
      expect(buckets, route).toEqual([...buckets].sort((a, b) => a - b));
      expect(buckets.at(-1), route).toBe(count);
      expect(sum, route).toBeGreaterThanOrEqual(0);
      const [method, path] = route.split(' ');
      expect(sumOf(families, 'rockpool_http_requests_total', { method, route: path }), route).toBe(count);
    }
  });

  it('shows the graph caches node by node as the statistics of the plugin do', async () => {
    const query = { query: { knn: { v: { vector: [1, 1], k: 1 } } } };
    for (let i = 0; i < 4; i++) await send(node.url, 'POST', '/points/_search', query);
    const families = await scrape();
    const { nodes } = JSON.parse((await send(node.url, 'GET', '/_plugins/_knn/stats')).text) as {
      nodes: Record<string, Record<string, number>>;
    };
    const sum = (name: string): number => Object.values(nodes).reduce((all, stats) => all + stats[name], 0);
    expect(sum('miss_count')).toBeGreaterThan(0);
    for (const [metric, statistic] of [
      ['hits', 'hit_count'],
      ['misses', 'miss_count'],
      ['evictions', 'eviction_count'],
      ['loads', 'load_success_count'],
    ]) {
      expect(sumOf(families, `rockpool_knn_cache_${metric}_total`), metric).toBe(sum(statistic));
    }
    expect(sumOf(families, 'rockpool_knn_cache_bytes')).toBe(sum('graph_memory_usage') * 1024);
    const limits = families.find(({ name }) => name === 'rockpool_knn_cache_limit_bytes')?.samples ?? [];
    expect(limits.map(({ labels }) => labels.node)).toHaveLength(2);
  });

  it('counts documents of primaries, statements and copies of shards', async () => {
    await send(node.url, 'POST', '/_plugins/_sql', { query: 'SELECT 1' });
    await send(node.url, 'POST', '/_plugins/_sql', { query: 'SELECT FROM' });
    const families = await scrape();
    expect(sumOf(families, 'rockpool_index_documents', { index: 'points' })).toBe(2);
    expect(sumOf(families, 'rockpool_shards', { state: 'started' })).toBe(2);
    expect(sumOf(families, 'rockpool_sql_requests_total')).toBe(2);
    expect(sumOf(families, 'rockpool_sql_client_errors_total')).toBe(1);
  });
});

describe('the text format', () => {
  it('keeps any label and any value', () => {
    const source = {} as MetricSource;
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.double(), (label, value) => {
        fc.pre(!/[\r\u2028\u2029]/.test(label));
        const text = exposition(
          [{ name: 'm', type: 'gauge', help: 'h\\ \n', read: () => [{ labels: { label }, value }] }],
          source,
        );
        const [family] = parseExposition(text);
        expect(family.help).toBe('h\\\\ \\n');
        expect(family.samples).toEqual([
          { name: 'm', labels: { label }, value: Object.is(value, -0) ? 0 : value },
        ]);
      }),
    );
  });
});
