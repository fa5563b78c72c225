import {
  type ExactJsonValue,
  JsonDouble,
  type JsonValue,
  parseJsonExact,
  stringifyJson,
} from '../../../common/index.ts';
import { type Row, SqlDate, SqlInterval, SqlTime, SqlTimestamp, type SqlValue } from '../../values/index.ts';

/**
 * Serializes rows to JSON text and back. Values that survive JSON unchanged represent themselves; all others,
 * including the user's own arrays, become an array that starts with their kind.
 */
type Kind = 'missing' | 'number' | 'bigint' | 'date' | 'time' | 'timestamp' | 'interval' | 'json' | 'exact';
type Stored = JsonValue;

export function textOfRows(rows: readonly Row[]): string {
  return JSON.stringify(rows.map((row) => row.map(stored)));
}

/** Throws SyntaxError for text that `textOfRows` did not write. */
export function rowsOfText(text: string): Row[] {
  const rows = JSON.parse(text) as Stored[][];
  for (const row of rows) for (let i = 0; i < row.length; i++) row[i] = restored(row[i]) as Stored;
  return rows as Row[];
}

function stored(value: SqlValue): Stored {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? value : of('number', numberText(value));
    case 'undefined':
      return of('missing');
    case 'bigint':
      return of('bigint', `${value}`);
    default:
      return value === null ? null : storedObject(value);
  }
}

/** `String(-0)` is "0". */
function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function storedObject(
  value: Exclude<SqlValue, undefined | null | string | boolean | number | bigint>,
): Stored {
  if (value instanceof SqlDate) return of('date', value.epochDay);
  if (value instanceof SqlTime) return of('time', value.nanoOfDay);
  if (value instanceof SqlTimestamp) return of('timestamp', value.epochSecond, value.nano);
  if (value instanceof SqlInterval) {
    const { months, days, seconds, nanos } = value;
    return of('interval', { months, days, seconds, nanos });
  }
  return holdsForm(value) ? of('exact', stringifyJson(value)) : of('json', value as JsonValue);
}

/** Whether the value contains a number whose printed form must be kept. */
function holdsForm(value: ExactJsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof JsonDouble || Object.values(value).some(holdsForm);
}

function of(kind: Kind, ...parts: readonly Stored[]): Stored {
  return [kind, ...parts];
}

function restored(value: Stored): SqlValue {
  if (!Array.isArray(value)) return value;
  const [first, second] = [value[1], value[2]];
  switch (value[0] as Kind) {
    case 'missing':
      return undefined;
    case 'number':
      return Number(first);
    case 'bigint':
      return BigInt(first as string);
    case 'date':
      return new SqlDate(first as number);
    case 'time':
      return new SqlTime(first as number);
    case 'timestamp':
      return new SqlTimestamp(first as number, second as number);
    case 'interval':
      return new SqlInterval(first as Partial<SqlInterval>);
    case 'json':
      return first;
    case 'exact':
      return parseJsonExact(first as string) as SqlValue;
  }
}
