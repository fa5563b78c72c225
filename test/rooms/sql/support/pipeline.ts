import type { SearchClient } from '../../../../src/client/index.ts';
import { ManualClock, SeededRandom } from '../../../../src/common/index.ts';
import { PplDialect } from '../../../../src/sql/dialects/ppl/pplDialect.ts';
import { SqlError } from '../../../../src/sql/errors.ts';
import { parsePipeline } from '../../../../src/sql/grammar/ppl/index.ts';
import type { SqlResult } from '../../../../src/sql/types.ts';

/** PPL over a client of the test's own. */
export async function pipe(
  text: string,
  client: Partial<SearchClient>,
  corrections = false,
): Promise<SqlResult> {
  const clock = new ManualClock(Date.UTC(2024, 0, 31, 10, 20, 30));
  const dialect = new PplDialect({ client: client as SearchClient, clock, random: new SeededRandom(7) });
  return dialect.execute(parsePipeline(text), { sizeLimit: 200, resultLimit: 200, corrections });
}

/** Its rows, or its refusal. */
export async function rowsOf(text: string, client: Partial<SearchClient>): Promise<unknown> {
  try {
    return (await pipe(text, client)).rows;
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    return `${error.type}: ${error.message}`;
  }
}
