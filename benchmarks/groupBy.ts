import { performance } from 'node:perf_hooks';
import { silentLogger } from '../src/common/index.ts';
import { SeededRandom } from '../src/index.ts';
import { openTestNode } from '../test/support/node.ts';
import { quantile } from './support/measure.ts';
import { bulkBodies, peopleMapping } from './support/people.ts';
import type { Benchmark } from './support/report.ts';

const STATEMENTS = {
  'GROUP BY 10 with COUNT and AVG': 'SELECT genre, COUNT(*), AVG(balance) FROM people GROUP BY genre',
  'GROUP BY 500 with COUNT and AVG': 'SELECT city, COUNT(*), AVG(balance) FROM people GROUP BY city',
};

/** What DuckDB 1.x took for these statements on two cores, in milliseconds: 24 and 33. */
const DUCKDB_MS = 33;

/** The whole of a statement, from its text to the text of its answer, without HTTP between. */
export const groupBy: Benchmark = {
  name: 'group-by',
  question: 'Is GROUP BY over a million rows, in process, as fast as DuckDB?',
  async run({ figure, quick }) {
    const node = await openTestNode({ random: new SeededRandom(1), log: silentLogger });
    try {
      await ingest(node.url, quick ? 50_000 : 1_000_000);
      const sql = await node.services.sql.get();
      for (const [question, query] of Object.entries(STATEMENTS)) {
        const times: number[] = [];
        for (let i = 0; i < 40; i++) {
          const start = performance.now();
          await sql.handle({
            operation: 'query',
            sqlParameter: null,
            body: JSON.stringify({ query }),
            parameters: new Map(),
            contentType: 'application/json',
          });
          // The first calls warm up the compiler.
          if (i >= 10) times.push(performance.now() - start);
        }
        times.sort((a, b) => a - b);
        const measured = quantile(times, 0.5);
        figure({ question: `${question}, p50`, measured, target: DUCKDB_MS, unit: 'ms', better: 'less' });
      }
    } finally {
      await node.close();
    }
  },
};

async function ingest(url: string, docs: number): Promise<void> {
  const send = async (method: string, path: string, body: string | null, type = 'application/json') => {
    const answer = await fetch(url + path, {
      method,
      headers: body === null ? {} : { 'content-type': type },
      body,
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
    await answer.text();
  };
  await send('PUT', '/people', JSON.stringify(peopleMapping));
  for (const { body } of bulkBodies(docs, 5000)) {
    await send('POST', '/people/_bulk', body, 'application/x-ndjson');
  }
  await send('POST', '/people/_forcemerge?max_num_segments=1', null);
  await send('POST', '/people/_refresh', null);
}
