import { type JsonValue, OpenSearchError, type Steps } from '../common/index.ts';

/** A mapper_parsing_exception. */
export function mapperParsing(reason: string, causedBy?: OpenSearchError): OpenSearchError {
  return new OpenSearchError('mapper_parsing_exception', reason, { causedBy });
}

/** Java's message for a failed cast. */
export function classCast(value: JsonValue, target: string): OpenSearchError {
  const from = javaClassName(value);
  return new OpenSearchError(
    'class_cast_exception',
    `class ${from} cannot be cast to class ${target} (${from} and ${target} are in module java.base of loader ` +
      `'bootstrap')`,
  );
}

export function javaClassName(value: JsonValue): string {
  if (typeof value === 'string') return 'java.lang.String';
  if (typeof value === 'boolean') return 'java.lang.Boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'java.lang.Integer' : 'java.lang.Double';
  return Array.isArray(value) ? 'java.util.ArrayList' : 'java.util.LinkedHashMap';
}

/** Runs `task`; an OpenSearchError becomes the cause of what `wrap` returns. */
export function wrapping<T>(task: () => T, wrap: (cause: OpenSearchError) => OpenSearchError): T {
  try {
    return task();
  } catch (error) {
    if (error instanceof OpenSearchError) throw wrap(error);
    throw error;
  }
}

/** Like `wrapping`, for a task in steps. */
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
