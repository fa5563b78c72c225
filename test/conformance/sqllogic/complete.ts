import { readFileSync, writeFileSync } from 'node:fs';
import initSqlJs from 'sql.js';
import { holdsFor, readRecords } from './records.ts';
import { hashOf, valuesOf } from './values.ts';

/** `npx tsx test/conformance/sqllogic/complete.ts FILE...`: writes what SQLite answers behind the queries of each file. */
const HASHED_FROM = 60;

const { Database } = await initSqlJs({ useOldExtensionFunctions: false });
for (const path of process.argv.slice(2)) {
  const database = new Database();
  const completed = (block: string): string => {
    const [record] = readRecords(block);
    if (record === undefined || !holdsFor('sqlite', record.conditions)) return block;
    if (record.kind === 'statement') {
      database.run(record.sql);
      return block;
    }
    const values = valuesOf(database.exec(record.sql)[0]?.values ?? [], record);
    const answer =
      values.length > HASHED_FROM ? [`${values.length} values hashing to ${hashOf(values)}`] : values;
    return [block.replace(/\n----[\s\S]*$/, ''), '----', ...answer].join('\n');
  };
  const blocks = readFileSync(path, 'utf8')
    .trim()
    .split(/\n{2,}/);
  writeFileSync(path, `${blocks.map(completed).join('\n\n')}\n`);
  database.close();
}
