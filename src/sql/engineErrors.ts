import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  javaClassOf,
  type OpenSearchError,
  simpleClassName,
} from '../common/index.ts';
import { SqlError, type SqlErrorType } from './errors.ts';

const HINT =
  'For more details, please send request for Json format to see the raw response from OpenSearch engine.';

/**
 * Converts an error of the search engine to the plugin's format. `httpStatus` is 200 once the response has
 * begun.
 */
export function pluginError(error: OpenSearchError, httpStatus: number): SqlError {
  const shards = error.metadata.failed_shards;
  const cause = error.causedBy ?? error;
  const isSearch = error.type === 'search_phase_execution_exception';
  const type = OWN_TYPES.get(error.type) ?? 'IllegalArgumentException';
  const details = isSearch
    ? `${shardLines(shards, cause)}\n\n${HINT}`
    : `${javaClassOf(error)}: ${error.reason}\n${HINT}`;
  const reason = `Error occurred in OpenSearch engine: ${error.reason}`;
  const bodyStatus = error.status >= 500 ? 400 : error.status;
  return new SqlError(type, details, { httpStatus, bodyStatus, reason });
}

const OWN_TYPES: ReadonlyMap<string, SqlErrorType> = new Map([
  ['search_phase_execution_exception', 'SearchPhaseExecutionException'],
  ['invalid_index_name_exception', 'InvalidIndexNameException'],
]);

/** The shard failures, each with its causes. */
function shardLines(shards: unknown, cause: OpenSearchError): string {
  const failures = Array.isArray(shards) ? shards.filter(isJsonObject) : [];
  if (failures.length === 0) return `Shard[0]: ${own(cause)}`;
  return failures
    .map(({ shard, reason }) => {
      const text = isJsonObject(reason) ? failureText(reason) : own(cause);
      return `Shard[${shard ?? 0}]: ${text}`;
    })
    .join('\n');
}

function own(cause: OpenSearchError): string {
  return `${javaName(cause.type)}: ${cause.reason}`;
}

/** Java exceptions are described by their message, the engine's errors by index and causes. */
function failureText(reason: JsonObject): string {
  const type = String(reason.type);
  if (JAVA_LANG.has(type)) return `${javaName(type)}: ${reason.reason}`;
  const index = typeof reason.index === 'string' ? `[${reason.index}/${reason.index_uuid}] ` : '';
  const chain: string[] = [];
  for (let at: JsonValue = reason; isJsonObject(at); at = at.caused_by ?? null) {
    chain.push(`${simpleClassName(String(at.type))}[${at.reason}]`);
  }
  return `${index}${chain.join('; nested: ')}${chain.length > 1 ? ';' : ''}`;
}

const JAVA_LANG: ReadonlySet<string> = new Set([
  ...[
    'illegal_argument_exception',
    'illegal_state_exception',
    'number_format_exception',
    'runtime_exception',
  ],
  ...[
    'class_cast_exception',
    'arithmetic_exception',
    'null_pointer_exception',
    'unsupported_operation_exception',
  ],
]);

/** `illegal_argument_exception` → `java.lang.IllegalArgumentException`. */
function javaName(type: string): string {
  return JAVA_LANG.has(type) ? `java.lang.${simpleClassName(type)}` : simpleClassName(type);
}
