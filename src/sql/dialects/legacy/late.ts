import { isJsonObject, type JsonObject, OpenSearchError } from '../../../common/index.ts';
import { pluginError } from '../../engineErrors.ts';
import { isOutage, SqlError, type SqlErrorType } from '../../errors.ts';
import { LateRefusal } from './translate/index.ts';

/**
 * An error that the original raises after it has started to answer: HTTP 200, with the status in the body.
 */
export function lateError(type: SqlErrorType, details: string): SqlError {
  return new SqlError(type, details, { httpStatus: 200, bodyStatus: 500 });
}

/** Runs what the original does after it has started to answer: its errors become late errors. */
export async function answering<T>(isPlanned: boolean, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof LateRefusal) throw lateRefusal(error, isPlanned);
    const isEngine = error instanceof OpenSearchError && error.family !== 'bug' && !isOutage(error);
    throw isEngine ? pluginError(error, 200) : error;
  }
}

/** The query planner wraps what it catches, and a checked exception twice. */
function lateRefusal({ type, details }: LateRefusal, isPlanned: boolean): SqlError {
  if (!isPlanned) return lateError(type, details);
  const cause =
    type === 'SqlParseException'
      ? `java.lang.RuntimeException: org.opensearch.sql.legacy.exception.SqlParseException: ${details}`
      : `java.lang.${type}: ${details}`;
  return lateError('RuntimeException', cause);
}

/** A histogram without an interval, and buckets of no field, pass the original's builder but fail on their shards. */
export function checkBuckets(aggregations: JsonObject): void {
  for (const asked of Object.values(aggregations)) {
    if (!isJsonObject(asked)) continue;
    if (isJsonObject(asked.histogram) && asked.histogram.interval === 0) {
      throw shardFailure('illegal_argument_exception', NO_INTERVAL);
    }
    const buckets = BUCKETS.map((kind) => asked[kind]).find(isJsonObject);
    if (buckets !== undefined && buckets.field === undefined && buckets.script === undefined) {
      const options = { httpStatus: 200, bodyStatus: 500, reason: FAILED } as const;
      throw new SqlError('SearchPhaseExecutionException', NO_FIELD, options);
    }
    if (isJsonObject(asked.aggregations)) checkBuckets(asked.aggregations);
  }
}

const BUCKETS = ['terms', 'histogram', 'date_histogram', 'range', 'date_range', 'geohash_grid'];

function shardFailure(type: string, text: string): OpenSearchError {
  const options = { status: 400, metadata: { failed_shards: [{ reason: { type, reason: text } }] } };
  return new OpenSearchError('search_phase_execution_exception', 'all shards failed', options);
}

const FAILED = 'Error occurred in OpenSearch engine: all shards failed';

const NO_FIELD =
  'Shard[0]: java.lang.IllegalStateException: value source config is invalid; must have either a field or a script\n\n' +
  'For more details, please send request for Json format to see the raw response from OpenSearch engine.';

/** HAVING without groups: the original's query planner expects aggregations in the response. */
export const NO_GROUPS =
  'java.lang.NullPointerException: Cannot invoke "org.opensearch.search.aggregations.Aggregations.asList()" ' +
  'because "aggregations" is null';

const NO_INTERVAL = 'interval must be positive, got: 0.0';
