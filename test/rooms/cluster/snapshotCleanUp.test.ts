import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openRockpool } from '../../../src/index.ts';

const data = mkdtempSync(join(tmpdir(), 'rockpool-cleanup-'));
afterAll(() => rmSync(data, { recursive: true }));

it('a clean-up keeps the files of a snapshot in progress', async () => {
  await using pool = await openRockpool({ data });
  const call = async (method: string, path: string, body: object | null = null) => {
    const answer = await pool.request(method, path, body);
    expect(answer.ok, answer.text).toBe(true);
    return answer;
  };
  await call('PUT', '/_snapshot/backup', { type: 'fs', settings: { location: 'backup' } });
  await call('PUT', '/books', { settings: { number_of_shards: 8, number_of_replicas: 0 } });
  for (let i = 0; i < 40; i++) await call('PUT', `/books/_doc/${i}`, { title: `book ${i}` });
  let isMade = false;
  const making = call('PUT', '/_snapshot/backup/first?wait_for_completion=true').finally(() => {
    isMade = true;
  });
  while (!isMade) await call('POST', '/_snapshot/backup/_cleanup');
  await making;
  await call('DELETE', '/books');
  await call('POST', '/_snapshot/backup/first/_restore?wait_for_completion=true', {});
  const { text } = await call('GET', '/books/_count');
  expect(JSON.parse(text)).toMatchObject({ count: 40 });
});
