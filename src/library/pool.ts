import { loopTurns, type MovableClock, SystemClock } from '../common/index.ts';
import type { Directory, FsDirectory } from '../directory/index.ts';
import { type Closers, FIRST_STATE, Instance, type InstanceOptions } from '../node/index.ts';
import type { Laboratory } from '../rest/index.ts';
import { type PoolResponse, type RequestBody, requestOf } from './request.ts';
import { queryRows, type SqlRow } from './sqlRows.ts';
import { bindSql, type SqlValue } from './sqlText.ts';

const LOOPBACK = '127.0.0.1';

/** Of the event loop, which goes on when the pool's own clock stands still. */
const realTime = new SystemClock();

export type PoolOptions = Pick<InstanceOptions, 'nodeCount' | 'clock' | 'random' | 'log'>;

/**
 * A search engine inside this program. Answers requests with or without a socket, can be forked for a test, and goes
 * back to any state that was kept. Ends with `close()` or `await using`.
 */
export class Rockpool implements AsyncDisposable {
  readonly #instance: Instance;
  #isListening = false;

  private constructor(instance: Instance) {
    this.#instance = instance;
  }

  /**
   * Programs call `openRockpool`. Closing runs the closers. Throws corruption errors that name the file.
   * @internal
   */
  static async over(
    directory: Directory,
    graphs: FsDirectory | null,
    options: PoolOptions,
    closers: Closers,
  ): Promise<Rockpool> {
    const own = { host: LOOPBACK, upstream: null, allowedHosts: [], allowedOrigins: [] };
    return new Rockpool(await Instance.over(directory, graphs, { ...options, ...own }, closers));
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
    return this.laboratory.faults;
  }

  /** Cache events, the miss-ratio curve, the planner, simulated loads, virtual nodes. */
  get laboratory(): Laboratory {
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
  ): Promise<PoolResponse> {
    // Nothing of a request in memory waits for the event loop: a program that asks in a loop would never let go of it.
    const turn = loopTurns.enter(realTime.nanoTime());
    if (turn !== null) await turn;
    return requestOf(this.#instance.http.listener, method, path, body, headers);
  }

  /**
   * All rows of a statement: `` await pool.sql<{title: string}>`SELECT title FROM films WHERE year > ${1999}` ``.
   * Throws RockpoolError for what the engine refuses.
   */
  sql<Row = SqlRow>(texts: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]> {
    return queryRows<Row>((body) => this.request('POST', '/_plugins/_sql', body), bindSql(texts, values));
  }

  /**
   * All rows of a pipeline: `await pool.ppl('source=films | where year > 1999 | fields title')`. PPL has no parameters:
   * write nothing into the text that you do not know. Throws RockpoolError for what the engine refuses.
   */
  ppl<Row = SqlRow>(pipeline: string): Promise<Row[]> {
    const post = (body: object) => this.request('POST', '/_plugins/_ppl', body);
    return queryRows<Row>(post, { query: pipeline, parameters: [] });
  }

  /** A pool of its own that begins where this one is; neither sees what the other does from now on. */
  async fork(): Promise<Rockpool> {
    return new Rockpool(await this.#instance.fork(null));
  }

  /** Keeps everything as it is now, under a name (for `reset()` when there is none). */
  async snapshot(name: string = FIRST_STATE): Promise<void> {
    await this.#instance.keep(name);
  }

  /** Back to a state that was kept, or to the first one. Requests before it are answered first; others wait. */
  async reset(name: string = FIRST_STATE): Promise<void> {
    await this.#instance.reset(name);
  }

  close(): Promise<void> {
    return this.#instance.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
