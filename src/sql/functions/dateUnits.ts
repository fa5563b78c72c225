import { civilOf, NANOS_PER_SECOND, SqlInterval, type SqlTimestamp } from '../values/index.ts';
import { plusInterval } from './plusInterval.ts';

/** Units of INTERVAL, TIMESTAMPADD and TIMESTAMPDIFF. */

const SECONDS: ReadonlyMap<string, number> = new Map([
  ['SECOND', 1],
  ['MINUTE', 60],
  ['HOUR', 3600],
  ['DAY', 86_400],
  ['WEEK', 604_800],
]);
const MONTHS: ReadonlyMap<string, number> = new Map([
  ['MONTH', 1],
  ['QUARTER', 3],
  ['YEAR', 12],
]);

/** `INTERVAL n unit`; null for compound units (`DAY_HOUR`). */
export function intervalOf(unit: string, amount: number): SqlInterval | null {
  if (unit === 'MICROSECOND') return microseconds(amount);
  const months = MONTHS.get(unit);
  if (months !== undefined) return new SqlInterval({ months: months * amount });
  const seconds = SECONDS.get(unit);
  if (seconds === undefined) return null;
  if (unit === 'DAY' || unit === 'WEEK') return new SqlInterval({ days: (amount * seconds) / 86_400 });
  return new SqlInterval({ seconds: seconds * amount });
}

function microseconds(amount: number): SqlInterval {
  const seconds = Math.trunc(amount / 1_000_000);
  return new SqlInterval({ seconds, nanos: (amount - seconds * 1_000_000) * 1000 });
}

export function addUnit(unit: string, amount: number, timestamp: SqlTimestamp): SqlTimestamp | null {
  const interval = intervalOf(unit.toUpperCase(), amount);
  return interval === null ? null : plusInterval(timestamp, interval, 1);
}

/** Whole units between two timestamps, truncated towards zero. */
export function differenceIn(unit: string, from: SqlTimestamp, to: SqlTimestamp): number | null {
  const name = unit.toUpperCase();
  const months = MONTHS.get(name);
  if (months !== undefined) return Math.trunc(wholeMonths(from, to) / months) + 0;
  const seconds = SECONDS.get(name);
  const wholeSeconds = to.epochSecond - from.epochSecond;
  const nanos = to.nano - from.nano;
  if (name === 'MICROSECOND') return wholeSeconds * 1_000_000 + Math.trunc(nanos / 1000);
  return seconds === undefined ? null : Math.trunc((wholeSeconds + nanos / NANOS_PER_SECOND) / seconds) + 0;
}

function wholeMonths(from: SqlTimestamp, to: SqlTimestamp): number {
  const a = civilOf(from.epochDay);
  const b = civilOf(to.epochDay);
  const months = (b.year - a.year) * 12 + b.month - a.month;
  if (months > 0 && rank(to, b.day) < rank(from, a.day)) return months - 1;
  if (months < 0 && rank(to, b.day) > rank(from, a.day)) return months + 1;
  return months;
}

/** The position of a timestamp within its month. */
function rank(timestamp: SqlTimestamp, day: number): number {
  return day * 86_400 + timestamp.secondOfDay + timestamp.nano / NANOS_PER_SECOND;
}
