/** How long to wait for the next request without sleeping. */
const POLLING_MS = 0.5;

/**
 * Keeps the event loop polling its sockets for a moment after an answer. A program that asks again and again sends its
 * next request within a fraction of a millisecond; waking a sleeping thread for it takes as long as many answers do. Only
 * while requests follow each other that closely: a client that takes its time costs nothing.
 */
export class BusyPolling {
  readonly #nowMs: () => number;
  readonly #nextTurn: (work: () => void) => void;
  #inProgress = 0;
  #answeredMs = Number.NEGATIVE_INFINITY;
  #isClose = false;
  #isPolling = false;

  /** `nowMs`: a running clock, finer than a millisecond; `nextTurn` runs work after the next poll of the sockets. */
  constructor(nowMs: () => number, nextTurn: (work: () => void) => void) {
    this.#nowMs = nowMs;
    this.#nextTurn = nextTurn;
  }

  arrived(): void {
    if (this.#inProgress++ === 0) this.#isClose = this.#nowMs() - this.#answeredMs < POLLING_MS;
  }

  answered(): void {
    if (--this.#inProgress > 0) return;
    this.#answeredMs = this.#nowMs();
    if (!this.#isClose || this.#isPolling) return;
    this.#isPolling = true;
    this.#nextTurn(this.#poll);
  }

  readonly #poll = (): void => {
    this.#isPolling = this.#inProgress === 0 && this.#nowMs() - this.#answeredMs < POLLING_MS;
    if (this.#isPolling) this.#nextTurn(this.#poll);
  };
}
