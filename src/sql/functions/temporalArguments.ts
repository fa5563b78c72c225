import { type SqlError, semanticError } from '../errors.ts';
import {
  parseDate,
  parseTime,
  parseTimestamp,
  SECONDS_PER_DAY,
  SqlDate,
  SqlTime,
  SqlTimestamp,
  type SqlValue,
} from '../values/index.ts';
import type { EvaluationContext } from './types.ts';

/**
 * Converts arguments of date and time functions from any temporal type or text to the value the function
 * needs.
 */

const PATTERN = 'yyyy-MM-dd HH:mm:ss[.SSSSSSSSS]';

export function dateOfText(text: string): SqlDate {
  const date = parseDate(text);
  if (date === null) throw semanticError(`date:${text} in unsupported format, please use yyyy-MM-dd`);
  return date;
}

export function timeOfText(text: string): SqlTime {
  const time = parseTime(text);
  if (time === null) throw noTime(text);
  return time;
}

function noTime(text: string): SqlError {
  return semanticError(`time:${text} in unsupported format, please use HH:mm:ss[.SSSSSSSSS]`);
}

/** A date alone means its midnight; the original rejects it when casting. */
export function timestampOfText(
  text: string,
  type: 'datetime' | 'timestamp',
  { beyond }: Pick<EvaluationContext, 'beyond'> = {},
): SqlTimestamp {
  const timestamp = parseTimestamp(text);
  const isWhole = timestamp !== null && text.includes(' ');
  if (isWhole) return timestamp;
  const refusal = semanticError(`${type}:${text} in unsupported format, please use ${PATTERN}`);
  if (timestamp === null) throw refusal;
  beyond?.(refusal);
  return timestamp;
}

/** Days since 1970-01-01. */
export function epochDayArgument(value: SqlValue): number {
  if (typeof value === 'string') return dateOfText(value).epochDay;
  return (value as SqlDate | SqlTimestamp).epochDay;
}

/** Nanoseconds of the day; a date is its midnight, which the original rejects for a date given as text. */
export function nanoOfDayArgument(value: SqlValue, context: Pick<EvaluationContext, 'beyond'> = {}): number {
  if (typeof value === 'string') return parseTime(value)?.nanoOfDay ?? midnightOrRefuse(value, context);
  if (value instanceof SqlDate) return 0;
  return (value as SqlTime | SqlTimestamp).nanoOfDay;
}

function midnightOrRefuse(text: string, { beyond }: Pick<EvaluationContext, 'beyond'>): number {
  if (parseDate(text) === null) throw noTime(text);
  beyond?.(noTime(text));
  return 0;
}

/** A time gets the date on which the statement started. */
export function timestampArgument(value: SqlValue, context: EvaluationContext): SqlTimestamp {
  if (value instanceof SqlTimestamp) return value;
  if (value instanceof SqlDate) return new SqlTimestamp(value.epochDay * SECONDS_PER_DAY, 0);
  if (value instanceof SqlTime) return SqlTimestamp.of(today(context), value.nanoOfDay);
  return timestampOfText(value as string, 'datetime');
}

/** Today's epoch day, in UTC, when the statement started. */
export function today(context: EvaluationContext): number {
  return Math.floor(context.startMillis / 86_400_000);
}

/** The epoch day of a value; a time means today. */
export function dayArgument(value: SqlValue, context: EvaluationContext): number {
  return value instanceof SqlTime ? today(context) : epochDayArgument(value);
}
