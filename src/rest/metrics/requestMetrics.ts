/** Which route answered; rows of the routes table are such. */
export interface MeasuredRoute {
  readonly method: string;
  readonly path: string;
}

/** Requests of one route: how many by status, and how long they took. */
export interface RouteFigures {
  readonly route: MeasuredRoute;
  readonly byStatus: ReadonlyMap<number, number>;
  /** Not cumulative: requests that took at most the bound of the same place, and more than that before. */
  readonly buckets: Float64Array;
  readonly seconds: number;
}

/** Upper bounds of the latency histogram; what is above them all stands in one bucket more. Seconds. */
export const LATENCY_BOUNDS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
];

interface Figures extends RouteFigures {
  readonly byStatus: Map<number, number>;
  seconds: number;
}

/** One request that took long. */
export interface SlowRequest {
  readonly route: MeasuredRoute;
  readonly status: number;
  readonly seconds: number;
  /** When it ended, on the clock of the metrics. */
  readonly endedMs: number;
}

const SLOWEST = 20;

/** Counts what was answered. It stands in the way of every request: one look-up, and no memory but for new routes. */
export class RequestMetrics {
  readonly #nowMs: () => number;
  readonly #byRoute = new Map<MeasuredRoute, Figures>();
  /** The slowest first. */
  readonly #slowest: SlowRequest[] = [];

  /** The clock must go on by itself: one that is moved by hand measures nothing. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** When a request began, for `end`. */
  begin(): number {
    return this.#nowMs();
  }

  /** Seconds that it took. */
  end(route: MeasuredRoute, status: number, begunMs: number): number {
    const endedMs = this.#nowMs();
    const seconds = (endedMs - begunMs) / 1000;
    const isSlow = this.#slowest.length < SLOWEST || seconds > this.#slowest[SLOWEST - 1].seconds;
    if (isSlow) this.#addSlow({ route, status, seconds, endedMs });
    let figures = this.#byRoute.get(route);
    if (!figures) {
      figures = {
        route,
        byStatus: new Map(),
        buckets: new Float64Array(LATENCY_BOUNDS.length + 1),
        seconds: 0,
      };
      this.#byRoute.set(route, figures);
    }
    figures.byStatus.set(status, (figures.byStatus.get(status) ?? 0) + 1);
    figures.seconds += seconds;
    let bucket = 0;
    while (bucket < LATENCY_BOUNDS.length && seconds > LATENCY_BOUNDS[bucket]) bucket++;
    figures.buckets[bucket]++;
    return seconds;
  }

  get slowest(): readonly SlowRequest[] {
    return this.#slowest;
  }

  #addSlow(request: SlowRequest): void {
    const at = this.#slowest.findIndex(({ seconds }) => seconds < request.seconds);
    this.#slowest.splice(at === -1 ? this.#slowest.length : at, 0, request);
    if (this.#slowest.length > SLOWEST) this.#slowest.pop();
  }

  get figures(): Iterable<RouteFigures> {
    return this.#byRoute.values();
  }
}
