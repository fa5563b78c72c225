import {
  type Clock,
  illegalArgument,
  type Logger,
  limits,
  OpenSearchError,
  type Random,
  randomDocumentId,
  type Timer,
} from '../../common/index.ts';
import type { ForkFigures, ForkRequest, Isolation, KeptState } from '../../rest/index.ts';
import type { HttpFace } from '../http.ts';
import { FIRST_STATE } from './keptStates.ts';

/** The number of forks of a server, their forks included. */
export interface ForkCount {
  forks: number;
}

/** The operations that forks need from a server, and from each other. */
export interface Forkable {
  readonly http: Pick<HttpFace, 'url' | 'gate'>;
  readonly isolation: Pick<Isolation, 'forks'>;
  readonly states: readonly KeptState[];
  findState(name: string): KeptState;
  keep(name: string): Promise<KeptState>;
  forget(name: string): Promise<void>;
  reset(name: string): Promise<void>;
  fork(state: string | null, count: ForkCount): Promise<Forkable>;
  listen(port: number): Promise<void>;
  close(): Promise<void>;
}

interface ForksOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly count: ForkCount;
  /** A function, because the server is created later. */
  readonly server: () => Forkable;
}

interface Fork {
  readonly id: string;
  readonly snapshot: string | null;
  readonly createdMs: number;
  readonly idleTimeoutMs: number;
  readonly server: Forkable;
  timer: Timer | null;
}

const IDLE_TIMEOUT_MS = 600_000;
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The forks requested from a server. They are closed with it. */
export class Forks implements Isolation {
  readonly #options: ForksOptions;
  readonly #forks = new Map<string, Fork>();
  /** Forks being opened or closed. */
  readonly #pending = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(options: ForksOptions) {
    this.#options = options;
  }

  get forks(): readonly ForkFigures[] {
    return [...this.#forks.values()].map(figuresOf);
  }

  async fork(request: ForkRequest): Promise<ForkFigures> {
    if (this.#isClosed) throw illegalArgument('the server is closing');
    const { count } = this.#options;
    if (count.forks >= limits.forks.value) {
      const reason = `there are already ${limits.forks.value} forks; delete one with DELETE /_rockpool/forks/{id}`;
      throw new OpenSearchError('rejected_execution_exception', reason);
    }
    count.forks++;
    const opened = this.#open(request).catch((error) => {
      count.forks--;
      throw error;
    });
    return figuresOf(await this.#untilClosed(opened));
  }

  findFork(id: string): ForkFigures {
    return figuresOf(this.#find(id));
  }

  async endFork(id: string): Promise<void> {
    await this.#end(this.#find(id));
  }

  get snapshots(): readonly KeptState[] {
    return this.#options.server().states;
  }

  findSnapshot(name: string): KeptState {
    return this.#options.server().findState(name);
  }

  keep(name: string): Promise<KeptState> {
    return this.#options.server().keep(name);
  }

  forget(name: string): Promise<void> {
    return this.#options.server().forget(name);
  }

  reset(name: string | null): Promise<void> {
    return this.#options.server().reset(name ?? FIRST_STATE);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#pending);
    for (const fork of this.#forks.values()) void this.#end(fork);
    await Promise.all(this.#pending);
  }

  #find(id: string): Fork {
    const fork = this.#forks.get(id);
    if (fork) return fork;
    throw new OpenSearchError('resource_not_found_exception', `no fork [${id}]`);
  }

  async #open({ snapshot, idleTimeoutMs }: ForkRequest): Promise<Fork> {
    const { clock, random, count } = this.#options;
    const server = await this.#options.server().fork(snapshot, count);
    try {
      await server.listen(0);
    } catch (error) {
      await server.close();
      throw error;
    }
    const fork: Fork = {
      id: randomDocumentId(random),
      snapshot,
      createdMs: clock.nowMs(),
      idleTimeoutMs: idleTimeoutMs ?? IDLE_TIMEOUT_MS,
      server,
      timer: null,
    };
    this.#forks.set(fork.id, fork);
    this.#watch(fork, fork.idleTimeoutMs);
    return fork;
  }

  /** Checks again when the fork may have reached its idle timeout. */
  #watch(fork: Fork, delayMs: number): void {
    const { clock, log } = this.#options;
    fork.timer = clock.schedule(Math.min(delayMs, MAX_TIMER_MS), () => {
      const leftMs = fork.idleTimeoutMs - this.#idleMs(fork);
      if (leftMs > 0) this.#watch(fork, leftMs);
      else
        this.#end(fork).catch((error: Error) =>
          log.warn('a fork could not be closed', { error: error.message }),
        );
    });
  }

  /** A fork with forks of its own is not idle, since closing it would close them. */
  #idleMs({ server }: Fork): number {
    if (server.isolation.forks.length > 0) return 0;
    return this.#options.clock.nowMs() - server.http.gate.lastUsedMs;
  }

  async #end(fork: Fork): Promise<void> {
    if (this.#forks.delete(fork.id)) this.#options.count.forks--;
    fork.timer?.cancel();
    await this.#untilClosed(fork.server.close());
  }

  /** Makes close() wait for `work`. */
  async #untilClosed<T>(work: Promise<T>): Promise<T> {
    this.#pending.add(work);
    try {
      return await work;
    } finally {
      this.#pending.delete(work);
    }
  }
}

function figuresOf({ id, snapshot, createdMs, idleTimeoutMs, server }: Fork): ForkFigures {
  const { url, gate } = server.http;
  return { id, url, snapshot, createdMs, idleTimeoutMs, lastUsedMs: gate.lastUsedMs };
}
