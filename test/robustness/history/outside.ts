import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRandom } from '../../../src/common/index.ts';
import { type RunningServer, startServer } from '../../support/server.ts';
import { History, type Promises } from '../interleaving/history.ts';
import { type NewFields, readAllMetadata } from '../interleaving/metadata.ts';
import { get, type Operation, refresh, search, setRegister } from '../interleaving/operations.ts';
import { Client, type Program } from '../interleaving/programs.ts';

export interface OutsideOptions {
  readonly seed: number;
  /** Virtual nodes; with more than one, all but the first stop and start. */
  readonly nodes: number;
  readonly clients: number;
  readonly operations: number;
}

export interface OutsideResult {
  readonly operations: number;
  readonly searches: number;
  readonly kills: number;
  readonly seconds: number;
  readonly violations: readonly string[];
}

/** Requests between two kills. */
const ROUND = 2_000;
const IDS = 24;
const REQUEST_TIMEOUT_MS = 60_000;
const promises: Promises = { hasOneShard: () => false, readsSurvive: false };

function programOf({ clients, nodes }: OutsideOptions): Program {
  const moves = nodes > 1 ? { stopNode: 1, startNode: 2, replicas: 1, searchAny: 8 } : {};
  return {
    name: 'outside',
    clients,
    nodes,
    replicas: nodes - 1,
    ids: IDS,
    crashes: 0,
    weights: {
      ...{ write: 24, refreshedWrite: 8, update: 8, remove: 4, create: 4, conditional: 10, bulk: 12 },
      ...{ get: 24, search: 24, refresh: 4, flush: 2, merge: 2 },
      ...{ dynamicField: 3, searchField: 3, putField: 2, readMapping: 3 },
      ...{ setMetadata: 6, removeMetadata: 1, readMetadata: 5 },
      ...{ createIndex: 2, deleteIndex: 2, readIndex: 2, closeIndex: 1, openIndex: 1 },
      ...moves,
    },
  };
}

/**
 * Clients of the built server, from outside: each sends a stream of requests that the seed decides, the server is
 * killed at any moment and started again on the same folder, and the history of each round is judged. Times are the
 * machine's: the same seed asks the same, and need not meet the same.
 */
export async function runOutside(options: OutsideOptions): Promise<OutsideResult> {
  const folder = mkdtempSync(join(tmpdir(), 'rockpool-history-'));
  const start = performance.now();
  try {
    const found = await new Outside(options, folder).run();
    return { ...found, seconds: (performance.now() - start) / 1000 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class Outside {
  readonly #options: OutsideOptions;
  readonly #folder: string;
  readonly #random: SeededRandom;
  readonly #clients: readonly Client[];
  readonly #violations: string[] = [];
  #history = new History();
  #server: RunningServer | null = null;
  #life = 0;
  #sent = 0;
  #searches = 0;
  #kills = 0;

  constructor(options: OutsideOptions, folder: string) {
    this.#options = options;
    this.#folder = folder;
    this.#random = new SeededRandom(options.seed);
    let numbers = 0;
    const nextNumber = () => ++numbers;
    const program = programOf(options);
    this.#clients = Array.from(
      { length: options.clients },
      (_, i) => new Client(`c${i}_`, program, new SeededRandom(options.seed * 101 + i), nextNumber),
    );
  }

  async run(): Promise<Omit<OutsideResult, 'seconds'>> {
    try {
      await this.#start();
      await this.#prepare();
      for (let round = 0; this.#sent < this.#options.operations; round++) await this.#round(round);
    } catch (error) {
      this.#violations.push((error as Error).message);
    } finally {
      await this.#server?.kill().catch((error: Error) => this.#violations.push(error.message));
    }
    const [operations, searches, kills] = [this.#sent, this.#searches, this.#kills];
    return { operations, searches, kills, violations: this.#violations };
  }

  async #start(): Promise<void> {
    const { nodes } = this.#options;
    this.#server = await startServer(['--data', this.#folder, '--nodes', String(nodes)]);
    this.#life++;
    this.#history.opened();
  }

  async #prepare(): Promise<void> {
    const replicas = this.#options.nodes - 1;
    const settings = { number_of_shards: 2, number_of_replicas: replicas, refresh_interval: '100ms' };
    const mappings = { properties: { v: { type: 'keyword' } } };
    await this.#send('prepare', setRegister('PUT', '/docs', { settings, mappings }, []));
  }

  /** Clients at work, a kill at some moment, a start, and all that can be read. */
  async #round(round: number): Promise<void> {
    const fields: NewFields = {
      mapped: [`m${round}_0`, `m${round}_1`],
      dynamic: [`f${round}_0`, `f${round}_1`],
    };
    for (const client of this.#clients) client.fields = fields;
    const until = this.#sent + Math.floor(ROUND * (0.5 + this.#random.next()));
    await Promise.all(this.#clients.map((client) => this.#work(client, until)));
    this.#history.crash();
    await this.#start();
    await this.#readAll(fields);
    for (const violation of this.#history.violations(promises)) {
      this.#violations.push(`round ${round}: ${violation}`);
    }
    this.#history = this.#history.settled();
  }

  /** Sends until the server has been killed; the client that sends the last request kills it. */
  async #work(client: Client, until: number): Promise<void> {
    const life = this.#life;
    while (this.#life === life && this.#server !== null) {
      if (this.#sent >= until) return this.#kill();
      this.#sent++;
      const operation = client.next();
      if (operation.asked.searches) this.#searches++;
      const answered = await this.#send(client.name, operation);
      if (answered) client.hear(answered);
    }
  }

  async #kill(): Promise<void> {
    const server = this.#server as RunningServer;
    this.#server = null;
    this.#kills++;
    await server
      .kill()
      .catch((error: Error) => this.#violations.push(`after kill ${this.#kills}: ${error.message}`));
  }

  async #readAll(fields: NewFields): Promise<void> {
    const documents = Array.from({ length: IDS }, (_, id) => get('docs', String(id)));
    const byField = fields.dynamic.map((name) => search('docs', [name, name]));
    for (const operation of [
      search('docs'),
      refresh('docs'),
      ...documents,
      search('docs'),
      ...byField,
      ...readAllMetadata(fields),
    ]) {
      await this.#send('reader', operation);
    }
  }

  /** Null: the server was gone before it answered. */
  async #send(name: string, operation: Operation): Promise<ReturnType<Operation['read']> | null> {
    const { asked, method, path, body } = operation;
    const { url } = this.#server as RunningServer;
    const life = this.#life;
    const number = this.#history.begin({ ...asked, label: `${name} ${asked.label}` });
    try {
      const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
      const answer = await fetch(url + path, {
        method,
        ...(body === null
          ? {}
          : {
              headers: { 'content-type': type },
              body: typeof body === 'string' ? body : JSON.stringify(body),
            }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const { status } = answer;
      const text = await answer.text();
      const answered = { ...operation.read({ status, text }), isError: status >= 500 };
      const isExpected = status < 500 || (status === 503 && this.#options.nodes > 1);
      const told = isExpected ? answered : { ...answered, problem: `${status} ${text}` };
      this.#history.end(number, told);
      return told;
    } catch (error) {
      // Killed: the round is over. Otherwise nobody may hang up.
      if (this.#server === null || life !== this.#life) return null;
      this.#history.end(number, { verdict: 'unknown', problem: String((error as Error).cause ?? error) });
      return null;
    }
  }
}
