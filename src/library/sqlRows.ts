import type { JsonValue } from '../common/index.ts';
import { checked } from './errors.ts';
import type { PoolResponse } from './request.ts';
import type { BoundSql } from './sqlText.ts';

/** A row by its columns' names (the alias where there is one). */
export type SqlRow = Readonly<Record<string, JsonValue>>;

interface Page {
  readonly schema?: readonly { readonly name: string; readonly alias?: string }[];
  readonly datarows: readonly (readonly JsonValue[])[];
  readonly cursor?: string;
}

/** All rows of a statement, page by page. Throws RockpoolError. */
export async function queryRows<Row>(
  post: (body: object) => Promise<PoolResponse>,
  statement: BoundSql,
): Promise<Row[]> {
  const rows: Row[] = [];
  let names: readonly string[] = [];
  let body: object = statement.parameters.length > 0 ? statement : { query: statement.query };
  for (;;) {
    const page = checked(await post(body)).json<Page>();
    if (page.schema) names = page.schema.map(({ name, alias }) => alias ?? name);
    for (const values of page.datarows) rows.push(rowOf(names, values) as Row);
    if (page.cursor === undefined) return rows;
    body = { cursor: page.cursor };
  }
}

function rowOf(names: readonly string[], values: readonly JsonValue[]): SqlRow {
  return Object.fromEntries(names.map((name, i) => [name, values[i]]));
}
