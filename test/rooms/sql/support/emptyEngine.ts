import type { SearchClient } from '../../../../src/client/index.ts';
import { ManualClock, SeededRandom } from '../../../../src/common/index.ts';
import { parseStatement } from '../../../../src/sql/grammar/index.ts';
import { createV2Dialect } from '../../../../src/sql/index.ts';
import type { SqlResult } from '../../../../src/sql/types.ts';

/** The V2 engine over a client of the test's own; without one, for statements that read no index. */
export async function query(sql: string, client: Partial<SearchClient> = {}): Promise<SqlResult> {
  const clock = new ManualClock(Date.UTC(2024, 0, 31, 10, 20, 30));
  const random = new SeededRandom(7);
  const engine = createV2Dialect({ client: client as SearchClient, clock, random });
  return engine.execute(parseStatement(sql), { sizeLimit: 200, resultLimit: 200 });
}
