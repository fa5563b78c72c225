import type { Database } from 'sql.js';
import type { Rockpool } from '../../../src/index.ts';
import { holdsFor, type QueryRecord, readRecords, type StatementRecord } from './records.ts';
import { differenceOf, type LogicRows, valuesOf } from './values.ts';

export interface FileOutcome {
  /** Queries that Rockpool answered as the file says. */
  readonly same: number;
  /** Statements that Rockpool does not take, with its words. */
  readonly refused: readonly string[];
  /** Other answers than those of the file: of Rockpool, or of SQLite itself. */
  readonly different: readonly string[];
}

/** More rows than the 200 of a statement by default; what is not known as SQL has it, not as the original does. */
const SETTINGS = { 'plugins.query.size_limit': 10_000, 'rockpool.corrections': true };

/**
 * Runs a file: SQLite keeps the tables, and answers each query too where the file is meant for it; Rockpool gets a copy
 * of the tables whenever they have changed.
 */
export async function runFile(text: string, pool: Rockpool, database: Database): Promise<FileOutcome> {
  const run = new Run(pool, database);
  for (const record of readRecords(text)) {
    if (record.kind === 'statement') run.change(record);
    else if (holdsFor('rockpool', record.conditions)) await run.ask(record);
  }
  return run;
}

class Run implements FileOutcome {
  readonly #pool: Rockpool;
  readonly #database: Database;
  #isStale = true;
  same = 0;
  readonly refused: string[] = [];
  readonly different: string[] = [];

  constructor(pool: Rockpool, database: Database) {
    this.#pool = pool;
    this.#database = database;
  }

  change({ sql, conditions, isError, line }: StatementRecord): void {
    if (!holdsFor('sqlite', conditions)) return;
    try {
      this.#database.run(sql);
      this.#isStale = true;
    } catch (error) {
      if (!isError) throw new Error(`line ${line}: ${(error as Error).message}`);
    }
  }

  async ask(record: QueryRecord): Promise<void> {
    if (this.#isStale) await copyTables(this.#database, this.#pool);
    this.#isStale = false;
    if (holdsFor('sqlite', record.conditions)) {
      const rows = this.#database.exec(record.sql)[0]?.values ?? [];
      this.#compare('SQLite', record, rows);
    }
    const query = spaced(record.sql);
    const { status, ok, text } = await this.#pool.request('POST', '/_plugins/_sql', { query });
    if (ok) {
      const rows = (JSON.parse(text) as { datarows: LogicRows }).datarows;
      if (this.#compare('Rockpool', record, rows)) this.same++;
    } else this.refused.push(`line ${record.line}: ${status} ${detailsOf(text)}: ${record.sql}`);
  }

  #compare(who: string, record: QueryRecord, rows: LogicRows): boolean {
    const wrong = differenceOf(valuesOf(rows, record), record.expected);
    if (wrong !== null) this.different.push(`line ${record.line}: ${who} answers ${wrong}: ${record.sql}`);
    return wrong === null;
  }
}

/** `a-1` and `b*2` are names to the original, of indices or fields. */
function spaced(sql: string): string {
  return sql.replace(/'[^']*'|(?<=[\w)])[-*](?=[\w(])/g, (found) =>
    found.length > 1 ? found : ` ${found} `,
  );
}

function detailsOf(text: string): string {
  return (JSON.parse(text) as { error: { details: string } }).error.details;
}

async function copyTables(database: Database, pool: Rockpool): Promise<void> {
  await call(pool, 'PUT', '/_cluster/settings', { transient: SETTINGS });
  await call(pool, 'DELETE', '/_all?expand_wildcards=all');
  const [tables] = database.exec("SELECT name FROM sqlite_master WHERE type = 'table'");
  for (const [name] of tables?.values ?? []) await copyTable(database, pool, String(name));
}

async function copyTable(database: Database, pool: Rockpool, name: string): Promise<void> {
  const columns = database.exec(`PRAGMA table_info(${name})`)[0].values;
  const properties = Object.fromEntries(
    columns.map(([, column, declared]) => [String(column), { type: typeOf(String(declared)) }]),
  );
  await call(pool, 'PUT', `/${name.toLowerCase()}`, { mappings: { properties } });
  const rows = database.exec(`SELECT * FROM ${name}`)[0];
  if (rows === undefined) return;
  const lines = rows.values.flatMap((row) => [
    '{"index":{}}\n',
    `${JSON.stringify(Object.fromEntries(row.map((value, i) => [rows.columns[i], value])))}\n`,
  ]);
  await call(pool, 'POST', `/${name.toLowerCase()}/_bulk?refresh=true`, lines.join(''));
}

async function call(pool: Rockpool, method: string, path: string, body: object | string | null = null) {
  const { ok, text } = await pool.request(method, path, body);
  if (!ok || text.includes('"errors":true')) throw new Error(`${method} ${path}: ${text}`);
}

/** By the rules of SQLite's affinities. */
function typeOf(declared: string): 'long' | 'keyword' | 'double' {
  if (/INT/i.test(declared)) return 'long';
  return /CHAR|CLOB|TEXT/i.test(declared) ? 'keyword' : 'double';
}
