import { describe, expect, it } from 'vitest';
import { type GoldenCase, goldenCases } from '../../conformance/recordings/golden.ts';
import { createBench, runCase } from './support/service.ts';

/** `_explain` against the recorded query DSL. */

/** Printed from identity hashes of Java objects: no server repeats them. */
const HASHED = /@[0-9a-f]{6,8}/;

const cases = goldenCases().filter(
  ({ area, kind, answers }) =>
    /(^|\/)explain$/.test(area) && kind !== 'beyond' && !HASHED.test(answers[0].text),
);

const own = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

describe('explain', () => {
  const bench = createBench();

  it.each(cases.map((golden) => [golden.id, golden] as const))('%s', async (_, golden) => {
    const first: GoldenCase = { ...golden, steps: golden.steps.slice(0, 1) };
    const [answer] = await runCase(bench, first);
    expect(own(answer.text)).toEqual(own(golden.answers[0].text));
    expect(answer.status).toBe(golden.answers[0].status);
  });

  it('prints the bytes of the original', async () => {
    const { body } = await bench.post({ query: 'SELECT firstname FROM staff WHERE age > 20' }, {}, 'explain');
    const range =
      '{"range":{"age":{"from":20,"to":null,"include_lower":false,"include_upper":true,"boost":1.0}}}';
    const options = '"adjust_pure_negative":true,"boost":1.0';
    expect(body).toBe(
      `{"from":0,"size":200,"query":{"bool":{"filter":[{"bool":{"must":[${range}],${options}}}],${options}}},` +
        '"_source":{"includes":["firstname"],"excludes":[]}}',
    );
  });

  const clauses: readonly (readonly [where: string, clause: unknown])[] = [
    ["MATCH(bio, 'tide', operator='AND')", { match: { bio: expect.objectContaining({ operator: 'AND' }) } }],
    ['age = -3', { term: { age: { value: -3, boost: 1 } } }],
    [
      "firstname <> 'Ada'",
      { bool: expect.objectContaining({ must_not: [{ term: { firstname: { value: 'Ada', boost: 1 } } }] }) },
    ],
    ["joined > '2020-01-01'", { range: { joined: expect.objectContaining({ from: '2020-01-01' }) } }],
    ['YEAR(joined) = 2020', { script: expect.objectContaining({ boost: 1 }) }],
    ["firstname = IDS_QUERY('f', '1', '2')", { ids: { values: ['1', '2'], boost: 1 } }],
  ];
  it.each(clauses)('writes %s', async (where, clause) => {
    const { body } = await bench.post({ query: `SELECT age FROM staff WHERE ${where}` }, {}, 'explain');
    expect(JSON.parse(body).query.bool.filter[0].bool.must[0]).toEqual(clause);
  });

  it('merges conditions on one nested table', async () => {
    const query =
      'SELECT o.order_id FROM orders o, o.lines l WHERE l.qty > 8 AND l.price < 5 AND o.amount > 1';
    const { body } = await bench.post({ query }, {}, 'explain');
    const [both] = JSON.parse(body).query.bool.filter[0].bool.must;
    expect(both.bool.must.map((clause: object) => Object.keys(clause)[0])).toEqual(['nested', 'range']);
  });

  it('asks for nested documents beside what is there of a LEFT JOIN', async () => {
    const query = 'SELECT * FROM orders o LEFT JOIN o.lines l WHERE o.amount > 1';
    const { body } = await bench.post({ query }, {}, 'explain');
    const [{ bool }] = JSON.parse(body).query.bool.filter;
    expect(Object.keys(bool)).toEqual(['must', 'should', 'adjust_pure_negative', 'boost']);
    const [without, { nested }] = bool.should;
    expect(without.bool.must_not[0].nested.query).toEqual({ exists: { field: 'lines', boost: 1 } });
    expect(nested.inner_hits._source.includes).toEqual(['lines.*']);
  });

  it('guards scripts where the recorded form would fail', async () => {
    const { client, post } = createBench();
    const sources = async (): Promise<string[]> => {
      const { body } = await post(
        { query: 'SELECT age + 1 AS n FROM staff WHERE ABS(age) > 3' },
        {},
        'explain',
      );
      const { query, script_fields: fields } = JSON.parse(body);
      return [query.bool.filter[0].bool.must[0].script.script.source, fields.n.script.source];
    };
    const recorded = [
      "def abs_1 = Math.abs(doc['age'].value);abs_1 > 3",
      "def add_1 = doc['age'].value + 1;return add_1;",
    ];
    expect(await sources()).toEqual(recorded);
    client.scriptsMeetMissing = true;
    expect(await sources()).toEqual([
      `if (doc['age'].size() == 0) { return false; } ${recorded[0]}`,
      `if (doc['age'].size() == 0) { return null; } ${recorded[1]}`,
    ]);
  });

  const refused: readonly (readonly [query: string, details: string])[] = [
    ['SELECT a FROM nope', 'no such index [nope]'],
    ['SELECT 1', 'MySqlSelectQueryBlock.getFrom()" is null'],
    ['SELECT a FROM staff UNION SELECT 1', 'MySqlSelectQueryBlock.getFrom()" is null'],
    ['SELECT s.age FROM staff s JOIN dept d ON s.dept_id = d.id JOIN dept e ON e.id = d.id', 'only 2 tables'],
    ['SELECT age FROM staff WHERE age IN (SELECT 1)', 'because "from" is null'],
  ];
  it.each(refused)('refuses %s', async (query, details) => {
    const { status, body } = await bench.post({ query }, {}, 'explain');
    expect(status).toBe(400);
    expect(JSON.parse(body).error.details).toContain(details);
  });
});
