import { describe, expect, it, vi } from 'vitest';
import type { SearchClient } from '../../src/client/index.ts';
import { type JsonObject, ManualClock, SeededRandom } from '../../src/common/index.ts';
import { QueryBinder } from '../../src/sql/binder/index.ts';
import type { PlannedDialect } from '../../src/sql/dialects/dialect.ts';
import { parseStatement } from '../../src/sql/grammar/index.ts';
import { createV2Dialect } from '../../src/sql/index.ts';
import type { SqlResult } from '../../src/sql/types.ts';
import { StaticClient } from './support/staticClient.ts';

/** Statements that come again to one engine: their plans are kept, but for what may have changed. */

const DAY_MS = 86_400_000;
const documents = [{ id: 1, name: 'x', more: 2.5 }];

/** A client whose index gets another mapping. */
class ChangingClient extends StaticClient {
  mapping: JsonObject = { properties: { id: { type: 'long' }, name: { type: 'keyword' } } };

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
    engine.execute(parseStatement(sql), { sql, sizeLimit: 200, resultLimit: 200, corrections });
  return { client, clock, ask };
}

describe('statements that come again', () => {
  it('are analyzed once, and answer the same', async () => {
    const { ask } = setUp();
    const analyze = vi.spyOn(QueryBinder.prototype, 'analyze');
    const sql = 'SELECT UPPER(name) AS n, id + 1 FROM t WHERE id < 5 ORDER BY n LIMIT 3';
    const first = await ask(sql);
    const calls = analyze.mock.calls.length;
    expect(await ask(sql)).toEqual(first);
    expect(analyze.mock.calls.length).toBe(calls);
    analyze.mockRestore();
  });

  it('see the columns of a mapping that has changed', async () => {
    const { client, ask } = setUp();
    const columns = async (): Promise<string[]> =>
      (await ask('SELECT * FROM t')).schema.map(({ name }) => name);
    expect(await columns()).toEqual(['id', 'name']);
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

  it('are kept by their number, not by the length of their texts', () => {
    const [first, ...others] = Array.from({ length: 1000 }, (_, n) => `SELECT * FROM t WHERE id = ${n}`);
    const tree = parseStatement(first);
    expect(parseStatement(first)).toBe(tree);
    for (const sql of others) parseStatement(sql);
    expect(parseStatement(first)).not.toBe(tree);
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
