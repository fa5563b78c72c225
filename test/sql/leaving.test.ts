import { describe, expect, it } from 'vitest';
import { ManualClock, SeededRandom } from '../../src/common/index.ts';
import { createV2Dialect } from '../../src/sql/index.ts';
import { createSqlService } from '../../src/sql/service.ts';
import { MemoryClient } from './support/memoryClient.ts';

/** A service whose client leaves as its statement makes the search of this number. */
function leavingAt(search: number): { asked: () => number; run: (sql: string) => Promise<number> } {
  const leaving = new AbortController();
  const client = new MemoryClient();
  let asked = 0;
  const real = client.search.bind(client);
  client.search = (request) => {
    if (++asked === search) leaving.abort();
    return real(request);
  };
  const clock = new ManualClock();
  const random = new SeededRandom(7);
  const v2 = createV2Dialect({ client, clock, random });
  const service = createSqlService({ client, clock, random, v2, settings: () => client.clusterSettings() });
  return {
    asked: () => asked,
    async run(sql) {
      const { signal } = leaving;
      const body = JSON.stringify({ query: sql });
      const request = { operation: 'query', sqlParameter: null, parameters: new Map(), signal } as const;
      return (await service.handle({ ...request, body, contentType: 'application/json' })).status;
    },
  };
}

describe('a statement whose client has left', () => {
  it.each([
    'SELECT * FROM staff',
    'SELECT a.staff_id FROM staff a JOIN dept b ON a.dept = b.dept_id',
    'SELECT a.staff_id FROM staff a JOIN staff b ON a.city = b.city JOIN staff c ON b.city = c.city',
  ])('%s makes no search after it', async (sql) => {
    const { asked, run } = leavingAt(1);
    await run(sql);
    expect(asked()).toBe(1);
  });
});
