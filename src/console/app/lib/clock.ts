/** The only reader of this browser's clocks. */

/** Milliseconds since 1970; it jumps when somebody sets the clock. */
export function nowMs(): number {
  return Date.now();
}

/** Milliseconds since the page was opened; it never goes back, so that differences are durations. */
export function elapsedMs(): number {
  return performance.now();
}
