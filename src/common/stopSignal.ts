/**
 * Tells work that nobody wants it any more. Long work looks at it where it pauses. An AbortSignal is one; most are
 * cheaper: nearly all requests end before anybody looks.
 */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
}
