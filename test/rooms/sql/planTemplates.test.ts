import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SearchClient, SettingLookup } from '../../../src/client/index.ts';
import { type JsonObject, ManualClock, SeededRandom } from '../../../src/common/index.ts';
import { createSqlService, createV2Dialect, type SqlService } from '../../../src/sql/index.ts';
import { StaticClient } from './support/staticClient.ts';

/**
 * Statements that differ in literals share their tree and their plans. Whatever literals come in whatever order, over
 * whatever mappings, an answer is the one of a server that has seen nothing before.
 */

const STATEMENTS = [
  'SELECT n, s FROM t WHERE n = #',
  'SELECT * FROM t WHERE x > # AND n <= # AND n <> #',
  'SELECT n FROM t WHERE # = n OR # < x',
  'SELECT s FROM t WHERE s = # OR s LIKE # OR NOT s LIKE #',
  'SELECT n FROM t WHERE n IN (#, #, #) AND s NOT IN (#, #)',
  'SELECT n FROM t WHERE d > #',
  'SELECT n FROM t WHERE d BETWEEN # AND # AND d <> #',
  'SELECT n FROM t WHERE NOT n = # AND YEAR(d) = #',
  'SELECT n FROM t WHERE ABS(n - #) > # AND UPPER(s) <> # LIMIT 2',
  'SELECT n + #, # AS c, s FROM t WHERE n = # OR # = #',
  'SELECT s, COUNT(*), SUM(x) FROM t WHERE x > # GROUP BY s HAVING COUNT(*) > # ORDER BY 1',
  'SELECT n + # FROM t GROUP BY n + #',
  'SELECT n FROM t WHERE n = # ORDER BY # LIMIT #',
  'SELECT CASE WHEN n > # THEN # ELSE # END FROM t WHERE CASE s WHEN # THEN TRUE ELSE FALSE END',
  'SELECT n FROM t WHERE MATCH(s, #) AND x > #',
  'SELECT n FROM t WHERE WILDCARD_QUERY(s, #) OR QUERY(#) OR UPPER(s) = #',
  'SELECT n FROM t WHERE n < (SELECT MAX(n) FROM u WHERE n < #)',
  'SELECT n FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.n = t.n AND u.n > #)',
  'SELECT q.n FROM (SELECT n FROM t WHERE n > #) AS q WHERE q.n < #',
  'SELECT n FROM t WHERE n > # UNION SELECT n FROM u WHERE n < #',
  'SELECT a.n, b.s FROM t a JOIN u b ON a.n = b.n WHERE a.n > # AND b.s = #',
  'SELECT n FROM t WHERE DATE_ADD(d, INTERVAL # DAY) > # OR d < DATE_SUB(#, INTERVAL 1 DAY)',
  'SELECT n FROM t WHERE CAST(# AS DOUBLE) < x AND d > CAST(# AS TIMESTAMP)',
  'SELECT n FROM t WHERE nested(e.k) = # AND n > #',
  'SELECT RANK() OVER (ORDER BY n + #) FROM t WHERE s = #',
  'SELECT n FROM t WHERE #',
  'SELECT #, # FROM t',
  'DELETE FROM t WHERE n = #',
];

/** Literals that one text may have in one place; most of a group are of one shape. */
const LITERALS = [
  ['0', '1', '7', '2147483647'],
  ['2147483648', '9007199254740991', '9007199254740993', '9223372036854775808'],
  ['-1', '-0', '-2147483648', '-2147483649', '- 3', '+2'],
  ['1.5', '0.0', '-0.0', '7.0', '1e3', '.5', '007'],
  ["'a'", "'b'", "''", "'it''s'", "'a\\'b'", '"a"', "'a%'", "'_'", "'ä'", "'# -- /*'", "'7'", "'1.5'"],
  ["'2024-01-01'", "'2023-05-06 10:20:30'", "'2024-02-30'", "'2024-01-01 10:00:00.123456'", "'10:20:30'"],
  ["DATE '2024-01-01'", "DATE '2024-13-01'", "DATE '1999-12-31'"],
  ["TIMESTAMP '2024-01-01 10:20:30'", "TIMESTAMP '2024-01-01 10:20:30.000001'", "TIMESTAMP 'x'"],
  ["TIME '10:20:30'", "TIME '25:00:00'"],
  ['NULL', 'TRUE', 'x'],
];

const COLUMN_TYPES = ['integer', 'long', 'double', 'keyword', 'text', 'date', 'boolean'];

const documents: JsonObject[] = [
  { n: 1, x: 1.5, s: 'a', d: '2024-01-01', e: [{ k: 1 }] },
  { n: 7, x: -1, s: 'b', d: '2023-05-06T10:20:30Z' },
  { n: null, s: "it's" },
];

function mappingOf(type: string): JsonObject {
  const properties = {
    n: { type },
    x: { type: 'double' },
    s: { type: 'keyword' },
    d: { type: 'date' },
    e: { type: 'nested', properties: { k: { type: 'integer' } } },
  };
  return { properties };
}

const MAPPINGS = COLUMN_TYPES.map(mappingOf);

/** Both tables have the mapping that is set; whoever asks for it is answered in `turn`. */
class ChangingClient extends StaticClient {
  mapping = MAPPINGS[0];
  turn: () => Promise<unknown> = async () => undefined;

  constructor() {
    super({ t: { mapping: {}, documents }, u: { mapping: {}, documents: documents.slice(1) } });
  }

  override async getMappings(index: string): Promise<ReadonlyMap<string, JsonObject>> {
    const { mapping } = this;
    await this.turn();
    await super.getMappings(index);
    return new Map([[index, mapping]]);
  }
}

interface Asked {
  readonly sql: string;
  /** The same with `?` for what can be a parameter. */
  readonly prepared: Prepared | null;
  readonly mapping: number;
  readonly operation: 'query' | 'explain' | 'plan';
  readonly mode: 'plain' | 'corrections' | 'strict';
}

const MOST_PLACES = 7;

/** A text whose places take literals of one group each, asked again and again. */
const questions: fc.Arbitrary<Asked[]> = fc
  .tuple(
    fc.constantFrom(...STATEMENTS),
    fc.array(fc.constantFrom(...LITERALS), { minLength: MOST_PLACES, maxLength: MOST_PLACES }),
  )
  .chain(([text, groups]) =>
    fc
      .array(
        fc.record({
          literals: fc.tuple(...groups.map((group) => fc.constantFrom(...group))),
          isPrepared: fc.boolean(),
          mapping: fc.oneof(fc.constant(0), fc.nat(MAPPINGS.length - 1)),
          operation: fc.constantFrom('query', 'query', 'explain', 'plan'),
          mode: fc.constantFrom('plain', 'plain', 'corrections', 'strict'),
        }),
        { minLength: 2, maxLength: 6 },
      )
      .map((all) =>
        all.map(({ literals, isPrepared, ...rest }) => ({
          ...rest,
          sql: filled(text, literals),
          prepared: isPrepared ? preparedOf(text, literals) : null,
        })),
      ),
  );

interface Prepared {
  readonly query: string;
  readonly parameters: readonly JsonObject[];
}

function preparedOf(text: string, literals: readonly string[]): Prepared {
  const parameters: JsonObject[] = [];
  const places = literals.slice(0, text.split('#').length - 1).map((literal) => {
    const parameter = parameterOf(literal);
    if (parameter === null) return literal;
    parameters.push(parameter);
    return '?';
  });
  return { query: filled(text, places), parameters };
}

/** Null for what no parameter is shown as. */
function parameterOf(literal: string): JsonObject | null {
  if (/^(?:0|-?[1-9]\d{0,14})$/.test(literal)) return { type: 'LONG', value: literal };
  if (/^-?\d\.\d$/.test(literal) && literal !== '-0.0') return { type: 'DOUBLE', value: Number(literal) };
  if (!/^'[^\\]*'$/.test(literal)) return null;
  return { type: 'STRING', value: literal.slice(1, -1).replaceAll("''", "'") };
}

function filled(text: string, literals: readonly string[]): string {
  let next = 0;
  return text.replace(/#/g, () => literals[next++]);
}

interface Answered {
  readonly status: number;
  readonly body: string;
  readonly warnings: readonly string[];
  readonly searches: readonly JsonObject[];
}

class Server {
  readonly client = new ChangingClient();
  readonly #services = new Map<string, SqlService>();

  /** Its answer, and what it asked of the engine for it. */
  async answer({ sql, prepared, mapping, operation, mode }: Asked): Promise<Answered> {
    this.client.mapping = MAPPINGS[mapping];
    const before = this.client.bodies.length;
    const { status, body, warnings } = await this.#service(mode).handle({
      operation: operation === 'query' ? 'query' : 'explain',
      sqlParameter: null,
      body: JSON.stringify({ ...(prepared ?? { query: sql }), fetch_size: 0 }),
      parameters: new Map(operation === 'plan' ? [['format', 'plan']] : []),
      contentType: null,
    });
    return { status, body, warnings, searches: this.client.bodies.slice(before) };
  }

  #service(mode: Asked['mode']): SqlService {
    const known = this.#services.get(mode);
    if (known !== undefined) return known;
    const client = this.client as Partial<SearchClient> as SearchClient;
    const parts = { client, clock: new ManualClock(1_706_696_430_000), random: new SeededRandom(1) };
    const settings = async (): Promise<SettingLookup> => (key) =>
      key === `rockpool.${mode}` ? 'true' : null;
    const service = createSqlService({ ...parts, settings, v2: createV2Dialect(parts) });
    this.#services.set(mode, service);
    return service;
  }
}

/** A text with a comment is read on its own; parameters answer as literals do. */
const UNSHARED = ' -- own';

async function freshAnswer(question: Asked): Promise<Answered> {
  const answer = await new Server().answer({ ...question, sql: question.sql + UNSHARED, prepared: null });
  return { ...answer, body: answer.body.replaceAll(UNSHARED, '') };
}

const RUNS = Number(process.env.TEMPLATE_RUNS ?? 45);

it('answers as if every statement were the first', () =>
  fc.assert(
    fc.asyncProperty(questions, async (all) => {
      const server = new Server();
      for (const question of all) {
        expect({ question, answer: await server.answer(question) }).toEqual({
          question,
          answer: await freshAnswer(question),
        });
      }
    }),
    { numRuns: RUNS },
  ));

it('answers requests that run at the same time as if each were alone', () =>
  fc.assert(
    fc.asyncProperty(fc.scheduler(), questions, async (scheduler, all) => {
      const server = new Server();
      server.client.turn = () => scheduler.schedule(Promise.resolve());
      const alike = all.map((question) => ({ ...question, mapping: all[0].mapping }));
      const answers = await scheduler.waitFor(Promise.all(alike.map((question) => server.answer(question))));
      for (const [i, question] of alike.entries()) {
        const { searches: _, ...answer } = answers[i];
        const { searches: __, ...alone } = await freshAnswer(question);
        expect({ question, answer }).toEqual({ question, answer: alone });
      }
    }),
    { numRuns: Math.ceil(RUNS / 3) },
  ));

const TEXT = fc.string({
  unit: fc.constantFrom("'", '\\', '"', '`', '?', '\n', '\0', '\u001a', '-', '#', 'a'),
});

it('hands a text on as it was given, to the V2 engine and to the legacy one', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(TEXT, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (texts, isLegacy) => {
        const server = new Server();
        for (const value of texts) {
          const query = `SELECT n FROM t WHERE s = ? AND n > 1 ${isLegacy ? 'AND nested(e.k) = 1' : ''}`;
          const prepared = { query, parameters: [{ type: 'STRING', value }] };
          const question = { sql: '', prepared, mapping: 0, operation: 'query', mode: 'plain' } as const;
          const { searches } = await server.answer(question);
          expect(JSON.stringify(searches)).toContain(`"s":{"value":${JSON.stringify(value)}`);
        }
      },
    ),
    { numRuns: RUNS },
  ));
