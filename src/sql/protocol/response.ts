import { OpenSearchError } from '../../common/index.ts';
import { pluginError } from '../engineErrors.ts';
import { INVALID_SQL, isOutage, SqlError } from '../errors.ts';
import { gsonPretty, orgJson } from '../format/index.ts';
import type { SqlHttpResponse } from '../types.ts';

export const JSON_TYPE = 'application/json; charset=UTF-8';
export const TEXT_TYPE = 'text/plain; charset=UTF-8';

export function ok(body: string, warnings: readonly string[] = [], contentType = JSON_TYPE): SqlHttpResponse {
  return { status: 200, contentType, body, warnings };
}

/**
 * An error in the original's format: its own errors as text/plain, those with HTTP 200 as JSON, cursor errors
 * in the engine's format. Unexpected errors are rethrown for the REST layer to handle.
 */
export function errorResponse(error: unknown, isEngineStyle: boolean): SqlHttpResponse {
  if (error instanceof SqlError) return sqlErrorResponse(error);
  if (!(error instanceof OpenSearchError) || error.family === 'bug') throw error;
  if (isEngineStyle || isOutage(error)) return engineStyle(error);
  return sqlErrorResponse(pluginError(error, 400));
}

/** PPL errors have their own wording and layout. Errors that are not SQL's are rethrown. */
export function pipelineErrorResponse(error: unknown): SqlHttpResponse {
  if (!(error instanceof SqlError)) throw error;
  const { details, type, httpStatus, bodyStatus, place } = error;
  const reason = error.reason === INVALID_SQL ? 'Invalid Query' : error.reason;
  const body = gsonPretty({ error: { reason, details, type }, status: bodyStatus });
  return { status: httpStatus, contentType: TEXT_TYPE, body, warnings: [], place };
}

function engineStyle(error: OpenSearchError): SqlHttpResponse {
  const { status } = error;
  return { status, contentType: JSON_TYPE, body: JSON.stringify(error.toResponse()), warnings: [] };
}

function sqlErrorResponse(error: SqlError): SqlHttpResponse {
  const { reason, details, type, httpStatus, bodyStatus, place } = error;
  const body = orgJson({ error: { reason, details, type }, status: bodyStatus });
  const contentType = httpStatus === 200 ? JSON_TYPE : TEXT_TYPE;
  return { status: httpStatus, contentType, body, warnings: [], place };
}
