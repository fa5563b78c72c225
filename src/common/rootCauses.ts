import { type ErrorType, OpenSearchError } from './errors.ts';

/**
 * Errors that the original throws as plain Java exceptions: they are wrapped when they become root causes, which is
 * why a search that fails with one of them prints it twice under `caused_by`.
 */
const JAVA_TYPES: ReadonlySet<ErrorType> = new Set<ErrorType>([
  'arithmetic_exception',
  'array_index_out_of_bounds_exception',
  'class_cast_exception',
  'date_time_exception',
  'date_time_parse_exception',
  'illegal_argument_exception',
  'illegal_state_exception',
  'index_out_of_bounds_exception',
  'input_coercion_exception',
  'json_e_o_f_exception',
  'json_parse_exception',
  'max_bytes_length_exceeded_exception',
  'named_object_not_found_exception',
  'null_pointer_exception',
  'number_format_exception',
  'runtime_exception',
  'string_index_out_of_bounds_exception',
  'too_many_clauses',
  'unsupported_operation_exception',
  'validation_exception',
  'x_content_parse_exception',
  'zone_rules_exception',
]);

/** Whether the original throws a Java exception, not one of its own. */
export function isJavaException(error: OpenSearchError): boolean {
  return JAVA_TYPES.has(error.type);
}

/** The error that `root_cause` shows: parsing errors and the engine's own errors give way to the innermost of their kind. */
export function guessRootCause(error: OpenSearchError): OpenSearchError {
  if (error.rootCauses !== null) return error.rootCauses[0] ?? error;
  const cause = error.causedBy;
  if (cause === null) return error;
  const unwraps =
    error.type === 'x_content_parse_exception'
      ? cause.type === 'x_content_parse_exception' || !isJavaException(cause)
      : !isJavaException(error) && !isJavaException(cause);
  return unwraps ? guessRootCause(cause) : error;
}

/** The same error with its root cause as the original would print it. */
export function withRootCause(error: OpenSearchError): OpenSearchError {
  if (error.rootCauses !== null) return error;
  const root = guessRootCause(error);
  if (root === error) return error;
  return new OpenSearchError(error.type, error.reason, {
    status: error.status,
    causedBy: error.causedBy ?? undefined,
    metadata: error.metadata,
    at: error.at ?? undefined,
    rootCauses: [root],
  });
}
