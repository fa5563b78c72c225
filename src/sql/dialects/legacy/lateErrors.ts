import type { JsonObject } from '../../../common/index.ts';
import { SqlError } from '../../errors.ts';

/** In JDBC and csv an aggregation is refused when its answer has begun: HTTP 200, and 500 in the body. */
export function afterAnswerBegan<T>(format: 'jdbc' | 'text' | 'json', translate: () => T): T {
  try {
    return translate();
  } catch (error) {
    const isAggregation =
      error instanceof SqlError && /agg function not to define|can define this/.test(error.details);
    if (!isAggregation || format === 'json') throw error;
    throw lateError(`org.opensearch.sql.legacy.exception.SqlParseException: ${error.details}`);
  }
}

function lateError(cause: string): SqlError {
  const details = `java.lang.RuntimeException: ${cause}`;
  return new SqlError('RuntimeException', details, { httpStatus: 200, bodyStatus: 500 });
}

const ROW_FORMS: ReadonlySet<string> = new Set([
  ...['terms', 'sum', 'avg', 'min', 'max', 'value_count', 'cardinality', 'percentiles', 'bucket_selector'],
  'aggregations',
]);

/** Rows are read from terms and single values only; other aggregations are for `format=json`. */
export function checkRowForm(aggregations: JsonObject): void {
  for (const aggregation of Object.values(aggregations)) {
    const body = aggregation as JsonObject;
    for (const type of Object.keys(body)) {
      if (type === 'nested') {
        const details = 'Aggregation type nested is not yet implemented';
        throw new SqlError('SqlFeatureNotImplementedException', details, {
          httpStatus: 200,
          bodyStatus: 500,
        });
      }
      if (!ROW_FORMS.has(type)) throw lateError(`unsupported aggregation type ${type}`);
    }
    if (body.aggregations !== undefined) checkRowForm(body.aggregations as JsonObject);
  }
}
