import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SearchClient } from '../../../src/client/index.ts';
import { type JsonObject, ManualClock, SeededRandom } from '../../../src/common/index.ts';
import { QueryBinder } from '../../../src/sql/binder/index.ts';
import type { PlannedDialect } from '../../../src/sql/dialects/dialect.ts';
import { SqlError } from '../../../src/sql/errors.ts';
import { parseStatement } from '../../../src/sql/grammar/index.ts';
import { createV2Dialect } from '../../../src/sql/index.ts';
import type { SqlResult } from '../../../src/sql/types.ts';
import { StaticClient } from './support/staticClient.ts';

/** Statements that come again to one engine: their plans are kept, but for what may have changed. */

const DAY_MS = 86_400_000;
const documents = [{ id: 1, name: 'x', more: 2.5 }];

/** A client whose index gets another mapping. */
class ChangingClient extends StaticClient {
  mapping: JsonObject = {
    properties: { id: { type: 'long' }, name: { type: 'keyword' }, born: { type: 'date' } },
  };

  constructor() {
    super({ t: { mapping: {}, documents } });
  }

  override async getMappings(): Promise<ReadonlyMap<string, JsonObject>> {
    return new Map([['t', this.mapping]]);
  }
}

function setUp() {
  const client = new ChangingClient();
  const clock = new ManualClock(Date.UTC(2024, 0, 31, 10, 20, 30));
  const options = { client: client as Partial<SearchClient> as SearchClient, clock };
  const engine: PlannedDialect = createV2Dialect({ ...options, random: new SeededRandom(7) });
  const ask = (sql: string, corrections = false): Promise<SqlResult> =>
    engine.execute(parseStatement(sql), { sizeLimit: 200, resultLimit: 200, corrections });
  return { client, clock, ask };
}

describe('statements that come again', () => {
  afterEach(() => vi.restoreAllMocks());

  it('are analyzed once, and answer the same', async () => {
    const { ask } = setUp();
    const analyze = vi.spyOn(QueryBinder.prototype, 'analyze');
    const sql = 'SELECT UPPER(name) AS n, id + 1 FROM t WHERE id < 5 ORDER BY n LIMIT 3';
    const first = await ask(sql);
    const calls = analyze.mock.calls.length;
    expect(await ask(sql)).toEqual(first);
    expect(analyze.mock.calls.length).toBe(calls);
  });

  it('see the columns of a mapping that has changed', async () => {
    const { client, ask } = setUp();
    const columns = async (): Promise<string[]> =>
      (await ask('SELECT * FROM t')).schema.map(({ name }) => name);
    expect(await columns()).toEqual(['id', 'name', 'born']);
    client.mapping = { properties: { id: { type: 'long' }, more: { type: 'double' } } };
    expect(await columns()).toEqual(['id', 'more']);
  });

  it.each(["CAST(TIME('10:20:30') AS TIMESTAMP)", 'NOW()', 'CURDATE()'])(
    '%s is of its day',
    async (value) => {
      const { clock, ask } = setUp();
      const answer = async (): Promise<unknown> => (await ask(`SELECT ${value}`)).rows[0][0];
      expect(await answer()).toContain('2024-01-31');
      clock.advance(DAY_MS);
      expect(await answer()).toContain('2024-02-01');
    },
  );

  it.each([
    ['numbers', 'SELECT name FROM t WHERE id = 5', 'SELECT name FROM t WHERE id = 70'],
    ['texts', "SELECT id FROM t WHERE name = 'x'", "SELECT id FROM t WHERE name = 'other y'"],
    ['patterns', "SELECT id FROM t WHERE name LIKE 'x%'", "SELECT id FROM t WHERE name LIKE '_y'"],
    ['texts', "SELECT id FROM t WHERE MATCH(name, 'x')", "SELECT id FROM t WHERE MATCH(name, 'y z')"],
    [
      'wildcards',
      "SELECT id FROM t WHERE WILDCARD_QUERY(name, 'x%')",
      "SELECT id FROM t WHERE WILDCARD_QUERY(name, '_y')",
    ],
    [
      'days',
      "SELECT id FROM t WHERE born > DATE '2020-01-02'",
      "SELECT id FROM t WHERE born > DATE '1999-12-31'",
    ],
    ['lists', 'SELECT id FROM t WHERE id IN (1, 2)', 'SELECT id FROM t WHERE id IN (30, 40)'],
    ['computations', 'SELECT id FROM t WHERE ABS(id - 3) > 1', 'SELECT id FROM t WHERE ABS(id - 50) > 7'],
  ])('are analyzed once for all %s', async (_of, first, other) => {
    const { ask } = setUp();
    await ask(first);
    const analyze = vi.spyOn(QueryBinder.prototype, 'analyze');
    await ask(other);
    expect(analyze).not.toHaveBeenCalled();
  });

  it('are analyzed once with corrections and once without, refused or not', async () => {
    const { ask } = setUp();
    const refused = "SELECT id FROM t WHERE born > '2024-01-01'";
    await expect(ask(refused)).rejects.toThrow(SqlError);
    await ask(refused, true);
    const analyze = vi.spyOn(QueryBinder.prototype, 'analyze');
    await expect(ask("SELECT id FROM t WHERE born > '2024-05-06'")).rejects.toThrow(SqlError);
    await ask("SELECT id FROM t WHERE born > '2024-05-06'", true);
    expect(analyze).not.toHaveBeenCalled();
  });

  it('share the tree of a text that differs in literals only, as long as there is room', () => {
    const [first, other, limited] = [5, 70, 5].map((n, i) =>
      parseStatement(`SELECT a FROM t WHERE b = ${n} LIMIT ${i + 1}`),
    );
    expect(parseStatement('SELECT a FROM t WHERE b = 80 LIMIT 1').template).toBe(first.template);
    expect(other.template).not.toBe(limited.template);
    for (let n = 0; n < 1001; n++) parseStatement(`SELECT a FROM t${n} WHERE b = 1`);
    expect(parseStatement('SELECT a FROM t WHERE b = 5 LIMIT 1').template).not.toBe(first.template);
  });

  it('mean with corrections what they say, and without them what the original makes of them', async () => {
    const { client, ask } = setUp();
    const bodies = async (corrections: boolean): Promise<string> => {
      await ask("SELECT id FROM t WHERE NOT name = 'y'", corrections);
      return JSON.stringify(client.bodies.at(-1));
    };
    const [plain, corrected] = [await bodies(false), await bodies(true)];
    expect(corrected).not.toBe(plain);
    expect([await bodies(false), await bodies(true)]).toEqual([plain, corrected]);
  });
});
