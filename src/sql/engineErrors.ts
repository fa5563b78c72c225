import type { OpenSearchError } from '../common/index.ts';
import { SqlError } from './errors.ts';

const HINT =
  'For more details, please send request for Json format to see the raw response from OpenSearch engine.';

/** An error of the search engine in the plugin's shape; never 5xx. `httpStatus` is 200 when an answer has begun. */
export function pluginError(error: OpenSearchError, httpStatus: 200 | 400): SqlError {
  const shards = error.metadata.failed_shards;
  const cause = error.causedBy ?? error;
  const isSearch = error.type === 'search_phase_execution_exception';
  const type = isSearch ? 'SearchPhaseExecutionException' : 'IllegalArgumentException';
  const details = isSearch
    ? `${shardLines(shards, cause)}\n\n${HINT}`
    : `${javaName(error.type)}: ${error.reason}\n${HINT}`;
  const reason = `Error occurred in OpenSearch engine: ${error.reason}`;
  const bodyStatus = error.status >= 500 ? 400 : error.status;
  return new SqlError(type, details, { httpStatus, bodyStatus, reason });
}

function shardLines(shards: unknown, cause: OpenSearchError): string {
  const count = Array.isArray(shards) && shards.length > 0 ? shards.length : 1;
  const text = `${javaName(cause.type)}: ${cause.reason}`;
  return Array.from({ length: count }, (_, i) => `Shard[${i}]: ${text}`).join('\n');
}

/** `illegal_argument_exception` → `java.lang.IllegalArgumentException`. */
function javaName(type: string): string {
  const camel = type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return ['illegal_argument_exception', 'illegal_state_exception', 'runtime_exception'].includes(type)
    ? `java.lang.${camel}`
    : camel;
}
