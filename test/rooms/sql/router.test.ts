import { describe, expect, it } from 'vitest';
import type { PlannedDialect } from '../../../src/sql/dialects/dialect.ts';
import { SqlError, semanticError } from '../../../src/sql/errors.ts';
import type { SqlResult } from '../../../src/sql/types.ts';
import { type Bench, createBench, unexplained } from './support/service.ts';

/** Which engine answers, and how answers of V2 are cut into pages. */

const schema = [{ name: 'n', type: 'integer' }];

function result(from: number, to: number, total: number): SqlResult {
  const rows = Array.from({ length: to - from }, (_row, i) => [from + i]);
  return { profile: 'v2', schema, rows, total, cursor: null, warnings: [], raw: null };
}

/** An engine whose table has `count` rows. */
function engine(count: number, refusal: string | null = null): PlannedDialect {
  return {
    refusal: () => refusal,
    execute: async (_, { resultLimit }) => {
      const rows = Math.min(count, resultLimit);
      return result(0, rows, rows);
    },
    open: async (_, { pageSize }) => {
      let at = Math.min(pageSize, count);
      const rowsLeft = count - at;
      const next = async () => {
        const page = result(at, Math.min(at + pageSize, count), count).rows;
        at += page.length;
        return page;
      };
      const source = { next, close: async () => undefined };
      const rest = rowsLeft === 0 ? null : { source, pageSize, rowsLeft, index: 'dept' };
      return { result: result(0, at, count), rest };
    },
    explain: unexplained,
  };
}

function failing(error: SqlError): PlannedDialect {
  return {
    refusal: () => null,
    execute: () => Promise.reject(error),
    open: () => Promise.reject(error),
    explain: unexplained,
  };
}

const QUERY = 'SELECT id FROM dept ORDER BY id';

async function answered(bench: Bench, body: object, parameters: Record<string, string> = {}) {
  const { body: text, warnings, status } = await bench.post(body, parameters);
  const json = text.startsWith('{') ? JSON.parse(text) : null;
  return {
    status,
    json,
    warnings,
    by: json?.schema?.[0].name === 'n' || text.startsWith('n') ? 'v2' : 'legacy',
  };
}

describe('the way to an engine', () => {
  it.each([
    ['a plain body', { query: QUERY }, {}, 'v2'],
    ['fetch_size 0', { query: QUERY, fetch_size: 0 }, {}, 'v2'],
    ['csv', { query: QUERY }, { format: 'csv' }, 'v2'],
    ['a page size', { query: QUERY, fetch_size: 5 }, {}, 'legacy'],
    ['another member', { query: QUERY, extra: 1 }, {}, 'legacy'],
    ['json', { query: QUERY }, { format: 'json' }, 'legacy'],
  ])('%s', async (_, body, parameters, by) => {
    expect(await answered(createBench(engine(3)), body, parameters)).toMatchObject({ status: 200, by });
  });

  it('goes on to the legacy engine when V2 refuses, at once or later', async () => {
    const late = failing(new SqlError('SyntaxCheckException', 'the qualifier is unknown'));
    for (const v2 of [engine(3, 'no joins'), late]) {
      expect(await answered(createBench(v2), { query: QUERY })).toMatchObject({ by: 'legacy', status: 200 });
    }
  });

  it('ends with other errors of V2', async () => {
    const bench = createBench(failing(semanticError('no such field')));
    expect((await answered(bench, { query: QUERY })).json.error.details).toBe('no such field');
  });

  it('comes back with a warning when both refuse, unless strict', async () => {
    const bench = createBench(engine(3, 'unary minus'));
    const query =
      'SELECT -age FROM staff s JOIN dept d ON s.dept_id = d.id JOIN orders o ON o.staff_id = s.staff_id';
    const answer = await answered(bench, { query });
    expect(answer).toMatchObject({ by: 'v2', status: 200 });
    expect(answer.warnings.join()).toContain('2.7 would refuse');
    bench.client.settings.set('rockpool.strict', 'true');
    expect((await answered(bench, { query })).status).toBe(400);
  });

  it('asks V2 first for corrections', async () => {
    const bench = createBench(engine(3, 'unions'));
    const query = 'SELECT id FROM dept UNION SELECT id FROM dept';
    expect((await answered(bench, { query })).json.status).toBe(500);
    bench.client.settings.set('rockpool.corrections', 'true');
    expect(await answered(bench, { query })).toMatchObject({ by: 'v2', status: 200 });
  });
});

describe('corrections', () => {
  const planned = async () => ({ logical: '', physical: '', pushed: [] });

  it.each([
    ['the V2 engine has planned and not finished: its limit is the answer', planned, 'more than the limit'],
    ['the V2 engine does not know: the legacy one answers', unexplained, undefined],
  ])('what %s', async (_, explain, details) => {
    const limited = failing(new SqlError('IllegalStateException', 'more than the limit'));
    const bench = createBench({ ...limited, refusal: () => 'commas', explain });
    bench.client.settings.set('rockpool.corrections', 'true');
    const { json } = await answered(bench, { query: 'SELECT id FROM dept, staff' });
    expect(json.error?.details).toBe(details);
  });
});

describe('pages of the V2 engine', () => {
  it.each([
    [1000, undefined],
    [200, 0],
  ])('%i rows are answered whole with fetch_size %j', async (rows, fetchSize) => {
    const { json } = await answered(createBench(engine(rows)), { query: QUERY, fetch_size: fetchSize });
    expect(json).toMatchObject({ total: rows, size: rows });
    expect(json.cursor).toBeUndefined();
  });

  it('has a first page of a thousand rows when there are more', async () => {
    const bench = createBench(engine(2500));
    const { json: first } = await answered(bench, { query: QUERY });
    expect(Object.keys(first)).toEqual(['schema', 'cursor', 'total', 'datarows', 'size', 'status']);
    expect(first).toMatchObject({ total: 2500, size: 1000 });
    const { json: second } = await answered(bench, { cursor: first.cursor });
    const { json: last } = await answered(bench, { cursor: second.cursor });
    expect([second.datarows.length, last.datarows.length, last.cursor]).toEqual([1000, 500, undefined]);
    expect(second.datarows[0]).toEqual([1000]);
  });
});
