import { type Clock, limits, OpenSearchError } from '../common/index.ts';

/**
 * Limits of scripts. They are process-wide, because each script is compiled once for all engines in the
 * process; the most recently configured engine decides (`script.max_size_in_bytes`,
 * `script.max_compilations_rate`).
 */
export const scriptLimits: { maxLength: number | null; compilations: CompilationRate | null } = {
  maxLength: null,
  compilations: null,
};

export function maxScriptLength(): number {
  return scriptLimits.maxLength ?? limits.scriptLength.value;
}

/** `75/5m`: the number of compilations allowed in a period, as a token bucket like the original's. */
export class CompilationRate {
  readonly #text: string;
  readonly #most: number;
  readonly #windowMs: number;
  readonly #clock: Clock;
  #tokens: number;
  #filledAtMs: number;

  constructor(text: string, most: number, windowMs: number, clock: Clock) {
    this.#text = text;
    this.#most = most;
    this.#windowMs = windowMs;
    this.#clock = clock;
    this.#tokens = most;
    this.#filledAtMs = clock.nowMs();
  }

  /** Throws circuit_breaking_exception (429) in the original's words. */
  take(): void {
    const nowMs = this.#clock.nowMs();
    const filled = this.#tokens + ((nowMs - this.#filledAtMs) / this.#windowMs) * this.#most;
    this.#tokens = Math.min(this.#most, filled);
    this.#filledAtMs = nowMs;
    if (this.#tokens < 1) {
      throw new OpenSearchError(
        'circuit_breaking_exception',
        `[script] Too many dynamic scripts within, max: [${this.#text}]; please use indexed, or scripts with parameters instead; this limit can be changed by the [script.max_compilations_rate] setting`,
        { metadata: { bytes_wanted: 0, bytes_limit: 0, durability: 'TRANSIENT' } },
      );
    }
    this.#tokens--;
  }
}
