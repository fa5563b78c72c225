/**
 * The error families and their table: type → HTTP status. The type names and statuses are the original's
 * (recorded answers). Every error that a user sees is created from a row of this table.
 */

export type ErrorFamily = 'request' | 'data' | 'notEmulated' | 'bug';

interface ErrorRow {
  readonly status: number;
  readonly family: ErrorFamily;
}

const request = (status: number): ErrorRow => ({ status, family: 'request' });
const data = (status: number): ErrorRow => ({ status, family: 'data' });

export const errorTypes = {
  action_request_validation_exception: request(400),
  aggregation_execution_exception: request(500),
  aggregation_initialization_exception: request(400),
  arithmetic_exception: request(400),
  aliases_not_found_exception: request(404),
  already_closed_exception: data(500),
  array_index_out_of_bounds_exception: request(400),
  bad_parameter_exception: request(400),
  circuit_breaking_exception: request(429),
  class_cast_exception: request(400),
  class_not_found_exception: request(400),
  cluster_block_exception: request(403),
  corrupt_index_exception: data(500),
  date_time_exception: request(400),
  date_time_parse_exception: request(400),
  dissect_exception: request(400),
  document_missing_exception: request(404),
  e_o_f_exception: request(400),
  exception: request(400),
  find_match: request(400),
  pattern_parse: request(400),
  fail_processor_exception: request(400),
  i_o_exception: data(500),
  illegal_argument_exception: request(400),
  illegal_state_exception: request(500),
  index_closed_exception: request(400),
  index_not_found_exception: request(404),
  index_out_of_bounds_exception: request(400),
  index_template_missing_exception: request(404),
  input_coercion_exception: request(400),
  invalid_alias_name_exception: request(400),
  invalid_index_name_exception: request(400),
  invalid_index_template_exception: request(400),
  invalid_parameter_exception: request(400),
  invalid_snapshot_name_exception: request(400),
  invalid_type_name_exception: request(400),
  invocation_target_exception: request(400),
  json_e_o_f_exception: request(400),
  json_parse_exception: request(400),
  k_n_n_invalid_indices_exception: request(500),
  mapper_exception: request(500),
  mapper_parsing_exception: request(400),
  mustache_exception: request(400),
  mustache_not_found_exception: request(400),
  max_bytes_length_exceeded_exception: request(400),
  media_type_header_exception: request(406),
  missing_resource_exception: request(400),
  named_object_not_found_exception: request(400),
  no_shard_available_action_exception: request(503),
  node_closed_exception: request(500),
  not_emulated_exception: { status: 400, family: 'notEmulated' },
  not_x_content_exception: request(400),
  null_pointer_exception: request(500),
  number_format_exception: request(400),
  out_of_memory_error: request(400),
  parse_exception: request(400),
  parsing_exception: request(400),
  pattern_syntax_exception: request(400),
  pipeline_missing_exception: request(404),
  process_cluster_event_timeout_exception: request(503),
  query_shard_exception: request(400),
  query_validation_exception: request(400),
  rejected_execution_exception: request(429),
  repository_exception: request(400),
  repository_missing_exception: request(404),
  resource_already_exists_exception: request(400),
  resource_not_found_exception: request(404),
  rockpool_bug: { status: 500, family: 'bug' },
  routing_missing_exception: request(400),
  runtime_exception: request(500),
  script_exception: request(400),
  search_context_missing_exception: request(404),
  search_phase_execution_exception: request(400),
  security_exception: request(403),
  settings_exception: request(400),
  shard_not_found_exception: request(503),
  snapshot_missing_exception: request(404),
  snapshot_restore_exception: request(400),
  stack_overflow_error: request(400),
  strict_dynamic_mapping_exception: request(400),
  string_index_out_of_bounds_exception: request(400),
  task_cancelled_exception: request(500),
  query_phase_execution_exception: request(500),
  timeout_exception: request(408),
  token_mgr_error: request(400),
  too_long_http_header_exception: request(400),
  too_long_http_line_exception: request(400),
  too_many_buckets_exception: request(503),
  too_many_clauses: request(400),
  translog_corrupted_exception: data(500),
  type_missing_exception: request(404),
  unavailable_shards_exception: request(503),
  unsupported_operation_exception: request(400),
  validation_exception: request(400),
  verification_exception: request(400),
  version_conflict_engine_exception: request(409),
  x_content_parse_exception: request(400),
  zone_rules_exception: request(400),
  array_store_exception: request(400),
  concurrent_modification_exception: request(400),
  negative_array_size_exception: request(400),
  no_such_element_exception: request(400),
  painless_error: request(400),
  unsupported_temporal_type_exception: request(400),
  painless_explain_error: request(400),
} as const satisfies Record<string, ErrorRow>;

export type ErrorType = keyof typeof errorTypes;

/**
 * Errors that the original throws as plain Java exceptions. They are wrapped when they become root causes,
 * which is why a search that fails with one of them prints it twice under `caused_by`.
 */
const JAVA_TYPES: ReadonlySet<ErrorType> = new Set<ErrorType>([
  'arithmetic_exception',
  'array_index_out_of_bounds_exception',
  'class_cast_exception',
  'class_not_found_exception',
  'date_time_exception',
  'date_time_parse_exception',
  'e_o_f_exception',
  'illegal_argument_exception',
  'illegal_state_exception',
  'index_out_of_bounds_exception',
  'input_coercion_exception',
  'invocation_target_exception',
  'json_e_o_f_exception',
  'json_parse_exception',
  'not_x_content_exception',
  'max_bytes_length_exceeded_exception',
  'named_object_not_found_exception',
  'null_pointer_exception',
  'number_format_exception',
  'mustache_exception',
  'mustache_not_found_exception',
  'pattern_parse',
  'pattern_syntax_exception',
  'query_validation_exception',
  'runtime_exception',
  'string_index_out_of_bounds_exception',
  'too_many_clauses',
  'unsupported_operation_exception',
  'validation_exception',
  'x_content_parse_exception',
  'zone_rules_exception',
]);

/** Errors of content parsers; as a root cause, they are replaced by an inner error of the same kind. */
const CONTENT_TYPES: ReadonlySet<ErrorType> = new Set<ErrorType>([
  'x_content_parse_exception',
  'named_object_not_found_exception',
]);

/** A token of a request's JSON that an error points at; `placeError` (jsonPlace.ts) turns it into a line and a column. */
export interface JsonPlace {
  /** The parsed object or array that holds the token, by identity. */
  readonly container: object;
  /** `null` for the container itself. */
  readonly key: string | number | null;
  /**
   * The start of the member's name, the first or last character of its value, or the position after it (of an object or
   * array: after its bracket).
   */
  readonly edge: 'key' | 'value' | 'end' | 'after';
}

export interface ErrorOptions {
  /** Overrides the table's status, as the original does for a few wrapped errors. */
  readonly status?: number;
  readonly causedBy?: OpenSearchError;
  /** Further errors that occurred while the first one was handled. */
  readonly suppressed?: readonly OpenSearchError[];
  /** Extra members printed beside type and reason: index, shard, resource.id, line, col, … */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Printed as root_cause instead of the one found among the causes. */
  readonly rootCauses?: readonly OpenSearchError[];
  /**
   * The error's place in the request's JSON: fills `line` and `col`, or the `[1:1]` at the start of the
   * reason.
   */
  readonly at?: JsonPlace;
}

/** An error in the original's shape: `{"error":{"root_cause":[…],"type","reason",…},"status"}`. */
export class OpenSearchError extends Error {
  readonly type: ErrorType;
  readonly status: number;
  readonly causedBy: OpenSearchError | null;
  readonly suppressed: readonly OpenSearchError[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly rootCauses: readonly OpenSearchError[] | null;
  readonly at: JsonPlace | null;

  constructor(type: ErrorType, reason: string, options: ErrorOptions = {}) {
    super(reason);
    this.name = 'OpenSearchError';
    this.type = type;
    this.status = options.status ?? errorTypes[type].status;
    this.causedBy = options.causedBy ?? null;
    this.suppressed = options.suppressed ?? [];
    this.metadata = options.metadata ?? {};
    this.rootCauses = options.rootCauses ?? null;
    this.at = options.at ?? null;
  }

  get reason(): string {
    return this.message;
  }

  get family(): ErrorFamily {
    return errorTypes[this.type].family;
  }

  /** A copy of this error that points at a token of the request. */
  placedAt(at: JsonPlace): OpenSearchError {
    return new OpenSearchError(this.type, this.reason, {
      status: this.status,
      causedBy: this.causedBy ?? undefined,
      suppressed: this.suppressed,
      metadata: this.metadata,
      rootCauses: this.rootCauses ?? undefined,
      at,
    });
  }

  /** A copy of this error with further members, which replace those of the same names and stand before the others. */
  withMetadata(metadata: Readonly<Record<string, unknown>>): OpenSearchError {
    return new OpenSearchError(this.type, this.reason, {
      status: this.status,
      causedBy: this.causedBy ?? undefined,
      suppressed: this.suppressed,
      metadata: { ...metadata, ...this.metadata, ...metadata },
      rootCauses: this.rootCauses ?? undefined,
      at: this.at ?? undefined,
    });
  }

  /** The members of one error object, without root_cause. */
  toJson(): Record<string, unknown> {
    const json: Record<string, unknown> = { type: this.type, reason: this.reason, ...this.metadata };
    if (this.causedBy) json.caused_by = this.causedBy.toJson();
    if (this.suppressed.length > 0) json.suppressed = this.suppressed.map((error) => error.toJson());
    return json;
  }

  /** Whether the original throws a plain Java exception here rather than one of its own. */
  get isJavaException(): boolean {
    return JAVA_TYPES.has(this.type);
  }

  /**
   * What `root_cause` shows: parsing errors and the engine's own errors are replaced by the innermost one of
   * their kind (OpenSearchException.guessRootCauses).
   */
  get rootCause(): OpenSearchError {
    if (this.rootCauses !== null) return this.rootCauses[0] ?? this;
    const cause = this.causedBy;
    if (cause === null) return this;
    const unwraps =
      this.type === 'x_content_parse_exception'
        ? CONTENT_TYPES.has(cause.type) || !cause.isJavaException
        : !this.isJavaException && !cause.isJavaException;
    return unwraps ? cause.rootCause : this;
  }

  /** The whole response body. */
  toResponse(): { error: Record<string, unknown>; status: number } {
    const roots = this.rootCauses ?? [this.rootCause];
    const rootCause = roots.map((root) => {
      const { caused_by: _causedBy, suppressed: _suppressed, ...members } = root.toJson();
      return members;
    });
    return { error: { root_cause: rootCause, ...this.toJson() }, status: this.status };
  }
}

export function illegalArgument(reason: string, causedBy?: OpenSearchError): OpenSearchError {
  return new OpenSearchError('illegal_argument_exception', reason, { causedBy });
}

/** `[line:col]` errors of the query parser; the original prints both beside the reason. */
export function parsingError(reason: string, line = 1, col = 1, causedBy?: OpenSearchError): OpenSearchError {
  return new OpenSearchError('parsing_exception', reason, { metadata: { line, col }, causedBy });
}

export function numberFormat(input: string): OpenSearchError {
  const reason = input === '' ? 'empty String' : `For input string: "${input}"`;
  return new OpenSearchError('number_format_exception', reason);
}

/** A feature of the real engine that Rockpool does not emulate: always a 400 that names it. */
export function notEmulated(what: string): OpenSearchError {
  return new OpenSearchError('not_emulated_exception', `${what} is not emulated by Rockpool`);
}

/** Our own bug: a 500 with an id that is also in the log. */
export function bug(reason: string): OpenSearchError {
  return new OpenSearchError('rockpool_bug', reason);
}

/** `throw unreachable(x)` closes a switch over a tagged union; the compiler proves that nothing is left. */
export function unreachable(value: never): Error {
  return bug(`unreachable: ${JSON.stringify(value)}`);
}
