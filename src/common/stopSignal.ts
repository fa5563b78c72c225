/**
 * Tells work that its result is no longer needed. Long work checks it where it pauses. An AbortSignal
 * qualifies, but cheaper ones exist, since most requests end before anyone checks.
 */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
}
