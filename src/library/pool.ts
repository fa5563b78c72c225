import { loopTurns, type MovableClock, SystemClock } from '../common/index.ts';
import type { Directory, FsDirectory } from '../directory/index.ts';
import { type Closers, createHttp, type HttpFace, opening } from '../node/index.ts';
import type { Laboratory } from '../rest/index.ts';
import { EngineSlot, type PoolState, type SlotOptions } from './engineSlot.ts';
import { type PoolResponse, type RequestBody, requestOf } from './request.ts';
import { queryRows, type SqlRow } from './sqlRows.ts';
import { bindSql, type SqlValue } from './sqlText.ts';

/** The state that `reset()` goes back to when it is given no name: the one that the pool was opened or forked with. */
const SEED = 'seed';
const LOOPBACK = '127.0.0.1';

/** Of the event loop, which goes on when the pool's own clock stands still. */
const realTime = new SystemClock();

export type PoolOptions = Omit<SlotOptions, 'http'>;

/**
 * A search engine inside this program. Answers requests with or without a socket, can be forked for a test, and goes
 * back to any state that was kept. Ends with `close()` or `await using`.
 */
export class Rockpool implements AsyncDisposable {
  readonly #options: PoolOptions;
  readonly #slot: EngineSlot;
  readonly #http: HttpFace;
  readonly #closers: Closers;
  readonly #snapshots = new Map<string, PoolState>();
  #isListening = false;
  #closing: Promise<void> | null = null;

  private constructor(options: PoolOptions, slot: EngineSlot, http: HttpFace, closers: Closers) {
    this.#options = options;
    this.#slot = slot;
    this.#http = http;
    this.#closers = closers;
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
    const http = createHttp({
      ...options,
      services: () => slot.engine.services,
      upstream: null,
      allowedHosts: [],
      allowedOrigins: [],
    });
    const slot: EngineSlot = await EngineSlot.open(directory, graphs, { ...options, http });
    closers.add(() => slot.close());
    closers.add(() => http.close());
    return new Rockpool(options, slot, http, closers);
  }

  /** `http://127.0.0.1:41234`. Throws before `listen`. */
  get url(): string {
    if (!this.#isListening) throw new Error('no socket: open with `http: true`, or call listen()');
    return `http://${this.#http.address}`;
  }

  /** Moves time by hand: expiry, cursors, scrolls, refreshes follow. A reset begins with the real time. */
  get clock(): MovableClock {
    return this.#slot.clock;
  }

  /** Faults of loads and requests, on purpose. */
  get faults(): Laboratory['faults'] {
    return this.laboratory.faults;
  }

  /** Cache events, the miss-ratio curve, the planner, simulated loads, virtual nodes. */
  get laboratory(): Laboratory {
    return this.#slot.engine.services.laboratory;
  }

  /**
   * Answers the requests of a server of your own (`createServer(pool.listener)`), an express app's too:
   * `app.use('/engine', pool.listener)`. It takes what they hand to it; a program needs no types of Node for that.
   */
  get listener(): (request: object, response: object) => void {
    return this.#http.listener as (request: object, response: object) => void;
  }

  /** Opens a socket on the loopback address (0: a free port) and resolves to its URL. */
  async listen(port = 0): Promise<string> {
    if (!this.#isListening) await this.#http.listen(LOOPBACK, port);
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
    return requestOf(this.#http.listener, method, path, body, headers);
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
  fork(): Promise<Rockpool> {
    return opening(async (closers) => {
      const state = await this.#slot.copy();
      closers.add(() => state.remove());
      const fork = await Rockpool.over(state.files.fork(), state.graphs, this.#options, closers);
      fork.#snapshots.set(SEED, state);
      return fork;
    });
  }

  /** Keeps everything as it is now, under a name (for `reset()` when there is none). */
  async snapshot(name: string = SEED): Promise<void> {
    const state = await this.#slot.copy();
    this.#closers.add(() => state.remove());
    this.#snapshots.get(name)?.remove();
    this.#snapshots.set(name, state);
  }

  /** Back to a state that was kept, or to the first one. Requests that are being answered may fail. */
  async reset(name: string = SEED): Promise<void> {
    const state = this.#snapshots.get(name);
    if (!state)
      throw new Error(`no snapshot [${name}]; there are: ${[...this.#snapshots.keys()].join(', ')}`);
    await this.#slot.replace(state);
  }

  close(): Promise<void> {
    this.#closing ??= this.#closers.run();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
