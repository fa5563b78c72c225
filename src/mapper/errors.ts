import { OpenSearchError, type Steps } from '../common/index.ts';

/** A mapper_parsing_exception. */
export function mapperParsing(reason: string, causedBy?: OpenSearchError): OpenSearchError {
  return new OpenSearchError('mapper_parsing_exception', reason, { causedBy });
}

/** Runs `task`; errors that are ours to wrap become the cause of what `wrap` makes. */
export function wrapping<T>(task: () => T, wrap: (cause: OpenSearchError) => OpenSearchError): T {
  try {
    return task();
  } catch (error) {
    if (error instanceof OpenSearchError) throw wrap(error);
    throw error;
  }
}

/** The same for a task in steps. */
export function* wrappingSteps<T>(
  steps: Steps<T>,
  wrap: (cause: OpenSearchError) => OpenSearchError,
): Steps<T> {
  try {
    return yield* steps;
  } catch (error) {
    if (error instanceof OpenSearchError) throw wrap(error);
    throw error;
  }
}
