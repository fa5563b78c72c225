import type { Clock } from '../common/index.ts';
import type { SqlTotals } from './types.ts';

/** A counter since the start and for the last complete interval. */
class Counter {
  readonly #stats: SqlStats;
  #total = 0;
  #interval = 0;
  #current = 0;
  #previous = 0;

  constructor(stats: SqlStats) {
    this.#stats = stats;
  }

  increment(): void {
    this.#turn();
    this.#total++;
    this.#current++;
  }

  get total(): number {
    return this.#total;
  }

  get recent(): number {
    this.#turn();
    return this.#previous;
  }

  #turn(): void {
    const now = this.#stats.interval;
    if (now === this.#interval) return;
    this.#previous = now === this.#interval + 1 ? this.#current : 0;
    this.#current = 0;
    this.#interval = now;
  }
}

/** `_sql/stats` of this node. Names and order are the original's; those of data sources are always 0. */
export class SqlStats {
  readonly requests: Counter;
  readonly cursorRequests: Counter;
  readonly clientErrors: Counter;
  readonly serverErrors: Counter;
  readonly pplRequests: Counter;
  readonly pplClientErrors: Counter;
  readonly pplServerErrors: Counter;

  /** `plugins.query.metrics.rolling_interval`. */
  intervalMs = 60_000;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.requests = new Counter(this);
    this.cursorRequests = new Counter(this);
    this.clientErrors = new Counter(this);
    this.serverErrors = new Counter(this);
    this.pplRequests = new Counter(this);
    this.pplClientErrors = new Counter(this);
    this.pplServerErrors = new Counter(this);
  }

  /** The number of the current interval. */
  get interval(): number {
    return Math.floor(this.#clock.nowMs() / this.intervalMs);
  }

  get totals(): SqlTotals {
    return {
      requests: this.requests.total,
      cursorRequests: this.cursorRequests.total,
      clientErrors: this.clientErrors.total,
      serverErrors: this.serverErrors.total,
    };
  }

  toJson(): Record<string, number> {
    return {
      ppl_request_total: this.pplRequests.total,
      default_cursor_request_count: this.cursorRequests.recent,
      default_cursor_request_total: this.cursorRequests.total,
      ppl_failed_request_count_syserr: this.pplServerErrors.recent,
      datasource_failed_request_count_cuserr: 0,
      circuit_breaker: 0,
      request_total: this.requests.total,
      datasource_failed_request_count_syserr: 0,
      request_count: this.requests.recent,
      failed_request_count_cb: 0,
      datasource_request_count: 0,
      failed_request_count_cuserr: this.clientErrors.recent,
      ppl_failed_request_count_cuserr: this.pplClientErrors.recent,
      ppl_request_count: this.pplRequests.recent,
      failed_request_count_syserr: this.serverErrors.recent,
    };
  }
}
