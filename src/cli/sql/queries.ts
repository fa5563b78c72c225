import { type JsonObject, type JsonValue, stringifyJson } from '../../common/index.ts';
import { languages, type StatementLanguage } from '../../statement/index.ts';
import { refusal, type Server } from '../frame/server.ts';
import type { Column } from '../text/table.ts';

/** Rows of a statement, as many as one answer has. */
export interface ResultPage {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly JsonValue[])[];
  /** Of the whole result, as far as the server knows it. */
  readonly total: number;
  /** Where the next rows are; null: there are none. */
  readonly cursor: string | null;
  readonly warnings: readonly string[];
}

export interface ResultColumn extends Column {
  readonly type: string;
}

interface SqlAnswer {
  readonly schema?: readonly { readonly name: string; readonly alias?: string; readonly type: string }[];
  readonly datarows?: readonly (readonly JsonValue[])[];
  readonly total?: number;
  readonly cursor?: string;
}

const NUMBERS: ReadonlySet<string> = new Set([
  ...['byte', 'short', 'integer', 'long', 'unsigned_long'],
  ...['float', 'half_float', 'scaled_float', 'double'],
]);

/** Throws RefusedError. */
export async function runQuery(
  server: Server,
  { path, hasPages }: StatementLanguage,
  statement: string,
  fetchSize: number | null,
  signal: AbortSignal,
): Promise<ResultPage> {
  const body = { query: statement, ...(hasPages && fetchSize !== null && { fetch_size: fetchSize }) };
  const answer = await server.call({ method: 'POST', path, body: stringifyJson(body), signal });
  if (answer.status > 299) throw refusal(answer);
  const {
    schema = [],
    datarows = [],
    total = datarows.length,
    cursor = null,
  } = server.parsed<SqlAnswer>(answer.text);
  const columns = schema.map(({ name, alias, type }) => ({
    name: alias ?? name,
    type,
    isNumber: NUMBERS.has(type),
  }));
  return { columns, rows: datarows, total, cursor, warnings: answer.warnings };
}

const { path: PAGES } = languages.sql;

/** The page behind another one. Throws RefusedError. */
export async function nextPage(server: Server, page: ResultPage, signal: AbortSignal): Promise<ResultPage> {
  const body: JsonObject = { cursor: page.cursor };
  const { datarows = [], cursor = null } = await server.json<SqlAnswer>('POST', PAGES, body, signal);
  return { ...page, rows: datarows, cursor, warnings: [] };
}

/** The server need not keep what nobody will ask for. */
export async function closeCursor(server: Server, cursor: string): Promise<void> {
  await server.call({ method: 'POST', path: `${PAGES}/close`, body: stringifyJson({ cursor }) });
}
