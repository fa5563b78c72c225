import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { fetchAll, fetchMore, run, runStatement } from '../../../../src/console/app/sql/run.ts';

afterEach(() => vi.unstubAllGlobals());

const PAGES = 5;

/** A server with one cursor: whoever asks with it gets the next page, as a scroll does. */
function serve(scheduler: fc.Scheduler): void {
  let page = 0;
  vi.stubGlobal('location', { origin: 'http://localhost' });
  vi.stubGlobal('fetch', () => {
    const rows = { datarows: [[page++]], ...(page < PAGES && { cursor: 'd:1' }) };
    const body = page === 1 ? { schema: [{ name: 'n', type: 'long' }], total: PAGES, ...rows } : rows;
    return scheduler.schedule(Promise.resolve(Response.json(body)));
  });
}

it('fetches each page once, however many ask for them at a time', async () => {
  const callers = fc.array(fc.constantFrom<() => Promise<unknown>>(fetchMore, fetchAll), {
    minLength: 2,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), callers, async (scheduler, asked) => {
      serve(scheduler);
      await scheduler.waitFor(runStatement('SELECT n FROM films'));
      await scheduler.waitFor(Promise.all([...asked, fetchAll].map((ask) => ask())));
      expect(run.value?.result?.rows).toEqual(Array.from({ length: PAGES }, (_, i) => [i]));
    }),
    { numRuns: 30 },
  );
});

it('stops to fetch when nobody waits for the rest', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.nat(PAGES), async (scheduler, pages) => {
      serve(scheduler);
      await scheduler.waitFor(runStatement('SELECT n FROM films'));
      const given = new AbortController();
      const all = fetchAll(given.signal);
      for (let i = 0; i < pages && scheduler.count() > 0; i++) await scheduler.waitOne();
      given.abort();
      await scheduler.waitFor(all);
      const rows = run.value?.result?.rows.length ?? 0;
      expect(rows).toBeLessThanOrEqual(Math.min(PAGES, pages + 2));
    }),
    { numRuns: 10 },
  );
});
