import { loopTurns, type MovableClock, SystemClock } from '../common/index.ts';
import type { Directory, FsDirectory } from '../directory/index.ts';
import { type Closers, FIRST_STATE, Instance, type InstanceOptions } from '../node/index.ts';
import type { Laboratory } from '../rest/index.ts';
import { type LanguageName, languages } from '../statement/index.ts';
import { warningError } from './errors.ts';
import { type QueryResult, runStatement, type SqlRow } from './query.ts';
import { type RequestBody, type RockpoolResponse, requestOf } from './request.ts';
import { type BoundSql, bindParameters, bindSql, type SqlScalar, type SqlValue } from './sqlText.ts';

const LOOPBACK = '127.0.0.1';

/** Of the event loop, which goes on when the pool's own clock stands still. */
const realTime = new SystemClock();

export interface PoolOptions
  extends Pick<InstanceOptions, 'nodeCount' | 'clock' | 'random' | 'log' | 'settings'> {
  readonly failOnWarning?: boolean;
}

/** Cache events, the miss-ratio curve, the planner, simulated loads, virtual nodes. */
export type RockpoolLaboratory = Omit<Laboratory, 'clock' | 'faults' | 'graphs'>;

/**
 * A search engine inside this program. Answers requests with or without a socket, can be forked for a test, and goes
 * back to any state that was kept. Ends with `close()` or `await using`.
 */
export class Rockpool implements AsyncDisposable {
  readonly #instance: Instance;
  readonly #failOnWarning: boolean;
  #isListening = false;
  /** Requests of this program, which hears of their warnings itself. */
  readonly #own = new WeakSet<object>();
  readonly #warnings = new Set<string>();

  private constructor(instance: Instance, failOnWarning: boolean) {
    this.#instance = instance;
    this.#failOnWarning = failOnWarning;
    instance.http.onWarnings((warnings, request) => {
      if (!failOnWarning || this.#own.has(request)) return;
      for (const warning of warnings) this.#warnings.add(warning);
    });
  }

  /**
   * Programs call `openRockpool`. Closing runs the closers. Throws corruption errors that name the file.
   * @internal
   */
  static async over(
    directory: Directory,
    graphs: FsDirectory | null,
    { failOnWarning = false, ...options }: PoolOptions,
    closers: Closers,
  ): Promise<Rockpool> {
    const own = { host: LOOPBACK, upstream: null, allowedHosts: [], allowedOrigins: [] };
    const instance = await Instance.over(directory, graphs, { ...options, ...own }, closers);
    return new Rockpool(instance, failOnWarning);
  }

  /** `http://127.0.0.1:41234`. Throws before `listen`. */
  get url(): string {
    if (!this.#isListening) throw new Error('no socket: open with `http: true`, or call listen()');
    return this.#instance.http.url;
  }

  /** Moves time by hand: expiry, cursors, scrolls, refreshes follow. A reset begins with the real time. */
  get clock(): MovableClock {
    return this.#instance.clock;
  }

  /** Faults of loads and requests, on purpose. */
  get faults(): Laboratory['faults'] {
    return this.#instance.services.laboratory.faults;
  }

  get laboratory(): RockpoolLaboratory {
    return this.#instance.services.laboratory;
  }

  /**
   * Answers the requests of a server of your own (`createServer(pool.listener)`), an express app's too:
   * `app.use('/engine', pool.listener)`. It takes what they hand to it; a program needs no types of Node for that.
   */
  get listener(): (request: object, response: object) => void {
    return this.#instance.http.listener as (request: object, response: object) => void;
  }

  /** Opens a socket on the loopback address (0: a free port) and resolves to its URL. */
  async listen(port = 0): Promise<string> {
    if (!this.#isListening) await this.#instance.listen(port);
    this.#isListening = true;
    return this.url;
  }

  /** Sends a request past the socket. An object is sent as JSON, a text that ends with a newline as NDJSON. */
  async request(
    method: string,
    path: string,
    body: RequestBody = null,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RockpoolResponse> {
    // Nothing of a request in memory waits for the event loop: a program that asks in a loop would never let go of it.
    const turn = loopTurns.enter(realTime.nanoTime());
    if (turn !== null) await turn;
    const { listener } = this.#instance.http;
    return requestOf({ listener, onSent: (sent) => this.#own.add(sent) }, method, path, body, headers);
  }

  /**
   * All rows of a statement: `` await pool.sql<{title: string}>`SELECT title FROM films WHERE year > ${1999}` ``.
   * Throws RockpoolError for what the engine refuses, and with `failOnWarning` for what it warns of.
   */
  sql<Row = SqlRow>(texts: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]> {
    return this.#run<Row>('sql', bindSql(texts, values)).then(({ rows }) => rows);
  }

  /**
   * A statement that is not written here, with a `?` for each value: rows as with `sql`, the types of their columns,
   * and what the engine warns of. Throws as `sql` does.
   */
  query<Row = SqlRow>(text: string, values: readonly SqlScalar[] = []): Promise<QueryResult<Row>> {
    return this.#run<Row>('sql', bindParameters(text, values));
  }

  /**
   * All rows of a pipeline: `await pool.ppl('source=films | where year > 1999 | fields title')`. PPL has no parameters:
   * write nothing into the text that you do not know. Throws as `sql` does.
   */
  async ppl<Row = SqlRow>(pipeline: string): Promise<Row[]> {
    return (await this.#run<Row>('ppl', { query: pipeline, parameters: [] })).rows;
  }

  #run<Row>(language: LanguageName, statement: BoundSql): Promise<QueryResult<Row>> {
    const post = (body: object) => this.request('POST', languages[language].path, body);
    return runStatement<Row>(statement, { post, failOnWarning: this.#failOnWarning });
  }

  /** A pool of its own that begins where this one is; neither sees what the other does from now on. */
  async fork(): Promise<Rockpool> {
    return new Rockpool(await this.#instance.fork(null), this.#failOnWarning);
  }

  /** Keeps everything as it is now, under a name (for `reset()` when there is none). */
  async snapshot(name: string = FIRST_STATE): Promise<void> {
    await this.#instance.keep(name);
  }

  /** Back to a state that was kept, or to the first one. Requests before it are answered first; others wait. */
  async reset(name: string = FIRST_STATE): Promise<void> {
    await this.#instance.reset(name);
  }

  /**
   * Throws RockpoolError if `failOnWarning` is set and clients have got warnings over HTTP; the helpers for test runners
   * call it behind every test.
   */
  checkWarnings(): void {
    const warnings = [...this.#warnings];
    this.#warnings.clear();
    if (warnings.length > 0) throw warningError(warnings, 200, null);
  }

  close(): Promise<void> {
    return this.#instance.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
