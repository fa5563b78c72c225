/** A fork: a server that started from a copy of this server's state. */
export interface ForkFigures {
  readonly id: string;
  /** `http://127.0.0.1:41234`. */
  readonly url: string;
  /** The kept state that it began with; null: the present one. */
  readonly snapshot: string | null;
  readonly createdMs: number;
  readonly lastUsedMs: number;
  /** It ends when nobody has asked it anything for so long. */
  readonly idleTimeoutMs: number;
}

/** Everything as it was at one moment, kept in memory under a name. */
export interface KeptState {
  readonly name: string;
  readonly createdMs: number;
}

export interface ForkRequest {
  /** A kept state; null: the present one. */
  readonly snapshot: string | null;
  /** null: the default. */
  readonly idleTimeoutMs: number | null;
}

/**
 * Copies of a server and of its states, for tests that must not see each other. What it does it does once all requests
 * before it are answered, and those behind it wait. Everything throws OpenSearchError.
 */
export interface Isolation {
  readonly forks: readonly ForkFigures[];
  fork(request: ForkRequest): Promise<ForkFigures>;
  findFork(id: string): ForkFigures;
  endFork(id: string): Promise<void>;
  readonly snapshots: readonly KeptState[];
  findSnapshot(name: string): KeptState;
  /** Keeps the present state; one of the same name goes. */
  keep(name: string): Promise<KeptState>;
  forget(name: string): Promise<void>;
  /** Back to a kept state; null: to the first one. */
  reset(name: string | null): Promise<void>;
}
