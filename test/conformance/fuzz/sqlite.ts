import initSqlJs, { type Database } from 'sql.js';
import { type Cell, COLUMNS, TABLES, tableRows } from './tables.ts';

/** SQLite over the same tables. */
export class Sqlite {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  /** `rowCount`: of the first table. */
  static async open(rowCount?: number, hasNulls = true): Promise<Sqlite> {
    const { Database } = await initSqlJs({ useOldExtensionFunctions: false });
    const database = new Database();
    const names = Object.keys(COLUMNS);
    const columns = names.map((name) => `${name} ${SQLITE_TYPES[COLUMNS[name]]}`);
    for (const table of TABLES) {
      database.run(`CREATE TABLE ${table} (${columns.join(', ')})`);
      for (const row of tableRows(table, rowCount, hasNulls)) {
        const values = names.map((name) => plain(row[name]));
        database.run(`INSERT INTO ${table} VALUES (${names.map(() => '?').join(', ')})`, values);
      }
    }
    return new Sqlite(database);
  }

  rows(sql: string): readonly (readonly Cell[])[] {
    return this.#database.exec(sql)[0]?.values ?? [];
  }
}

const SQLITE_TYPES = { int: 'INTEGER', double: 'REAL', text: 'TEXT', bool: 'INTEGER' } as const;

function plain(value: Cell): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value;
}
