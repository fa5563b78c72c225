/** Steps of 1 % from 1 µs to 16 minutes: quantiles are right to 1 %, in little memory, however many are counted. */
const LEAST_MS = 0.001;
const GROWTH = Math.log(1.01);
const STEPS = 2100;

/** Counts latencies by their magnitude. */
export class LatencyHistogram {
  readonly #counts = new Uint32Array(STEPS);
  #count = 0;
  #maxMs = 0;

  get count(): number {
    return this.#count;
  }

  get maxMs(): number {
    return this.#maxMs;
  }

  add(ms: number): void {
    const step = Math.floor(Math.log(Math.max(ms, LEAST_MS) / LEAST_MS) / GROWTH);
    this.#counts[Math.min(step, STEPS - 1)]++;
    this.#count++;
    this.#maxMs = Math.max(this.#maxMs, ms);
  }

  /** So many (0 to 1) of the latencies were at most this; 0 for none. */
  quantileMs(q: number): number {
    const wanted = Math.max(1, Math.ceil(q * this.#count));
    let seen = 0;
    for (let step = 0; step < STEPS; step++) {
      seen += this.#counts[step];
      if (seen >= wanted) return Math.min(this.#maxMs, LEAST_MS * Math.exp(GROWTH * (step + 1)));
    }
    return this.#maxMs;
  }
}
