import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer } from '../../support/server.ts';

describe('a restarted node', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rockpool-node-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const send = async (url: string, method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return answer.json();
  };

  it('recovers uncommitted vectors even while the circuit breaker is triggered', async () => {
    const first = await startServer(['--data', folder]);
    await send(first.url, 'PUT', '/v', {
      settings: { index: { knn: true } },
      mappings: { properties: { v: { type: 'knn_vector', dimension: 2 } } },
    });
    await send(first.url, 'PUT', '/v/_doc/1', { v: [1, 2] });
    await send(first.url, 'PUT', '/_cluster/settings', {
      persistent: { 'knn.circuit_breaker.triggered': true },
    });
    await first.kill();
    const second = await startServer(['--data', folder]);
    expect(await send(second.url, 'GET', '/v/_doc/1')).toMatchObject({ found: true, _source: { v: [1, 2] } });
    expect(await second.stop()).toBe(0);
  });

  it('refuses a second process on its folder with a clear message', async () => {
    const first = await startServer(['--data', folder]);
    await expect(startServer(['--data', folder])).rejects.toThrow('in use by another process');
    await first.stop();
  });
});
