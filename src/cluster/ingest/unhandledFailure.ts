import { OpenSearchError } from '../../common/index.ts';

/** A failure of a processor that no handler of its pipeline sees. */
export class UnhandledFailure extends Error {
  readonly failure: OpenSearchError;

  constructor(failure: OpenSearchError) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Runs `action`: no handler sees what it throws. */
export function unhandled<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof OpenSearchError ? new UnhandledFailure(error) : error;
  }
}

/** Runs a pipeline: what none of its handlers has seen is a failure like others outside. */
export function outsideHandlers<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof UnhandledFailure ? error.failure : error;
  }
}
