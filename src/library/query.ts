import { type ResultColumn, type ResultPage, readPage, recordOf, refusalIn } from '../answers/index.ts';
import type { JsonValue } from '../common/index.ts';
import { refusedError, warningError } from './errors.ts';
import type { RockpoolResponse } from './request.ts';
import type { BoundSql } from './sqlText.ts';

/** A row by its columns' names (the alias where there is one). */
export type SqlRow = Readonly<Record<string, JsonValue>>;

/** What a statement answers, all pages of it. */
export interface QueryResult<Row = SqlRow> {
  readonly columns: readonly ResultColumn[];
  readonly rows: Row[];
  /** Records that match, as the engine counts them; more than there are rows where a limit cut the result. */
  readonly total: number;
  /** Where the answer is not what production would give, or not what the statement says. */
  readonly warnings: readonly string[];
}

export interface QueryOptions {
  readonly post: (body: object) => Promise<RockpoolResponse>;
  readonly failOnWarning: boolean;
}

/** Runs a statement and reads all pages. Throws RockpoolError. */
export async function runStatement<Row>(
  statement: BoundSql,
  { post, failOnWarning }: QueryOptions,
): Promise<QueryResult<Row>> {
  const { query, parameters } = statement;
  const pageOf = async (body: object, before?: ResultPage<JsonValue>) => {
    const response = await post(body);
    const value = response.ok ? response.json() : null;
    if (!response.ok || refusalIn(response.status, value)) throw refusedError(response);
    if (failOnWarning && response.warnings.length > 0) {
      throw warningError(response.warnings, response.status, response);
    }
    return { response, page: readPage<JsonValue>(value, before) };
  };
  const { response, page: first } = await pageOf(parameters.length > 0 ? { query, parameters } : { query });
  const rows: Row[] = [];
  for (let page = first; ; page = (await pageOf({ cursor: page.cursor }, page)).page) {
    for (const row of page.rows) rows.push(recordOf(page.columns, row) as Row);
    if (page.cursor === null) break;
  }
  return { columns: first.columns, rows, total: first.total, warnings: response.warnings };
}
