import type { ExactJsonValue, Soon } from '../../common/index.ts';
import { SqlError } from '../errors.ts';
import type { ExecutionContext } from '../executor/index.ts';
import type { SchemaColumn } from '../types.ts';
import { type Row, toJson } from '../values/index.ts';

/** Rows as JSON values, yielding to the event loop. Throws SqlError for numbers that JSON cannot express. */
export function printedRows(
  rows: readonly Row[],
  schema: readonly SchemaColumn[],
  { evaluation: { beyond }, pacer }: Pick<ExecutionContext, 'evaluation' | 'pacer'>,
): Soon<ExactJsonValue[][]> {
  const types = schema.map(({ type }) => type as Parameters<typeof toJson>[1]);
  return pacer.map(rows, (row) =>
    row.map((value, i) => {
      if (typeof value === 'number' && !Number.isFinite(value)) beyond?.(noJson(value));
      return toJson(value, types[i]);
    }),
  );
}

function noJson(value: number): SqlError {
  const details =
    `${value} is not a valid double value as per JSON specification. ` +
    'To override this behavior, use GsonBuilder.serializeSpecialFloatingPointValues() method.';
  return new SqlError('IllegalArgumentException', details);
}
