import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode, send } from '../../support/node.ts';

let node: RockpoolNode;

const SLOW = JSON.stringify({
  size: 0,
  query: { script: { script: 'long s = 0; for (int i = 0; i < 900; ++i) { s += i % 7; } return s > 3' } },
});

beforeAll(async () => {
  node = await openTestNode({ log: silentLogger });
  await send(node.url, 'PUT', '/t', { settings: { number_of_replicas: 0 } });
  const lines = Array.from({ length: 3000 }, (_, n) => `{"index":{}}\n{"n":${n},"m":${n % 3}}\n`);
  await send(node.url, 'POST', '/t/_bulk?refresh=true', lines.join(''));
});

afterAll(() => node.close());

interface ShownTask {
  readonly id: number;
  readonly node: string;
  readonly action: string;
  readonly type: string;
  readonly description?: string;
  readonly parent_task_id?: string;
  readonly cancellable: boolean;
  readonly headers: object;
}

/** The tasks of running searches, once there are any. */
async function searchTasks(actions = 'indices:data/read/*'): Promise<readonly ShownTask[]> {
  for (;;) {
    const path = `/_tasks?actions=${actions}&detailed&group_by=none`;
    const { tasks } = JSON.parse((await send(node.url, 'GET', path)).text);
    if (tasks.length > 1) return tasks;
  }
}

describe('searches as tasks', () => {
  it('a running search is listed with its part on the shard, and ends as it is cancelled', async () => {
    const searching = send(node.url, 'POST', '/t/_search?request_cache=false', SLOW);
    const [search, query] = await searchTasks();
    expect(search).toMatchObject({
      action: 'indices:data/read/search',
      type: 'transport',
      cancellable: true,
      description: `indices[t], search_type[QUERY_THEN_FETCH], source[${SLOW}]`,
    });
    expect(query).toMatchObject({
      action: 'indices:data/read/search[phase/query]',
      type: 'direct',
      description: 'shardId[[t][0]]',
      parent_task_id: `${search.node}:${search.id}`,
    });
    await send(node.url, 'POST', `/_tasks/${search.node}:${search.id}/_cancel`);
    const { text } = await searching;
    expect(text).toContain('"reason":"cancelled task with reason: by user request"');
    expect(text).toContain('"type":"search_phase_execution_exception","reason":"all shards failed"');
    const { text: left } = await send(node.url, 'GET', '/_tasks?actions=indices:data/read/*&group_by=none');
    expect(left).toBe('{"tasks":[]}');
  });

  it.each([
    ['POST', '/t/_search?cancel_after_time_interval=1ms', SLOW, 'Cancellation timeout of 1ms is expired'],
    ['POST', '/t/_search?timeout=1ms', SLOW, '"timed_out":true'],
    ['POST', '/t/_search?timeout=1ms&allow_partial_search_results=false', SLOW, '"reason":"Time exceeded"'],
    ['POST', '/t/_search?timeout=-1', SLOW, '"timed_out":false'],
    ['POST', '/t/_search?cancel_after_time_interval=-1', SLOW, '"timed_out":false'],
    ['POST', '/t/_search?cancel_after_time_interval=x', SLOW, 'with value [x] as a time value'],
    ['POST', '/t/_search?cancel_after_time_interval=-5s', SLOW, 'negative durations are not supported'],
  ])('%s %s', async (method, path, body, expected) => {
    expect((await send(node.url, method, path, body)).text).toContain(expected);
  });

  it.each([
    ['search.cancel_after_time_interval', 'Cancellation timeout of 1ms is expired'],
    ['search.default_search_timeout', '"timed_out":true'],
  ])('%s', async (key, expected) => {
    await send(node.url, 'PUT', '/_cluster/settings', { transient: { [key]: '1ms' } });
    const { text } = await send(node.url, 'POST', '/t/_search?request_cache=false', SLOW);
    await send(node.url, 'PUT', '/_cluster/settings', { transient: { [key]: null } });
    expect(text).toContain(expected);
  });

  it('ends when its client leaves', async () => {
    const leaving = new AbortController();
    const asked = fetch(`${node.url}/t/_search?request_cache=false`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: SLOW,
      signal: leaving.signal,
    });
    await searchTasks();
    leaving.abort();
    await expect(asked).rejects.toThrow();
    for (;;) {
      const { text } = await send(node.url, 'GET', '/_tasks?actions=indices:data/read/*&group_by=none');
      if (text === '{"tasks":[]}') break;
    }
  });
});
