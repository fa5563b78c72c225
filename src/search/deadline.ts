import { type Clock, OpenSearchError, type StopSignal } from '../common/index.ts';
import { SearchTimeout } from './shard/queryPhase.ts';

/** Nobody waits for the response any more; not a shard failure. */
export class ClientGone extends OpenSearchError {
  constructor() {
    super('task_cancelled_exception', 'The task is cancelled.');
  }
}

/** What may end a search early. */
export interface SearchEnds {
  /** The client has disconnected, or the enclosing operation has ended. */
  readonly gone: StopSignal | null;
  /** The search is cancelled as a task; the reason says why. */
  readonly cancelled: StopSignal | null;
  /** `null` or negative for none. */
  readonly timeoutMs: number | null;
}

/** Checked by long loops of a search. */
export class Deadline {
  readonly #clock: Clock;
  readonly #ends: SearchEnds;
  #endNanos: bigint | null;

  constructor(clock: Clock, ends: SearchEnds) {
    const { timeoutMs } = ends;
    this.#clock = clock;
    this.#ends = ends;
    this.#endNanos =
      timeoutMs === null || timeoutMs < 0 ? null : clock.nanoTime() + BigInt(Math.ceil(timeoutMs * 1e6));
  }

  /** Throws if the request was cancelled or has timed out. */
  check(): void {
    this.checkGone();
    if (this.#endNanos !== null && this.#clock.nanoTime() > this.#endNanos) throw new SearchTimeout();
  }

  /** Throws if the request was cancelled. */
  checkGone(): void {
    const { gone, cancelled } = this.#ends;
    if (gone?.aborted === true) throw new ClientGone();
    if (cancelled?.aborted === true) throw cancelled.reason;
  }

  /** A timeout only ends the query phase; the hits found are fetched, however long that takes. */
  liftTimeout(): void {
    this.#endNanos = null;
  }
}
