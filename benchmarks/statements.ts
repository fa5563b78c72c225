import { silentLogger } from '../src/common/index.ts';
import { SeededRandom } from '../src/index.ts';
import { openTestNode } from '../test/support/node.ts';
import { columnsOf } from './floors/columns.ts';
import { DuckDb } from './floors/duckDb.ts';
import { create, ingest, merge } from './lines/documents.ts';
import { latencyLine, sectionOf, timesOf } from './lines/line.ts';
import { PEOPLE, sqlQuestions } from './lines/questions.ts';
import { BenchClient } from './support/http.ts';
import { latencies } from './support/measure.ts';
import { bulkBodies } from './support/people.ts';
import type { Benchmark } from './support/report.ts';
import { runStatement } from './support/statement.ts';

const EFFORT = { warmups: 15, runs: 40, budgetMs: 1200 };

/** The whole of a statement, from its text to the text of its answer, without HTTP between. */
export const statements: Benchmark = {
  name: 'statements',
  question:
    'Are statements over a million rows, in process, as fast as DuckDB, and as a loop over typed arrays?',
  async run({ figure, section, quick }) {
    const count = quick ? 50_000 : 1_000_000;
    const node = await openTestNode({ random: new SeededRandom(1), log: silentLogger });
    const client = new BenchClient(node.url, 1);
    const duckDb = await DuckDb.open();
    try {
      await create(client, PEOPLE);
      await ingest(client, PEOPLE, bulkBodies(count, 5000), count);
      await merge(client, PEOPLE);
      await duckDb?.fillPeople(PEOPLE, count);
      const columns = columnsOf(count);
      const sql = await node.services.sql.get();
      const lines = [];
      for (const { name, statement, loop } of sqlQuestions(count)) {
        if (statement === undefined) continue;
        const calls = {
          ours: (i: number) => runStatement(sql, statement(i)),
          ...(loop && { loop: (i: number) => loop(columns, i) }),
          ...(duckDb && { duckDb: (i: number) => duckDb.rows(statement(i)) }),
        };
        const line = latencyLine(name, await latencies(calls, EFFORT));
        lines.push(line);
        if (!name.includes('GROUP BY') || duckDb === null) continue;
        figure({
          question: `${name}, in process`,
          measured: timesOf(line, 'duckDb'),
          target: 1,
          unit: '× DuckDB',
          better: 'less',
        });
      }
      section(
        sectionOf(
          'Statements in process',
          `${count.toLocaleString('en')} rows in one segment; DuckDB in memory, with a thread for each processor.`,
          lines,
        ),
      );
    } finally {
      duckDb?.close();
      client.close();
      await node.close();
    }
  },
};
