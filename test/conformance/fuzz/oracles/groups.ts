import { Refused } from '../bench.ts';
import { type Oracle, problemOf } from '../oracle.ts';
import type { Pick } from '../pick.ts';
import { difference, lines } from '../rows.ts';
import { columnsOf } from '../sources.ts';
import { type Cell, TABLES } from '../tables.ts';

interface Bucket {
  readonly key: Cell;
  readonly key_as_string?: string;
  readonly doc_count: number;
}

interface Grouped {
  readonly aggregations: Readonly<Record<string, { readonly buckets?: readonly Bucket[] }>>;
}

const KEYS = ['kind', 'word', 'flag', 'num', 'UPPER(word)', 'num + 1'];
const FIGURES = ['SUM', 'AVG', 'MIN', 'MAX', 'VAR_POP', 'STDDEV_SAMP', 'COUNT'];

const figureOf = (pick: Pick): string =>
  pick.chance(0.2) ? 'COUNT(DISTINCT word)' : `${pick.of(FIGURES)}(${pick.of(['num', 'big', 'ratio'])})`;

/** The sum of no values is 0 for a search: it is greater than nothing less. */
const havingOf = (pick: Pick, selected: readonly string[]): string =>
  pick
    .list(1, 2, () => `${pick.chance(0.5) ? pick.of(selected) : figureOf(pick)} > ${pick.int(0, 4)}`)
    .join(pick.of([' AND ', ' OR ']));

/**
 * The search that `_explain` prints for groups runs, and finds the groups of the statement: those with a key, as many
 * as it has room for (ten of a second key).
 */
export const groups: Oracle = async (pick, { rockpool }) => {
  const keys = [...new Set(pick.list(1, 2, () => pick.of(KEYS)))];
  const figures = pick.list(1, 3, () => figureOf(pick));
  const names = figures.map((figure, i) => (pick.chance(0.5) ? `m${i}` : figure));
  const items = figures.map((figure, i) => (names[i] === figure ? figure : `${figure} AS ${names[i]}`));
  const where = pick.chance(0.4) ? ` WHERE ${pick.of(columnsOf(null)).name} IS NOT NULL` : '';
  const having = pick.chance(0.6) ? ` HAVING ${havingOf(pick, names)}` : '';
  const order = pick.chance(0.5)
    ? ` ORDER BY ${pick.of([...keys, ...names])} ${pick.of(['ASC', 'DESC'])}`
    : '';
  const selected = [...keys, 'COUNT(*)', ...items].join(', ');
  const statement = `SELECT ${selected} FROM ${pick.of(TABLES)}${where} GROUP BY ${keys.join(', ')}${having}${order}`;
  let body: string;
  try {
    body = await rockpool.explain(statement);
  } catch (error) {
    return { statement, problem: error instanceof Refused ? null : problemOf(error) };
  }
  try {
    const table = /FROM (\w+)/.exec(statement)?.[1];
    const found = JSON.parse(await rockpool.send('POST', `/${table}/_search`, body)) as Grouped;
    if (keys.length > 1) return { statement, problem: null };
    const { rows } = await rockpool.query(statement);
    const ofStatement = rows.filter(([key]) => key !== null).map(([key, count]) => [String(key), count]);
    return { statement, problem: difference(lines(bucketsOf(found)), lines(ofStatement), false) };
  } catch (error) {
    return { statement, problem: problemOf(error) };
  }
};

/** Keys that a script makes are texts: all are compared as texts. */
function bucketsOf({ aggregations }: Grouped): Cell[][] {
  const [{ buckets = [] }] = Object.values(aggregations);
  return buckets.map(({ key, key_as_string, doc_count }) => [key_as_string ?? String(key), doc_count]);
}
