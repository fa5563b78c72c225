import { isNumberType, labelOf, type ResultPage, readPage, refusalIn } from '../../answers/index.ts';
import { type JsonValue, stringifyJson } from '../../common/index.ts';
import { languages, type StatementLanguage } from '../../statement/index.ts';
import { refusal, type Server } from '../frame/server.ts';
import type { Column } from '../text/table.ts';

/** Rows of a statement, as many as one answer has, and what it warns of. */
export interface WarnedPage extends ResultPage<JsonValue> {
  readonly warnings: readonly string[];
}

/** Throws RefusedError. */
export async function runQuery(
  server: Server,
  { path, hasPages }: StatementLanguage,
  statement: string,
  fetchSize: number | null,
  signal: AbortSignal,
): Promise<WarnedPage> {
  const body = { query: statement, ...(hasPages && fetchSize !== null && { fetch_size: fetchSize }) };
  const answer = await server.call({ method: 'POST', path, body: stringifyJson(body), signal });
  if (answer.status > 299) throw refusal(answer);
  const value = server.parsed<JsonValue>(answer.text);
  // The original refuses some statements with status 200.
  if (refusalIn(answer.status, value)) throw refusal(answer);
  return { ...readPage<JsonValue>(value), warnings: answer.warnings };
}

const { path: PAGES } = languages.sql;

/** The page behind another one. Throws RefusedError. */
export async function nextPage(server: Server, page: WarnedPage, signal: AbortSignal): Promise<WarnedPage> {
  const answer = await server.json('POST', PAGES, { cursor: page.cursor }, signal);
  return { ...readPage(answer, page), warnings: [] };
}

/** The server need not keep what nobody will ask for. */
export async function closeCursor(server: Server, cursor: string): Promise<void> {
  await server.call({ method: 'POST', path: `${PAGES}/close`, body: stringifyJson({ cursor }) });
}

/** The columns of a page as a table shows them. */
export function shownColumns({ columns }: ResultPage): readonly Column[] {
  return columns.map((column) => ({ name: labelOf(column), isNumber: isNumberType(column.type) }));
}
