import { type Person, people } from '../support/people.ts';
import { tool } from '../support/tools.ts';

/** What is used of @duckdb/node-api, whose own types are there only where `benchmarks/tools` is installed. */
interface NodeApi {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
  readonly DuckDBTimestampValue: new (micros: bigint) => object;
}

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRows(): unknown[][] }>;
  createAppender(table: string): Promise<Appender>;
  closeSync(): void;
}

interface Appender {
  appendInteger(value: number): void;
  appendDouble(value: number): void;
  appendVarchar(value: string): void;
  appendTimestamp(value: object): void;
  endRow(): void;
  closeSync(): void;
}

export type Row = Readonly<Record<string, string | number>>;

/** DuckDB in this process, in memory, with as many threads as it takes by itself. */
export class DuckDb {
  readonly #api: NodeApi;
  readonly #connection: Connection;

  private constructor(api: NodeApi, connection: Connection) {
    this.#api = api;
    this.#connection = connection;
  }

  /** Null where `benchmarks/tools` is not installed. */
  static async open(): Promise<DuckDb | null> {
    const api = tool<NodeApi>('@duckdb/node-api');
    if (api === null) return null;
    return new DuckDb(api, await (await api.DuckDBInstance.create(':memory:')).connect());
  }

  /** The statement from its text to its rows in JavaScript. */
  async rows(sql: string): Promise<unknown[][]> {
    return (await this.#connection.runAndReadAll(sql)).getRows();
  }

  /** A table with the columns of the first row: whole numbers, other numbers (`doubles`), dates (`dates`), texts. */
  async fill(table: string, rows: Iterable<Row>, { doubles = [], dates = [] }: ColumnTypes): Promise<void> {
    let appender: Appender | null = null;
    for (const row of rows) {
      if (appender === null) {
        const columns = Object.entries(row).map(([name, value]) => `${name} ${typeOf(name, value)}`);
        await this.#connection.run(`CREATE TABLE ${table} (${columns.join(', ')})`);
        appender = await this.#connection.createAppender(table);
      }
      for (const [name, value] of Object.entries(row)) {
        if (dates.includes(name)) appender.appendTimestamp(this.#timestamp(String(value)));
        else if (typeof value === 'string') appender.appendVarchar(value);
        else if (doubles.includes(name)) appender.appendDouble(value);
        else appender.appendInteger(value);
      }
      appender.endRow();
    }
    appender?.closeSync();

    function typeOf(name: string, value: string | number): string {
      if (dates.includes(name)) return 'TIMESTAMP';
      if (typeof value === 'string') return 'VARCHAR';
      return doubles.includes(name) ? 'DOUBLE' : 'INTEGER';
    }
  }

  fillPeople(table: string, count: number): Promise<void> {
    const rows: Iterable<Person> = people(count);
    return this.fill(table, rows as Iterable<Person & Row>, { doubles: ['balance'], dates: ['joined'] });
  }

  close(): void {
    this.#connection.closeSync();
  }

  #timestamp(date: string): object {
    return new this.#api.DuckDBTimestampValue(1000n * BigInt(Date.parse(date)));
  }
}

interface ColumnTypes {
  readonly doubles?: readonly string[];
  readonly dates?: readonly string[];
}
