import { Refused } from '../bench.ts';
import { Expressions, type Scope } from '../expressions.ts';
import { type Oracle, problemOf } from '../oracle.ts';
import type { Pick } from '../pick.ts';
import { difference, lines } from '../rows.ts';
import { columnsOf } from '../sources.ts';
import { type Cell, TABLES } from '../tables.ts';

interface Hits {
  readonly hits: { readonly hits: readonly { readonly _source?: Readonly<Record<string, Cell>> }[] };
}

/** Without LIKE, whose search tells capitals from small letters (recorded). */
function conditionOf(pick: Pick, columns: Scope): string {
  for (;;) {
    const condition = new Expressions(pick, columns).bool(pick.int(0, 1)).rockpool;
    if (!condition.includes('LIKE')) return condition;
  }
}

/**
 * Recorded: `<>` and NOT of a field and literals are searches that must not match, and find the documents without
 * the field too. What must not exist (IS NULL) is no such thing.
 */
const FINDS_MISSING = /"must_not":\[\{(?!"exists"|"bool":\{"must_not":\[\{"exists")/;

/**
 * The search that `_explain` prints finds the documents of the statement: of the original's, or of the corrected one
 * (the search compares numbers by value and lets a bare column filter; the original's operators do not).
 */
export const explain: Oracle = async (pick, { rockpool }) => {
  const columns = columnsOf(null);
  const names = [...new Set(pick.list(1, 4, () => pick.of(columns).name))];
  const table = pick.of(TABLES);
  const condition = conditionOf(pick, columns);
  const statement = `SELECT ${names.join(', ')} FROM ${table} WHERE ${condition} ORDER BY id LIMIT 200`;
  let body: string;
  try {
    body = await rockpool.explain(statement);
  } catch (error) {
    return { statement, problem: error instanceof Refused ? null : problemOf(error) };
  }
  if (FINDS_MISSING.test(body)) return { statement, problem: null };
  try {
    const found = JSON.parse(await rockpool.send('POST', `/${table}/_search`, body)) as Hits;
    const explained = found.hits.hits.map(({ _source }) => names.map((name) => _source?.[name] ?? null));
    const differences: (string | null)[] = [];
    for (const corrections of [false, true]) {
      const { rows } = await rockpool.query(statement, { corrections });
      differences.push(difference(lines(explained), lines(rows), true));
    }
    return { statement, problem: differences.includes(null) ? null : differences[0] };
  } catch (error) {
    return { statement, problem: problemOf(error) };
  }
};
