/** A fork: a server started from a copy of this server's state. */
export interface ForkFigures {
  readonly id: string;
  /** `http://127.0.0.1:41234`. */
  readonly url: string;
  /** The saved state that it started from; `null` for the current one. */
  readonly snapshot: string | null;
  readonly createdMs: number;
  readonly lastUsedMs: number;
  /** It is closed after being idle for this long. */
  readonly idleTimeoutMs: number;
}

/** A snapshot of the whole server, kept in memory by name. */
export interface KeptState {
  readonly name: string;
  readonly createdMs: number;
}

export interface ForkRequest {
  /** A saved state; `null` for the current one. */
  readonly snapshot: string | null;
  /** `null` for the default. */
  readonly idleTimeoutMs: number | null;
}

/**
 * Forks and saved states of a server, for isolating tests from each other. Operations wait for earlier
 * requests and hold back later ones. All methods throw OpenSearchError.
 */
export interface Isolation {
  readonly forks: readonly ForkFigures[];
  fork(request: ForkRequest): Promise<ForkFigures>;
  findFork(id: string): ForkFigures;
  endFork(id: string): Promise<void>;
  readonly snapshots: readonly KeptState[];
  findSnapshot(name: string): KeptState;
  /** Saves the current state, replacing an earlier one of that name. */
  keep(name: string): Promise<KeptState>;
  forget(name: string): Promise<void>;
  /** Restores a saved state; `null` for the first one. */
  reset(name: string | null): Promise<void>;
}
