import { describe, expect, it } from 'vitest';
import { limits, ManualClock, SeededRandom } from '../../../src/common/index.ts';
import { createV2Dialect } from '../../../src/sql/index.ts';
import { createSqlService } from '../../../src/sql/service.ts';
import { MemoryClient } from './support/memoryClient.ts';

interface Service {
  readonly asked: () => number;
  readonly run: (sql: string) => Promise<string>;
}

/** A service where something happens as its statement makes the search of this number. */
function serviceWhere(
  search: number,
  happens: (leaving: AbortController, clock: ManualClock) => void,
): Service {
  const leaving = new AbortController();
  const client = new MemoryClient();
  const clock = new ManualClock();
  let asked = 0;
  const real = client.search.bind(client);
  client.search = (request) => {
    if (++asked === search) happens(leaving, clock);
    return real(request);
  };
  const random = new SeededRandom(7);
  const v2 = createV2Dialect({ client, clock, random });
  const service = createSqlService({ client, clock, random, v2, settings: () => client.clusterSettings() });
  return {
    asked: () => asked,
    async run(sql) {
      const { signal } = leaving;
      const body = JSON.stringify({ query: sql });
      const request = { operation: 'query', sqlParameter: null, parameters: new Map(), signal } as const;
      return (await service.handle({ ...request, body, contentType: 'application/json' })).body;
    },
  };
}

describe('a statement whose client has left', () => {
  it.each([
    'SELECT * FROM staff',
    'SELECT a.staff_id FROM staff a JOIN dept b ON a.dept = b.dept_id',
    'SELECT a.staff_id FROM staff a JOIN staff b ON a.city = b.city JOIN staff c ON b.city = c.city',
  ])('%s makes no search after it', async (sql) => {
    const { asked, run } = serviceWhere(1, (leaving) => leaving.abort());
    await run(sql);
    expect(asked()).toBe(1);
  });
});

it('a search for each document ends when its time is over', async () => {
  const { asked, run } = serviceWhere(2, (_leaving, clock) => clock.advance(limits.sqlTimeMs.value + 1));
  const loops = 'SELECT /*! USE_NESTED_LOOPS */ a.staff_id FROM staff a JOIN staff b ON b.dept = a.dept';
  expect(await run(loops)).toContain('the statement ran longer than the limit of 60000 ms');
  expect(asked()).toBe(2);
});
