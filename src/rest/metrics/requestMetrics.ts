/** The route that answered, as in the routes table. */
export interface MeasuredRoute {
  readonly method: string;
  readonly path: string;
}

/** Requests of a route: counts by status, and latencies. */
export interface RouteFigures {
  readonly route: MeasuredRoute;
  readonly byStatus: ReadonlyMap<number, number>;
  /** Not cumulative: the number of requests between the previous bound and the one with the same index. */
  readonly buckets: Float64Array;
  readonly seconds: number;
}

/** Upper bounds of the latency histogram in seconds; one additional bucket counts everything above. */
export const LATENCY_BOUNDS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
];

interface Figures extends RouteFigures {
  readonly byStatus: Map<number, number>;
  seconds: number;
}

/** A slow request. */
export interface SlowRequest {
  readonly route: MeasuredRoute;
  readonly status: number;
  readonly seconds: number;
  /** When it ended, on the clock of the metrics. */
  readonly endedMs: number;
}

const SLOWEST = 20;

/** Counts responses. On the path of every request: one lookup, and no allocation except for new routes. */
export class RequestMetrics {
  readonly #nowMs: () => number;
  readonly #byRoute = new Map<MeasuredRoute, Figures>();
  /** Slowest first. */
  readonly #slowest: SlowRequest[] = [];

  /** Must be a running clock: one that is moved by hand measures nothing. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Returns the start time for `end`. */
  begin(): number {
    return this.#nowMs();
  }

  /** Returns the duration in seconds. */
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
