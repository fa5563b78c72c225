import { afterEach, describe, expect, it } from 'vitest';
import { limits, setProcessLimit, silentLogger } from '../../../src/common/index.ts';
import type { NodeOptions, RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

/** What `--setting` and the environment set before there is a cluster. */

let node: RockpoolNode | null = null;
const { value: bodyBytes } = limits.bodyBytes;
afterEach(async () => {
  setProcessLimit('bodyBytes', bodyBytes);
  await node?.close();
  node = null;
});

const given = (settings: Record<string, string>): Partial<NodeOptions> => ({
  settings: new Map(Object.entries(settings)),
  log: silentLogger,
});

describe('settings of the start', () => {
  it('hold, and are shown as defaults', async () => {
    node = await openTestNode({
      ...given({ 'http.max_content_length': '100b', 'search.max_open_scroll_context': '0' }),
      environment: new Map([['action.search.shard_count.limit', '1']]),
    });
    const body = { query: { match_all: {} }, timeout: '1s', _source: ['a'.repeat(100)] };
    const answers = [
      await send(node.url, 'PUT', '/i'),
      await send(node.url, 'POST', '/i/_search', body),
      await send(node.url, 'POST', '/i/_search?scroll=1m'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 413, 429]);
    const { text } = await send(node.url, 'GET', '/_cluster/settings?include_defaults&flat_settings');
    expect(JSON.parse(text).defaults).toMatchObject({
      'http.max_content_length': '100b',
      'search.max_open_scroll_context': '0',
      'action.search.shard_count.limit': '1',
    });
  });

  it('make a breaker as strict as one that was set by a request', async () => {
    node = await openTestNode(given({ 'network.breaker.inflight_requests.limit': '50b' }));
    const { status, text } = await send(node.url, 'POST', '/i/_doc', { a: 'x'.repeat(100) });
    expect(status, text).toBe(429);
  });

  it('give way to what a request sets', async () => {
    node = await openTestNode(given({ 'search.max_open_scroll_context': '0' }));
    await send(node.url, 'PUT', '/i');
    await send(node.url, 'PUT', '/_cluster/settings', { transient: { 'search.max_open_scroll_context': 1 } });
    expect((await send(node.url, 'POST', '/i/_search?scroll=1m')).status).toBe(200);
    expect((await send(node.url, 'POST', '/i/_search?scroll=1m')).status).toBe(429);
  });

  it.each([
    ['no.such.setting', '1', 'unknown setting [no.such.setting]'],
    ['index.max_result_window', '1', 'unknown setting [index.max_result_window]'],
    [
      'http.max_content_length',
      'much',
      'failed to parse setting [http.max_content_length] with value [much]',
    ],
    ['http.max_content_length', '0', 'must be >= 1b'],
    ['rockpool.limits.sql_nesting', '0', 'must be >= 1'],
    ['script.max_compilations_rate', '75', 'must contain a positive integer and a timevalue'],
  ])('%s=%s is refused', async (key, text, words) => {
    await expect(openTestNode(given({ [key]: text }))).rejects.toThrow(words);
  });

  it('of the environment that are not ours are meant for others', async () => {
    node = await openTestNode({
      environment: new Map([['discovery.type', 'single-node']]),
      log: silentLogger,
    });
    expect((await send(node.url, 'GET', '/')).status).toBe(200);
  });

  it('that are of the process are not changed by a request', async () => {
    node = await openTestNode();
    const body = { transient: { 'http.max_content_length': '1mb' } };
    const { status, text } = await send(node.url, 'PUT', '/_cluster/settings', body);
    expect(status).toBe(400);
    expect(text).toContain('transient setting [http.max_content_length], not dynamically updateable');
  });
});
