import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ManualClock, SystemClock, type Timer } from '../../../src/common/index.ts';
import { openTestNode, send } from '../../support/node.ts';

/** By then, a request that was sent waits. */
const BEGUN_MS = 50;
/** By then, what a timer has begun would have written. */
const SETTLED_MS = 200;

/** Knows what still waits to run. */
class CountingClock extends SystemClock {
  readonly waiting = new Set<() => void>();

  override schedule(delayMs: number, task: () => void): Timer {
    const timer = super.schedule(delayMs, () => {
      this.waiting.delete(task);
      task();
    });
    return this.#counted(timer, task);
  }

  override every(periodMs: number, task: () => void): Timer {
    return this.#counted(super.every(periodMs, task), task);
  }

  #counted(timer: Timer, task: () => void): Timer {
    this.waiting.add(task);
    return {
      cancel: () => {
        this.waiting.delete(task);
        timer.cancel();
      },
    };
  }
}

function contents(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((e) => e.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path, readFileSync(path, 'base64')];
    }),
  );
}

type Work = (url: string) => Promise<unknown>;

const work: Readonly<Record<string, Work>> = {
  nothing: async () => {},
  'an open scroll and an open cursor': async (url) => {
    await send(url, 'POST', '/t/_bulk?refresh=true', '{"index":{}}\n{"n":1}\n{"index":{}}\n{"n":2}\n');
    await send(url, 'POST', '/t/_search?scroll=1m', { size: 1 });
    await send(url, 'POST', '/_plugins/_sql', { query: 'SELECT n FROM t', fetch_size: 1 });
  },
  'a task that waits for its next batch': async (url) => {
    await send(url, 'POST', '/t/_bulk?refresh=true', '{"index":{}}\n{"n":1}\n{"index":{}}\n{"n":2}\n');
    const slowly = 'requests_per_second=0.01&scroll_size=1&wait_for_completion=false';
    const { text } = await send(url, 'POST', `/t/_update_by_query?${slowly}`);
    void send(url, 'GET', `/_tasks/${JSON.parse(text).task}?wait_for_completion&timeout=1m`).catch(() => {});
    await setTimeout(BEGUN_MS);
  },
  'a request that is kept waiting': async (url) => {
    await send(url, 'PUT', '/_rockpool/faults', {
      rules: [{ request: { path: '/t/_search', action: 'delay', delay: '1m' } }],
    });
    void send(url, 'GET', '/t/_search').catch(() => {});
    await setTimeout(BEGUN_MS);
  },
  'a clock that was moved': async (url) => {
    await send(url, 'POST', '/_rockpool/clock', { advance: '1m' });
  },
  'a stopped node': async (url) => {
    await send(url, 'PUT', '/t', { settings: { number_of_replicas: 1 } });
    await send(url, 'POST', '/_rockpool/nodes/node-2/stop');
  },
};

describe('a node that has closed', () => {
  it.each(Object.entries(work))('leaves no pending timer, after %s', async (_, run) => {
    const clock = new CountingClock();
    const node = await openTestNode({ clock, nodeCount: 2 });
    expect(clock.waiting.size).toBeGreaterThan(0);
    await run(node.url);
    await node.close();
    expect([...clock.waiting]).toEqual([]);
  });

  it('creates no copies for a stopped node: the folder may belong to another process by then', async () => {
    const dataPath = mkdtempSync(join(tmpdir(), 'rockpool-closed-'));
    const clock = new ManualClock();
    const node = await openTestNode({ clock, nodeCount: 3, dataPath });
    await send(node.url, 'PUT', '/t', { settings: { number_of_shards: 3, number_of_replicas: 1 } });
    await send(node.url, 'POST', '/_rockpool/nodes/node-2/stop');
    await node.close();
    const left = contents(dataPath);
    clock.advance(120_000);
    await setTimeout(SETTLED_MS);
    expect(contents(dataPath)).toEqual(left);
    rmSync(dataPath, { recursive: true });
  });

  it('abandons requests that take longer than the grace period, leaving consistent data', async () => {
    const dataPath = mkdtempSync(join(tmpdir(), 'rockpool-closed-'));
    const node = await openTestNode({ dataPath });
    const lines = Array.from({ length: 900 }, (_, i) => `{"create":{"_index":"i${i}"}}\n{"n":1}\n`);
    void send(node.url, 'POST', '/_bulk', lines.join('')).catch(() => {});
    await setTimeout(BEGUN_MS);
    // It checks the folder, too.
    await node.close();
    const left = contents(dataPath);
    await setTimeout(SETTLED_MS);
    expect(contents(dataPath)).toEqual(left);
    rmSync(dataPath, { recursive: true });
  });
});
