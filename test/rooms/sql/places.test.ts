import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRockpool, type Rockpool } from '../../../src/index.ts';

/** Errors say where in the statement they are, in a header; the place stands between bars here. */

const REFUSED = `
SELECT |nope| FROM p
SELECT n + |nope| FROM p
SELECT n FROM p WHERE |n + kind| > 1
SELECT |ABS(kind)| FROM p
SELECT n FROM p WHERE n = 1 AND lower(|nope|) = 'x'
SELECT n FROM p GROUP BY n HAVING |nope| > 1
SELECT n FROM p WHERE kind = |DATE 'x'|
`;

let rockpool: Rockpool;
beforeAll(async () => {
  rockpool = await openRockpool({ http: true });
  const properties = { n: { type: 'integer' }, kind: { type: 'keyword' } };
  await call('PUT', '/p', { mappings: { properties } });
});
afterAll(() => rockpool.close());

async function call(method: string, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${rockpool.url}${path}`, { method, headers, body: JSON.stringify(body) });
}

describe('the place of an error', () => {
  it.each(REFUSED.trim().split('\n'))('%s', async (marked) => {
    const [before, part] = marked.split('|');
    const answer = await call('POST', '/_plugins/_sql', { query: marked.replaceAll('|', '') });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('x-rockpool-place')).toBe(`${before.length}-${before.length + part.length}`);
    expect(Object.keys(((await answer.json()) as { error: object }).error)).toEqual([
      'reason',
      'details',
      'type',
    ]);
  });

  it('is absent when there is none', async () => {
    const answer = await call('POST', '/_plugins/_sql', { query: 'SELECT n FROM none' });
    expect(answer.headers.get('x-rockpool-place')).toBeNull();
  });
});
