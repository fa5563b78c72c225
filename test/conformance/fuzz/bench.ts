import type { SearchClient, SettingLookup } from '../../../src/client/index.ts';
import { ManualClock, SeededRandom, silentLogger } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import {
  createSqlService,
  createV2Dialect,
  type SqlHttpResponse,
  type SqlService,
} from '../../../src/sql/index.ts';
import { ask } from '../../support/http.ts';
import { openTestNode } from '../../support/node.ts';
import { type Cell, MAPPINGS, TABLES, type TableRow, tableRows } from './tables.ts';

export interface Answer {
  readonly columns: readonly { readonly name: string; readonly alias?: string; readonly type: string }[];
  readonly rows: readonly (readonly Cell[])[];
  /** Of the `Warning` headers. */
  readonly warnings: readonly string[];
}

/** The engine's refusal, in its words. */
export class Refused extends Error {}

/** `pushDown`: false when searches only list documents; both are true, and as the bench was opened, where nothing is said. */
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
  /** `rockpool.corrections`; absent: as a user finds it, off. */
  readonly corrections?: boolean;
  /** Of the first table. */
  readonly rowCount?: number;
}

/** A node in memory with the tables, and SQL services over it. */
export class Bench {
  readonly #node: RockpoolNode;
  readonly #corrections: boolean;
  /** What excuses an answer: Warnings and refusals of 2.7 since it was emptied. */
  readonly excuses = new Set<string>();
  readonly #services = new Map<string, SqlService>();

  private constructor(node: RockpoolNode, corrections: boolean) {
    this.#node = node;
    this.#corrections = corrections;
  }

  static async open({ rowCount, corrections = false, ...layout }: BenchOptions = {}): Promise<Bench> {
    const node = await openTestNode({
      clock: new ManualClock(),
      random: new SeededRandom(1),
      log: silentLogger,
    });
    const bench = new Bench(node, corrections);
    for (const table of TABLES) await bench.#load(table, tableRows(table, rowCount, corrections), layout);
    return bench;
  }

  get client(): SearchClient {
    return this.#node.services.client;
  }

  /** All rows, page by page. */
  async query(sql: string, options: ServiceOptions & { readonly fetchSize?: number } = {}): Promise<Answer> {
    const { fetchSize, ...service } = options;
    let answer = await this.#page({ query: sql, fetch_size: fetchSize }, service);
    const { columns } = answer;
    const rows = [...answer.rows];
    const warnings = new Set(answer.warnings);
    while (answer.cursor !== null) {
      answer = await this.#page({ cursor: answer.cursor }, service);
      rows.push(...answer.rows);
      for (const warning of answer.warnings) warnings.add(warning);
    }
    return { columns, rows, warnings: [...warnings] };
  }

  async csv(sql: string): Promise<string> {
    return (await this.#call({ query: sql }, { format: 'csv' })).body;
  }

  async explain(sql: string): Promise<string> {
    return (await this.#call({ query: sql }, { operation: 'explain' })).body;
  }

  async send(method: string, path: string, body: string): Promise<string> {
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await ask(this.#node.url + path, { method, headers, body });
    if (status >= 300) throw new Refused(text);
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

  async #page(body: object, options: ServiceOptions): Promise<Page> {
    const response = await this.#call(body, options);
    const { schema, datarows, cursor } = JSON.parse(response.body);
    if (!Array.isArray(datarows)) throw this.#refused(response.body);
    return { columns: schema ?? [], rows: datarows, warnings: response.warnings, cursor: cursor ?? null };
  }

  #refused(body: string): Refused {
    this.excuses.add(body);
    return new Refused(body);
  }

  async #call(
    body: object,
    options: ServiceOptions & { readonly format?: string; readonly operation?: 'query' | 'explain' },
  ): Promise<SqlHttpResponse> {
    const response = await this.#service(options).handle({
      operation: options.operation ?? 'query',
      sqlParameter: null,
      body: JSON.stringify(body),
      parameters: new Map(
        Object.entries(options.format ? { format: options.format, sanitize: 'false' } : {}),
      ),
      contentType: 'application/json',
    });
    for (const warning of response.warnings) this.excuses.add(warning);
    if (response.status !== 200) throw this.#refused(response.body);
    return response;
  }

  #service({ pushDown = true, corrections = this.#corrections }: ServiceOptions): SqlService {
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
