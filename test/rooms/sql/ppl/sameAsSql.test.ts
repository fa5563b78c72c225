import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRockpool, type Rockpool } from '../../../../src/index.ts';

/** A pipeline and the statement that means the same have the same rows. */

interface Meaning {
  /** Name in the pipeline → what it is in the statement. */
  readonly columns: ReadonlyMap<string, string>;
  readonly conditions: readonly string[];
  readonly order: string;
  readonly limit: string;
}

/** A command, as text, and what it makes of the rows; null where it has no meaning. */
interface Command {
  readonly text: string;
  readonly meaning: Meaning;
}
type Step = (before: Meaning, fresh: string) => Command | null;

const NUMBERS = ['id', 'a', 'b'];
const OPERATORS = ['=', '<', '<=', '>', '>='];
const EXPRESSIONS = ['# + 1', '# * 2', 'abs(#)', '# % 3', '0 - #', '(# + 2) * 3'];

const number = fc.integer({ min: -3, max: 6 });
const column = fc.nat(5);

/** One of the columns that hold numbers. */
function pick(columns: Meaning['columns'], at: number): string | null {
  const names = [...columns.keys()].filter((name) => name !== 'word');
  return names.length === 0 ? null : names[at % names.length];
}

/** Rows are not counted before they are chosen: a limit stands behind every condition. */
const where = (operators: readonly string[], nots: readonly string[]): fc.Arbitrary<Step> =>
  fc.tuple(column, fc.constantFrom(...operators), number, fc.constantFrom(...nots)).map(
    ([at, operator, value, not]): Step =>
      (before) => {
        const name = pick(before.columns, at);
        if (name === null || before.limit !== '') return null;
        const condition = (of: string): string => `${not}${of} ${operator} ${value}`;
        const conditions = [...before.conditions, condition(before.columns.get(name) ?? '')];
        return { text: `where ${condition(name)}`, meaning: { ...before, conditions } };
      },
  );

const evaluate = fc.tuple(column, fc.constantFrom(...EXPRESSIONS)).map(([at, form]): Step => {
  return ({ columns, ...before }, fresh) => {
    const name = pick(columns, at);
    if (name === null) return null;
    const added = new Map([...columns, [fresh, `(${form.replace('#', columns.get(name) ?? '')})`]]);
    return { text: `eval ${fresh} = ${form.replace('#', name)}`, meaning: { ...before, columns: added } };
  };
});

const rename = column.map(
  (at): Step =>
    ({ columns, ...before }, fresh) => {
      const name = pick(columns, at);
      if (name === null) return null;
      const renamed = new Map([...columns].map(([each, of]) => [each === name ? fresh : each, of]));
      return { text: `rename ${name} as ${fresh}`, meaning: { ...before, columns: renamed } };
    },
);

const fields = fc.array(column, { minLength: 1, maxLength: 3 }).map(
  (places): Step =>
    ({ columns, ...before }) => {
      const names = [...new Set(places.map((at) => [...columns.keys()][at % columns.size]))];
      const kept = new Map(names.map((name) => [name, columns.get(name) ?? '']));
      return { text: `fields ${names.join(', ')}`, meaning: { ...before, columns: kept } };
    },
);

const sort = fc.boolean().map(
  (down): Step =>
    (before) => {
      const name = [...before.columns].find(([, of]) => of === 'id')?.[0];
      if (name === undefined || before.limit !== '') return null;
      const order = ` ORDER BY id${down ? ' DESC' : ''}`;
      return { text: `sort ${down ? '- ' : ''}${name}`, meaning: { ...before, order } };
    },
);

const head = fc.integer({ min: 1, max: 12 }).map(
  (count): Step =>
    (before) => {
      if (before.order === '' || before.limit !== '') return null;
      return { text: `head ${count}`, meaning: { ...before, limit: ` LIMIT ${count}` } };
    },
);

const START: Meaning = {
  columns: new Map([...NUMBERS, 'word'].map((name) => [name, name])),
  conditions: [],
  order: '',
  limit: '',
};

function written(chosen: readonly Step[]): { readonly commands: string[]; readonly meaning: Meaning } {
  const commands = ['source=t', `fields ${[...START.columns.keys()].join(', ')}`];
  let meaning = START;
  for (const [i, step] of chosen.entries()) {
    const command = step(meaning, `x${i}`);
    if (command === null) continue;
    commands.push(command.text);
    meaning = command.meaning;
  }
  return { commands, meaning };
}

function filterOf({ conditions }: Meaning): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

let pool: Rockpool;

beforeAll(async () => {
  const documents = Array.from({ length: 20 }, (_, id) => ({
    id,
    a: id % 7 === 0 ? null : (id * 5) % 9,
    b: (id % 4) - 2,
    word: ['red', 'green', null][id % 3],
  }));
  const [integer, keyword] = [{ type: 'integer' }, { type: 'keyword' }];
  const mappings = { properties: { id: integer, a: integer, b: integer, word: keyword } };
  pool = await openRockpool({ seed: { t: { mappings, documents } } });
});
afterAll(() => pool.close());

/** The rows of both, as texts; in any order where none is asked for. */
async function same(pipeline: string, sql: string, isSorted: boolean): Promise<void> {
  const rows = async (path: string, query: string): Promise<readonly string[]> => {
    const answer = await pool.request('POST', path, { query });
    expect(answer.status, `${query}: ${answer.text}`).toBe(200);
    const { schema, datarows } = answer.json<{
      schema: readonly { name: string; alias?: string }[];
      datarows: readonly unknown[];
    }>();
    const lines = datarows.map((row) => JSON.stringify(row));
    return [schema.map(({ name, alias }) => alias ?? name).join(), ...(isSorted ? lines : lines.sort())];
  };
  expect(await rows('/_plugins/_ppl', pipeline), pipeline).toEqual(await rows('/_plugins/_sql', sql));
}

/**
 * As 2.7 has it a search keeps rows without a value where a condition is denied, and adds nothing up to 0; an operator
 * does not, and `head` behind a condition on an evaluated or renamed column may count before it. What is searched in the
 * statement may be an operator's in the pipeline.
 */
describe.each([
  ['as 2.7 answers', false, where(OPERATORS, ['']), ['count()', 'avg(b)', 'min(a)', 'max(b)']],
  [
    'with corrections',
    true,
    where([...OPERATORS, '!='], ['', 'not ']),
    ['count()', 'sum(b)', 'avg(b)', 'min(a)'],
  ],
])('%s the same rows come of', (_, isCorrected, condition, functions) => {
  const others = isCorrected ? [head] : [];
  const steps = fc.array(fc.oneof(condition, evaluate, rename, fields, sort, ...others), { maxLength: 7 });

  beforeAll(async () => {
    await pool.request('PUT', '/_cluster/settings', { persistent: { 'rockpool.corrections': isCorrected } });
  });

  it('where, eval, rename, fields, sort, head', async () => {
    const property = fc.asyncProperty(steps, async (chosen) => {
      const { commands, meaning } = written(chosen);
      const list = [...meaning.columns].map(([name, of]) => `${of} AS ${name}`).join(', ');
      const sql = `SELECT ${list} FROM t${filterOf(meaning)}${meaning.order}${meaning.limit}`;
      const all = `fields ${[...meaning.columns.keys()].join(', ')}`;
      await same([...commands, all].join(' | '), sql, meaning.order !== '');
    });
    await fc.assert(property, { numRuns: 40 });
  });

  it('stats by', async () => {
    const aggregates = fc.subarray(functions, { minLength: 1 });
    const keys = fc.subarray(['word', 'b']);
    const property = fc.asyncProperty(
      fc.array(fc.oneof(condition, evaluate), { maxLength: 3 }),
      aggregates,
      keys,
      async (chosen, calls, by) => {
        const { commands, meaning } = written(chosen);
        const named = calls.map((call, i) => `${call} as n${i}`).join(', ');
        const stats = `stats ${named}${by.length === 0 ? '' : ` by ${by.join(', ')}`}`;
        const list = [named.replaceAll('()', '(*)'), ...by].join(', ');
        const groups = by.length === 0 ? '' : ` GROUP BY ${by.join(', ')}`;
        const sql = `SELECT ${list} FROM t${filterOf(meaning)}${groups}`;
        await same([...commands, stats].join(' | '), sql, false);
      },
    );
    await fc.assert(property, { numRuns: 20 });
  });
});

it('groups have the order of the last sort', async () => {
  await pool.request('PUT', '/_cluster/settings', { persistent: { 'rockpool.corrections': false } });
  const sql = 'SELECT COUNT(*) AS c, word, b FROM t GROUP BY word, b ORDER BY b, word';
  await same('source=t | stats count() as c by word, b | sort - word | sort b', sql, true);
});
