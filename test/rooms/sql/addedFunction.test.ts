import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rockpool } from '../../../src/index.ts';
import { nullable, sig, text } from '../../../src/sql/functions/define.ts';
import type { FunctionTable } from '../../../src/sql/functions/index.ts';
import { textScript } from '../../../src/sql/functions/painless.ts';
import { searched } from '../../../src/sql/functions/searchForm.ts';
import { stringFunctions } from '../../../src/sql/functions/strings.ts';

/** What CONTRIBUTING.md promises: a function is one row of a table. In a process of its own, which has one row more. */

const twice: FunctionTable[number] = {
  names: ['twice', 'double_text'],
  signatures: [sig(['keyword'], 'keyword', ([s]) => text(s) + text(s))],
  ...textScript('twice', (x) => `${x} + ${x}`),
  doc: 'A text, and once more.',
  examples: [["TWICE('ab')", 'abab']],
};
const lacks: FunctionTable[number] = {
  names: ['lacks'],
  beyond: true,
  signatures: [nullable(['keyword'], 'boolean', ([s]) => s === null)],
  ...searched('isNull'),
  doc: 'Whether the argument is NULL.',
  examples: [['LACKS(NULL)', 'true']],
};
(stringFunctions as FunctionTable[number][]).push(twice, lacks);

// Whoever reads the table comes after the rows.
const { openRockpool } = await import('../../../src/index.ts');
const { BEYOND } = await import('../../../src/sql/warnings.ts');
const { sqlPage } = await import('../../../scripts/docs/sqlPage.ts');

describe('a row added to a table of functions', () => {
  let pool: Rockpool;

  beforeAll(async () => {
    const mappings = { properties: { n: { type: 'integer' }, s: { type: 'keyword' } } };
    const documents = [
      { n: 1, s: 'a' },
      { n: 2, s: 'b' },
      { n: 3, s: null },
    ];
    pool = await openRockpool({ seed: { t: { mappings, documents } } });
  });
  afterAll(() => pool.close());

  const ask = async (query: string, members: object = {}, path = '') => {
    const { text } = await pool.request('POST', `/_plugins/_sql${path}`, { query, ...members });
    return JSON.parse(text);
  };

  it('is called by each of its names, in any case, and has its type', async () => {
    const { schema, datarows } = await ask('SELECT Twice(s), DOUBLE_TEXT(s) AS d FROM t ORDER BY n');
    expect(schema).toEqual([
      { name: 'Twice(s)', type: 'keyword' },
      { name: 'DOUBLE_TEXT(s)', alias: 'd', type: 'keyword' },
    ]);
    expect(datarows).toEqual([
      ['aa', 'aa'],
      ['bb', 'bb'],
      [null, null],
    ]);
  });

  it('takes what its signatures say, and says so of the rest', async () => {
    const { error } = await ask('SELECT TWICE(n) FROM t');
    expect(error.details).toBe('twice function expected {[STRING]}, but get [INTEGER]');
  });

  it('stands in conditions, groups and orders', async () => {
    const { datarows } = await ask(
      "SELECT TWICE(s), COUNT(*) FROM t WHERE TWICE(s) <> 'bb' GROUP BY TWICE(s) ORDER BY TWICE(s)",
    );
    expect(datarows).toEqual([['aa', 1]]);
  });

  it('is a script of the search where the legacy engine answers', async () => {
    const sql = "SELECT TWICE(s) AS d FROM t WHERE TWICE(s) = 'bb'";
    const { query, script_fields } = await ask(sql, { fetch_size: 2 }, '/_explain');
    expect(JSON.stringify(query)).toContain("def twice_2 = doc['s'].value + doc['s'].value;twice_2 == 'bb'");
    expect(script_fields.d.script.source).toContain("def twice_1 = doc['s'].value + doc['s'].value;");
  });

  it('is the clause of the search that its row names', async () => {
    const { pushed } = await ask('SELECT n FROM t WHERE LACKS(s)', {}, '/_explain?format=plan');
    expect(pushed.query).toEqual({ bool: { must_not: [{ exists: { field: 's' } }] } });
    expect((await ask('SELECT n FROM t WHERE LACKS(s)')).datarows).toEqual([[3]]);
  });

  it('comes with a warning where the row says that 2.7 has none', async () => {
    const warning = async (query: string): Promise<string> => {
      const { headers } = await pool.request('POST', '/_plugins/_sql', { query });
      return String(headers?.warning ?? '');
    };
    expect(await warning('SELECT LACKS(s) FROM t')).toContain(BEYOND);
    expect(await warning('SELECT TWICE(s) FROM t')).toBe('');
  });

  it('stands in the reference', () => {
    const page = sqlPage();
    expect(page).toContain('TWICE(keyword)');
    expect(page).toContain('A text, and once more.');
    expect(page).toContain("`TWICE('ab')`");
  });
});
