import { type Clock, OpenSearchError, type StopSignal } from '../common/index.ts';
import { SearchTimeout } from './shard/queryPhase.ts';

/** Nobody waits for the answer any more: it is no shard's failure. */
export class ClientGone extends OpenSearchError {
  constructor() {
    super('task_cancelled_exception', 'The task is cancelled.');
  }
}

/** What ends a search before its time. */
export interface SearchEnds {
  /** The client has left, or what the search is a part of has ended. */
  readonly gone: StopSignal | null;
  /** The search is cancelled as a task; its reason says why. */
  readonly cancelled: StopSignal | null;
  /** null or negative: none. */
  readonly timeoutMs: number | null;
}

/** What long loops of a search ask. */
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

  /** Throws when the request was cancelled, or when its time is over. */
  check(): void {
    this.checkGone();
    if (this.#endNanos !== null && this.#clock.nanoTime() > this.#endNanos) throw new SearchTimeout();
  }

  /** Throws when the request was cancelled. */
  checkGone(): void {
    const { gone, cancelled } = this.#ends;
    if (gone?.aborted === true) throw new ClientGone();
    if (cancelled?.aborted === true) throw cancelled.reason;
  }

  /** The time of a search ends its query phase; what it has found is fetched, however long that takes. */
  liftTimeout(): void {
    this.#endNanos = null;
  }
}
