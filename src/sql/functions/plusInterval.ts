import { plusMonths, type SqlInterval, SqlTimestamp } from '../values/index.ts';

/** Adds calendar units first (months, then days), then clock units. */
export function plusInterval(timestamp: SqlTimestamp, interval: SqlInterval, sign: 1 | -1): SqlTimestamp {
  const day = plusMonths(timestamp.epochDay, sign * interval.months) + sign * interval.days;
  const moved = SqlTimestamp.of(day, timestamp.nano + sign * interval.nanos);
  return new SqlTimestamp(moved.epochSecond + timestamp.secondOfDay + sign * interval.seconds, moved.nano);
}
