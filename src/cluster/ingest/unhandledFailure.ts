import { OpenSearchError } from '../../common/index.ts';

/** A failure of a processor that bypasses the handlers of its pipeline. */
export class UnhandledFailure extends Error {
  readonly failure: OpenSearchError;

  constructor(failure: OpenSearchError) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Runs `action`; its failures bypass handlers. */
export function unhandled<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof OpenSearchError ? new UnhandledFailure(error) : error;
  }
}

/** Runs a pipeline; a failure that bypassed its handlers becomes an ordinary one outside of it. */
export function outsideHandlers<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof UnhandledFailure ? error.failure : error;
  }
}
