import type { SqlService } from '../../src/sql/index.ts';

/** A statement from its text to the text of its answer, without HTTP between. Throws unless it is answered. */
export async function runStatement(sql: SqlService, query: string, signal?: AbortSignal): Promise<string> {
  const { status, body } = await sql.handle({
    operation: 'query',
    sqlParameter: null,
    body: JSON.stringify({ query }),
    parameters: new Map(),
    contentType: 'application/json',
    signal,
  });
  if (status !== 200 && signal?.aborted !== true) throw new Error(`${query}: ${body}`);
  return body;
}
