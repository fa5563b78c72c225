import { describe, expect, it } from 'vitest';
import { limits, OpenSearchError } from '../../../src/common/index.ts';
import { createBench } from './support/service.ts';

/** Pages: how many, of what size, with which totals; how cursors end. */

async function pages(query: string, fetchSize: number | undefined) {
  const bench = createBench();
  const sizes: number[] = [];
  const first = JSON.parse((await bench.post({ query, fetch_size: fetchSize })).body);
  sizes.push(first.datarows.length);
  for (let page = first; page.cursor !== undefined; ) {
    page = JSON.parse((await bench.post({ cursor: page.cursor })).body);
    expect(Object.keys(page).every((key) => key === 'cursor' || key === 'datarows')).toBe(true);
    sizes.push(page.datarows.length);
  }
  return { sizes, total: first.total, openScrolls: bench.client.openScrolls, bench };
}

describe('pages', () => {
  it.each([
    ['SELECT staff_id FROM staff', 50, 20, 50, 1000],
    ['SELECT staff_id FROM staff', 28, 36, 20, 1000],
    ['SELECT staff_id FROM staff LIMIT 234', 50, 5, 34, 234],
    ['SELECT staff_id FROM staff LIMIT 10', 50, 1, 10, 1000],
    ['SELECT id FROM dept', 7, 2, 7, 14],
    ['SELECT id FROM dept', 14, 1, 14, 14],
    ['SELECT staff_id FROM staff', undefined, 1, 1000, 1000],
    ['SELECT COUNT(*) FROM staff GROUP BY country', 2, 1, 6, 6],
    ['SELECT id FROM dept LIMIT 2, 5', 2, 3, 1, 5],
  ])('%s by %s', async (query, fetchSize, count, last, total) => {
    const answer = await pages(query, fetchSize);
    expect(answer.sizes.length).toBe(count);
    expect(answer.sizes.at(-1)).toBe(last);
    expect(answer.total).toBe(total);
    expect(answer.openScrolls).toBe(0);
  });

  it('has no scroll for an answer that is not paged, and cuts it at the size limit with a warning', async () => {
    const { post, client } = createBench();
    const { body, warnings } = await post({ query: 'SELECT staff_id FROM staff', fetch_size: 0 });
    expect(JSON.parse(body).datarows.length).toBe(200);
    expect(warnings.join()).toContain('200');
    expect(client.searches.some(({ scroll }) => scroll !== undefined)).toBe(false);
  });

  it('ends a cursor that is left alone for its keep-alive, and lives on with every page', async () => {
    const { post, clock, client } = createBench();
    client.settings.set('plugins.sql.cursor.keep_alive', '2m');
    const first = JSON.parse((await post({ query: 'SELECT id FROM dept', fetch_size: 3 })).body);
    clock.advance(119_000);
    const second = await post({ cursor: first.cursor });
    expect(second.status).toBe(200);
    clock.advance(119_000);
    expect((await post({ cursor: JSON.parse(second.body).cursor })).status).toBe(200);
    clock.advance(121_000);
    const late = await post({ cursor: first.cursor });
    expect(late.status).toBe(404);
    expect(JSON.parse(late.body).error.type).toBe('search_phase_execution_exception');
    expect(client.openScrolls).toBe(0);
  });

  it('gives the pages of one cursor to parallel requests one after the other', async () => {
    const { post } = createBench();
    const { cursor } = JSON.parse(
      (await post({ query: 'SELECT id FROM dept ORDER BY id', fetch_size: 4 })).body,
    );
    const answers = await Promise.all([1, 2, 3].map(() => post({ cursor })));
    const ids = answers.flatMap(({ body }) => JSON.parse(body).datarows).flat();
    expect(ids).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    expect((await post({ cursor })).status).toBe(404);
  });

  it('opens no more cursors than the limit, and leaves nothing behind when it refuses', async () => {
    const { post, client, service } = createBench();
    const open = () => post({ query: 'SELECT id FROM dept', fetch_size: 1 });
    for (let i = 0; i < limits.openScrolls.value; i++) expect((await open()).status).toBe(200);
    expect((await open()).status).toBe(400);
    expect(client.openScrolls).toBe(limits.openScrolls.value);
    await service.close();
    expect(client.openScrolls).toBe(0);
  });

  it('answers 404 when the index is gone under it', async () => {
    const { post, client } = createBench();
    const { cursor } = JSON.parse((await post({ query: 'SELECT id FROM dept', fetch_size: 3 })).body);
    client.nextScrollPage = async () => {
      throw new OpenSearchError('search_context_missing_exception', 'No search context found for id [1]');
    };
    expect((await post({ cursor })).status).toBe(404);
  });
});

describe('a cursor', () => {
  const forged = (face: unknown): string => `d:${Buffer.from(JSON.stringify(face)).toString('base64')}`;

  it("looks like the original's", async () => {
    const { post } = createBench();
    const { cursor } = JSON.parse((await post({ query: 'SELECT id, name FROM dept', fetch_size: 5 })).body);
    const face = JSON.parse(Buffer.from(cursor.slice(2), 'base64').toString());
    expect(Object.keys(face)).toEqual(['a', 's', 'c', 'f', 'i', 'l']);
    expect(face).toMatchObject({
      a: {},
      f: 5,
      i: 'dept',
      l: 9,
      c: [{ name: 'id', type: 'short' }, { name: 'name' }],
    });
  });

  it.each([
    ['nope', 400, 'Not able to parse invalid cursor'],
    ['x:abc', 400, 'Unsupported cursor type [x]'],
    ['d:!!!', 400, 'Illegal base64 character 21'],
    ['d:AAAA', 400, 'Malformed cursor'],
    [forged({ a: 1 }), 400, 'Malformed cursor'],
    [forged({ s: 'AAAA', f: 1 }), 404, 'all shards failed'],
  ])('%s is refused with %i', async (cursor, status, reason) => {
    const { post } = createBench();
    const answer = await post({ cursor });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body).error.reason).toContain(reason);
    const closed = await post({ cursor }, {}, 'close');
    expect(closed.status).toBe(status === 404 ? 200 : 400);
  });

  it('is not explained and not printed as csv', async () => {
    const { post } = createBench();
    expect((await post({ cursor: 'd:x' }, {}, 'explain')).body).toContain('Cannot explain cursor');
    const { cursor } = JSON.parse((await post({ query: 'SELECT id FROM dept', fetch_size: 4 })).body);
    expect((await post({ cursor }, { format: 'csv' })).body).toContain('not supported for cursor');
    expect(JSON.parse((await post({ cursor })).body).datarows.length).toBe(4);
    expect((await post({ cursor: 'x' }, { format: 'csv' })).body).toContain('verification_exception');
  });
});
