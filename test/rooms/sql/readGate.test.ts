import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock, OpenSearchError, Pacer, SeededRandom } from '../../../src/common/index.ts';
import { derive, type LiteralNode, mapTree, type SelectNode, watchTree } from '../../../src/sql/ast/index.ts';
import { explainStatement, explainWhole, LegacyDialect } from '../../../src/sql/dialects/legacy/index.ts';
import { traps } from '../../../src/sql/dialects/legacy/traps.ts';
import { unreadByLegacy } from '../../../src/sql/dialects/legacy/unread.ts';
import { ReadGate, UnreadError, type UnreadRule } from '../../../src/sql/dialects/readGate.ts';
import { unreadByV2 } from '../../../src/sql/dialects/v2/unread.ts';
import { createV2Dialect } from '../../../src/sql/dialects/v2/v2Dialect.ts';
import { SqlError } from '../../../src/sql/errors.ts';
import { parseStatement, type Statement } from '../../../src/sql/grammar/index.ts';
import { Bench } from '../../conformance/fuzz/bench.ts';
import { Pick } from '../../conformance/fuzz/pick.ts';
import { statement as commonStatement } from '../../conformance/fuzz/statements.ts';
import { wholeStatement } from '../../conformance/fuzz/wholeStatements.ts';
import { MemoryClient } from './support/memoryClient.ts';

/** No part of a statement goes unread: it is refused, or stands in the table of its dialect. */

/** A dialect that reads all of a statement but the members of a name. */
function readBut(member: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const name of Object.keys(value)) {
    if (name !== member) readBut(member, (value as Record<string, unknown>)[name]);
  }
}

const IGNORED: readonly (readonly [member: string, sql: string, path: string])[] = [
  ['where', 'SELECT a FROM t WHERE b = 1', 'select.where'],
  ['distinct', 'SELECT DISTINCT a FROM t', 'select.distinct'],
  ['limit', 'SELECT a FROM t LIMIT 0', 'select.limit'],
  ['offset', 'SELECT a FROM t LIMIT 1 OFFSET 2', 'select.offset'],
  ['hints', 'SELECT /*! ROUTINGS(a) */ a FROM t', 'select.hints'],
  ['having', 'SELECT a FROM t GROUP BY a HAVING COUNT(*) > 1', 'select.having'],
  ['nulls', 'SELECT a FROM t ORDER BY a NULLS FIRST', 'select.orderBy > nulls'],
  ['negated', 'SELECT a FROM t WHERE a NOT IN (1)', 'select.where > in.negated'],
  ['on', 'SELECT 1 FROM t JOIN s ON t.a = s.a', 'select.from > join.on'],
  ['type', "SELECT DATE '2020-01-01'", 'select.items > expression > literal.type'],
  [
    'frame',
    'SELECT SUM(a) OVER (ORDER BY a ROWS 1 PRECEDING) FROM t',
    'select.items > expression > call.over > frame',
  ],
  [
    'alias',
    'SELECT a FROM t WHERE x IN (SELECT a AS b FROM s)',
    'select.where > in.query > select.items > alias',
  ],
];

describe('a dialect that reads all but one member', () => {
  it.each(IGNORED)('[%s] of %s', (member, sql, path) => {
    const reading = new ReadGate([]).open(parseStatement(sql).tree);
    readBut(member, reading.tree);
    expect(() => reading.end()).toThrow(`not supported here: ${path}`);
  });

  it.each(IGNORED)('is refused nothing when it reads [%s], too', (_, sql) => {
    const reading = new ReadGate([]).open(parseStatement(sql).tree);
    readBut('', reading.tree);
    expect(reading.end()).toEqual([]);
  });
});

describe('a watched tree', () => {
  const tree = parseStatement('SELECT a AS n FROM t WHERE b = 1 LIMIT 2').tree as SelectNode;
  const unread = (read: (tree: SelectNode) => void): readonly string[] => {
    const watched = watchTree(tree);
    read(watched.tree);
    return watched.unread().map(({ path }) => path.join(' > '));
  };

  it('is the same as the tree', () => {
    expect(watchTree(tree).tree).toEqual(tree);
    const { tree: view } = watchTree(tree);
    expect(view.items).toBe(view.items);
    expect(view.items[0].expression).toBe(view.items[0].expression);
  });

  it('names the largest unread parts, with their places', () => {
    const watched = watchTree(tree);
    void watched.tree.items[0].alias;
    const places = watched.unread().map(({ path, place }) => [path.join(' > '), place?.start, place?.end]);
    expect(places.sort()).toEqual([
      ['select.from', 19, 20],
      ['select.items > expression', 7, 8],
      ['select.limit', 0, 32],
      ['select.where', 27, 32],
    ]);
  });

  it('counts what is read of derived nodes, and not their making', () => {
    const rest = ['select.items', 'select.from', 'select.where'];
    expect(unread((select) => derive(select, { limit: 5 }))).toEqual(['']);
    expect(unread((select) => void derive(select, { where: null }).limit)).toEqual(rest);
    expect(unread((select) => void mapTree(select, () => null).limit)).toEqual(rest);
  });

  it('asks literals for their values only when somebody reads them', () => {
    let asked = 0;
    const literal = { kind: 'literal', type: 'integer', span: { start: 0, end: 1 } };
    const watched = watchTree(
      Object.defineProperty(literal, 'value', { get: () => ++asked, enumerable: true }),
    );
    void watched.tree.type;
    expect([watched.unread().length, asked]).toEqual([1, 0]);
    expect((watched.tree as unknown as LiteralNode).value).toBe(1);
    expect([watched.unread().length, asked]).toEqual([0, 1]);
  });

  it('cannot be changed', () => {
    expect(() => Object.assign(watchTree(tree).tree, { limit: 1 })).toThrow(TypeError);
  });
});

describe('the gate', () => {
  it('watches a tree until it was read to the end once', () => {
    const gate = new ReadGate([]);
    const tree = parseStatement('SELECT a FROM t').tree;
    expect(() => gate.open(tree).end()).toThrow(UnreadError);
    const reading = gate.open(tree);
    readBut('', reading.tree);
    reading.end();
    expect(gate.open(tree).tree).toBe(tree);
    expect(gate.open(tree).end()).toEqual([]);
  });

  it('keeps readings of one tree apart, in whatever order they end', () => {
    const tree = parseStatement('SELECT a FROM t WHERE b = 1').tree;
    for (let seed = 0; seed < 20; seed++) {
      const random = new SeededRandom(seed);
      const gate = new ReadGate([]);
      const readings = Array.from({ length: 4 }, (_, i) => ({
        reading: gate.open(tree),
        reads: i % 2 === 0,
      }));
      readings.sort(() => random.next() - 0.5);
      for (const { reading, reads } of readings) {
        readBut(reads ? '' : 'where', reading.tree);
        if (reads) expect(reading.end()).toEqual([]);
        else expect(() => reading.end()).toThrow('select.where');
      }
    }
  });
});

const clock = new ManualClock();
const pacer = new Pacer(clock, () => undefined);

function legacyRequest(sql: string) {
  const pages = { pageSize: null, isPageSizeGiven: false, sizeLimit: 200, keepAlive: '1m' };
  return { sql, filter: null, filterRefusal: null, format: 'jdbc', pacer, ...pages } as const;
}

describe('what the original leaves unread', () => {
  const client = new MemoryClient();
  const v2 = createV2Dialect({ client, clock, random: new SeededRandom(1) });
  const legacy = new LegacyDialect(client);

  it.each(unreadByV2)('by V2: $name', async ({ example, warning }) => {
    const request = { sizeLimit: 200, resultLimit: 200 };
    const { warnings } = await v2.execute(parseStatement(example), request);
    expect(warnings.filter((each) => each === warning)).toHaveLength(warning === null ? 0 : 1);
  });

  it.each(unreadByLegacy)('by the legacy engine: $name', async ({ example, warning }) => {
    const { result } = await legacy.execute(parseStatement(example).tree, legacyRequest(example));
    if (warning !== null) expect(result.warnings).toContain(warning);
  });

  const without = (rules: readonly UnreadRule[], name: string): readonly UnreadRule[] =>
    rules.filter((rule) => rule.name !== name);

  it.each(unreadByV2)('needs the row: $name', async ({ name, example }) => {
    const unread = without(unreadByV2, name);
    const strict = createV2Dialect({ client, clock, random: new SeededRandom(1), unread });
    const request = { sizeLimit: 200, resultLimit: 200 };
    await expect(strict.execute(parseStatement(example), request)).rejects.toThrow(UnreadError);
  });

  it.each(unreadByLegacy)('needs the row: $name', async ({ name, example }) => {
    const strict = new LegacyDialect(client, new ReadGate(without(unreadByLegacy, name)));
    const answer = strict.execute(parseStatement(example).tree, legacyRequest(example));
    await expect(answer).rejects.toThrow(UnreadError);
  });
});

describe('what the gate has found', () => {
  const client = new MemoryClient();
  const v2 = createV2Dialect({ client, clock, random: new SeededRandom(1) });

  it.each([
    ['SELECT nested(lines.sku, lines.qty) FROM orders', 'find nested object under path [lines.qty]'],
    ["SELECT nested(lines.sku, 'lines') FROM orders", 'Illegal nested field name: lines'],
    ['SELECT nested(lines.sku, lines, lines.qty) FROM orders', 'only allowed 2 parameters'],
    ["SELECT staff_id FROM staff WHERE q = QUERY('bio:tide')", 'name=q) in type env'],
    ["SELECT staff_id FROM staff WHERE MATCH(bio, 'tide', 'x')", 'match takes 2 arguments'],
  ])('V2 refuses %s', async (sql, details) => {
    const request = { sizeLimit: 200, resultLimit: 200 };
    await expect(v2.explain(parseStatement(sql), request, false)).rejects.toThrow(details);
  });

  const explained = (sql: string): Promise<string> =>
    explainStatement(parseStatement(sql).tree, client, { sql, filter: null, pretty: false });

  it.each([
    ['SELECT age FROM staff WHERE age > 3 ORDER BY age LIMIT 2', []],
    ['SELECT COUNT(*) FROM staff LIMIT 3', [traps.rowLimit]],
    ['SELECT s.age FROM (SELECT age FROM staff) s WHERE s.age > 30', [traps.subSelect]],
    ['SELECT SUM(b.id) OVER (ORDER BY b.id) FROM staff a JOIN staff b ON a.age = b.age', [traps.unexplained]],
    ['SELECT DATE_ADD(age, INTERVAL 1 DAY) FROM staff', [traps.unexplained]],
    ['DELETE FROM staff WHERE age > 30 LIMIT 1', [traps.unexplained]],
  ])('an explanation says what it leaves out: %s', async (sql, expected) => {
    const statement = parseStatement(sql);
    const options = { sql, filter: null, pretty: false };
    for (const _time of ['first', 'again']) {
      expect((await explainWhole(statement, client, options)).warnings).toEqual(expected);
    }
  });

  it('the legacy engine takes two arguments of nested', async () => {
    const sql = 'SELECT order_id FROM orders ORDER BY nested(lines.qty, lines, lines.qty > 3, max)';
    await expect(explained(sql)).rejects.toThrow('on nested object only allowed 2 parameters');
  });

  it('keys that are called alike have scripts of their own', async () => {
    const keys = [1, 2].map((n) => `CASE WHEN age > ${n} THEN ${n} ELSE 0 END`);
    const body = await explained(`SELECT ${keys[1]}, COUNT(*) FROM staff GROUP BY ${keys[0]}`);
    expect(body.match(/value>\d/g)).toEqual(['value>2', 'value>1']);
  });
});

describe('statements of every clause', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await Bench.open();
  });
  afterAll(() => bench.close());

  /** Refusals of the dialect are fine; what the gate finds on top of them is not. */
  async function isRead(sql: string, run: () => Promise<unknown>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      if (error instanceof UnreadError) throw new Error(`${error.message} :: ${sql}`);
      if (error instanceof SqlError || error instanceof OpenSearchError) return false;
      throw error;
    }
  }

  it('are read to their end by both dialects', async () => {
    const { client } = bench;
    const v2 = createV2Dialect({ client, clock, random: new SeededRandom(1) });
    const legacy = new LegacyDialect(client);
    const counts = { v2: 0, corrected: 0, legacy: 0 };
    for (let i = 0; i < 200; i++) {
      const pick = new Pick(7, i);
      const sql = i % 3 === 0 ? commonStatement(pick).text.rockpool : wholeStatement(pick);
      const statement = parsed(sql);
      if (statement === null) continue;
      const plan = { sizeLimit: 200, resultLimit: 200 };
      const runs = {
        v2: () => v2.explain(statement, plan, false),
        corrected: () => v2.explain(statement, { ...plan, corrections: true }, false),
        legacy: async () => {
          const refusal = statement.legacyRefusal();
          if (refusal !== null) throw refusal;
          return legacy.execute(statement.tree, legacyRequest(sql));
        },
      };
      for (const [name, run] of Object.entries(runs)) {
        if (await isRead(sql, run)) counts[name as keyof typeof runs]++;
      }
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(20);
  });
});

function parsed(sql: string): Statement | null {
  try {
    return parseStatement(sql);
  } catch (error) {
    if (error instanceof SqlError) return null;
    throw error;
  }
}
