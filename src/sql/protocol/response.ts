import { OpenSearchError } from '../../common/index.ts';
import { isOutage, SqlError } from '../errors.ts';
import { orgJson } from '../format/index.ts';
import type { SqlHttpResponse } from '../types.ts';

export const JSON_TYPE = 'application/json; charset=UTF-8';
export const TEXT_TYPE = 'text/plain; charset=UTF-8';

export function ok(body: string, warnings: readonly string[] = [], contentType = JSON_TYPE): SqlHttpResponse {
  return { status: 200, contentType, body, warnings };
}

/**
 * An error as the original answers it: its own refusals as text/plain, those with HTTP 200 as JSON; errors of cursors
 * in the engine's shape. Errors that are no refusal are thrown on: the REST layer knows what to do with a bug.
 */
export function errorResponse(error: unknown, isEngineStyle: boolean): SqlHttpResponse {
  if (error instanceof SqlError) return sqlErrorResponse(error);
  if (!(error instanceof OpenSearchError) || error.family === 'bug') throw error;
  if (isEngineStyle || isOutage(error)) {
    return {
      status: error.status,
      contentType: JSON_TYPE,
      body: JSON.stringify(error.toResponse()),
      warnings: [],
    };
  }
  return sqlErrorResponse(engineError(error));
}

function sqlErrorResponse(error: SqlError): SqlHttpResponse {
  const { reason, details, type, httpStatus, bodyStatus } = error;
  const body = orgJson({ error: { reason, details, type }, status: bodyStatus });
  return { status: httpStatus, contentType: httpStatus === 200 ? JSON_TYPE : TEXT_TYPE, body, warnings: [] };
}

const HINT =
  'For more details, please send request for Json format to see the raw response from OpenSearch engine.';

/** An error of the search engine in the plugin's shape; never 5xx. */
function engineError(error: OpenSearchError): SqlError {
  const shards = error.metadata.failed_shards;
  const cause = error.causedBy ?? error;
  const isSearch = error.type === 'search_phase_execution_exception';
  const type = isSearch ? 'SearchPhaseExecutionException' : 'IllegalArgumentException';
  const details = isSearch
    ? `${shardLines(shards, cause)}\n\n${HINT}`
    : `${javaName(error.type)}: ${error.reason}\n${HINT}`;
  const reason = `Error occurred in OpenSearch engine: ${error.reason}`;
  const status = error.status >= 500 ? 400 : error.status;
  return new SqlError(type, details, { httpStatus: 400, bodyStatus: status, reason });
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
