import type { SearchClient, SettingLookup } from '../../src/client/index.ts';
import { ManualClock, SeededRandom, silentLogger } from '../../src/common/index.ts';
import type { RockpoolNode } from '../../src/node/index.ts';
import { createSqlService, createV2Dialect, type SqlService } from '../../src/sql/index.ts';
import { openTestNode } from '../support/node.ts';
import { type Cell, MAPPINGS, TABLES, type TableRow, tableRows } from './tables.ts';

export interface Answer {
  readonly columns: readonly { readonly name: string; readonly alias?: string; readonly type: string }[];
  readonly rows: readonly (readonly Cell[])[];
}

/** The engine's refusal, in its words. */
export class Refused extends Error {}

/** `pushDown`: false when searches only list documents. Both are true where nothing is said. */
export interface ServiceOptions {
  readonly pushDown?: boolean;
  readonly corrections?: boolean;
}

interface Layout {
  readonly shards?: number;
  /** Rows between two refreshes; absent: there is one. */
  readonly rowsPerSegment?: number;
}

export interface BenchOptions extends Layout {
  /** Of the first table. */
  readonly rowCount?: number;
}

/** A node in memory with the tables, and SQL services over it. */
export class Bench {
  readonly #node: RockpoolNode;
  readonly #services = new Map<string, SqlService>();

  private constructor(node: RockpoolNode) {
    this.#node = node;
  }

  static async open({ rowCount, ...layout }: BenchOptions = {}): Promise<Bench> {
    const node = await openTestNode({
      clock: new ManualClock(),
      random: new SeededRandom(1),
      log: silentLogger,
    });
    const bench = new Bench(node);
    for (const table of TABLES) await bench.#load(table, tableRows(table, rowCount), layout);
    return bench;
  }

  get client(): SearchClient {
    return this.#node.services.client;
  }

  /** All rows, page by page. */
  async query(sql: string, options: ServiceOptions & { readonly fetchSize?: number } = {}): Promise<Answer> {
    const { fetchSize, ...service } = options;
    let answer = answerOf(await this.#call({ query: sql, fetch_size: fetchSize }, service));
    const { columns } = answer;
    const rows = [...answer.rows];
    for (; answer.cursor !== null; rows.push(...answer.rows)) {
      answer = answerOf(await this.#call({ cursor: answer.cursor }, service));
    }
    return { columns, rows };
  }

  csv(sql: string): Promise<string> {
    return this.#call({ query: sql }, { format: 'csv' });
  }

  explain(sql: string): Promise<string> {
    return this.#call({ query: sql }, { operation: 'explain' });
  }

  async send(method: string, path: string, body: string): Promise<string> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(this.#node.url + path, { method, headers, body });
    const text = await response.text();
    if (!response.ok) throw new Refused(text);
    return text;
  }

  close(): Promise<void> {
    return this.#node.close();
  }

  async #load(table: string, rows: readonly TableRow[], layout: Layout): Promise<void> {
    const { shards = 1, rowsPerSegment = rows.length } = layout;
    const settings = { number_of_shards: shards };
    await this.send('PUT', `/${table}`, JSON.stringify({ settings, mappings: MAPPINGS }));
    const atOnce = shards * rowsPerSegment;
    for (let first = 0; first < rows.length; first += atOnce) {
      const lines = rows
        .slice(first, first + atOnce)
        .flatMap((row) => [JSON.stringify({ index: { _id: String(row.id) } }), JSON.stringify(row)]);
      await this.send('POST', `/${table}/_bulk?refresh=true`, `${lines.join('\n')}\n`);
    }
  }

  async #call(
    body: object,
    options: ServiceOptions & { readonly format?: string; readonly operation?: 'query' | 'explain' },
  ): Promise<string> {
    const response = await this.#service(options).handle({
      operation: options.operation ?? 'query',
      sqlParameter: null,
      body: JSON.stringify(body),
      parameters: new Map(
        Object.entries(options.format ? { format: options.format, sanitize: 'false' } : {}),
      ),
      contentType: 'application/json',
    });
    if (response.status !== 200) throw new Refused(response.body);
    return response.body;
  }

  #service({ pushDown = true, corrections = true }: ServiceOptions): SqlService {
    const name = `${pushDown} ${corrections}`;
    const known = this.#services.get(name);
    if (known) return known;
    const { client } = this.#node.services;
    const parts = { client, clock: new ManualClock(), random: new SeededRandom(1) };
    const settings = async (): Promise<SettingLookup> => {
      const ofCluster = await client.clusterSettings();
      return (key) => (key === 'rockpool.corrections' ? String(corrections) : ofCluster(key));
    };
    const service = createSqlService({ ...parts, settings, v2: createV2Dialect({ ...parts, pushDown }) });
    this.#services.set(name, service);
    return service;
  }
}

interface Page extends Answer {
  readonly cursor: string | null;
}

function answerOf(text: string): Page {
  const { schema, datarows, cursor } = JSON.parse(text);
  if (!Array.isArray(datarows)) throw new Refused(`no rows: ${text}`);
  return { columns: schema ?? [], rows: datarows, cursor: cursor ?? null };
}
