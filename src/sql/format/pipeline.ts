import type { Pacer } from '../../common/index.ts';
import type { SchemaColumn, SqlResult } from '../types.ts';
import { gsonCompact, gsonPretty } from './gson.ts';
import { printedRows } from './jdbc.ts';
import { typedCell } from './values.ts';

/** Output formats of PPL that differ from SQL's. */

/** Type names in PPL responses. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  keyword: 'string',
  text: 'string',
  object: 'struct',
  nested: 'array',
};

/** Like SQL's, but without a status and with PPL's type names. */
export async function formatPipelineJdbc(result: SqlResult, pacer: Pacer): Promise<string> {
  const { total, rows } = result;
  const columns = result.schema.map(({ name, type }) => ({ name, type: TYPE_NAMES[type] ?? type }));
  const schema =
    rows.length > 0 ? columns : [...new Map(columns.map((column) => [column.name, column])).values()];
  const datarows = await printedRows(rows, result.schema, gsonPretty, pacer);
  return gsonPretty({ schema, datarows, total, size: rows.length });
}

/** For charts: the values grouped by column. */
export function formatViz({ schema, rows }: SqlResult, isPretty: boolean): string {
  const data = Object.fromEntries(
    schema.map(({ name, type }, i) => [name, rows.map((row) => typedCell(row[i], type))]),
  );
  const fields = schema.map(({ name, type }: SchemaColumn) => ({ name, type: VIZ_NAMES[type] ?? type }));
  const body = { data, metadata: { fields }, size: rows.length, status: 200 };
  return isPretty ? gsonPretty(body) : gsonCompact(body);
}

const VIZ_NAMES: Readonly<Record<string, string>> = { object: 'struct', nested: 'array' };
