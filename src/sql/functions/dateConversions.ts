import type { SqlType } from '../types.ts';
import {
  civilOf,
  epochDayOf,
  lengthOfMonth,
  NANOS_PER_SECOND,
  plusMonths,
  SqlDate,
  SqlTime,
  SqlTimestamp,
  type SqlValue,
} from '../values/index.ts';
import { epochDayOfDigits, epochSecondOfDigits, periodOf } from './dateDigits.ts';
import { MAX_UNIX_SECOND } from './dateFormatFunctions.ts';
import { fn, num, sig } from './define.ts';
import { textScript } from './painless.ts';
import { dayArgument, epochDayArgument, nanoOfDayArgument, timestampArgument } from './temporalArguments.ts';
import type { FunctionTable, Signature } from './types.ts';

/** Conversions between dates, day numbers, seconds and parts. */

const DATES: readonly SqlType[] = ['keyword', 'date', 'datetime', 'timestamp'];
const DAYS_0000_TO_1970 = 719_528;

function each(types: readonly SqlType[], returns: SqlType, evaluate: Signature['evaluate']): Signature[] {
  return types.map((type) => sig([type], returns, evaluate));
}

function lastDay(day: number): SqlDate {
  const { year, month } = civilOf(day);
  return new SqlDate(epochDayOf(year, month, lengthOfMonth(year, month)));
}

function makeDate(year: number, dayOfYear: number): SqlDate | null {
  const [y, d] = [Math.floor(year + 0.5), Math.floor(dayOfYear + 0.5)];
  if (d <= 0 || y < 0) return null;
  return new SqlDate(epochDayOf(y === 0 ? 2000 : y, 1, 1) + d - 1);
}

function makeTime(hour: number, minute: number, second: number): SqlTime | null {
  const [h, m] = [Math.floor(hour + 0.5), Math.floor(minute + 0.5)];
  if (h < 0 || m < 0 || second < 0 || h > 23 || m > 59 || second >= 60) return null;
  return new SqlTime((h * 3600 + m * 60) * NANOS_PER_SECOND + Math.round(second * NANOS_PER_SECOND));
}

/** 0 before 1970 and beyond MySQL's maximum. */
function unixSeconds(seconds: number | null): SqlValue {
  return seconds === null ? null : seconds < 0 || seconds >= MAX_UNIX_SECOND ? 0 : seconds;
}

function periodNumber(day: number): number {
  const { year, month } = civilOf(day);
  return year * 100 + month;
}

function periodAdd(period: number, months: number): SqlValue {
  const day = periodOf(period);
  return day === null ? null : periodNumber(plusMonths(day, months));
}

function periodDiff(a: number, b: number): SqlValue {
  const [first, second] = [periodOf(a), periodOf(b)];
  if (first === null || second === null) return null;
  const [x, y] = [civilOf(first), civilOf(second)];
  return (x.year - y.year) * 12 + x.month - y.month;
}

export const dateConversionFunctions: FunctionTable = [
  fn(
    'date',
    each(DATES, 'date', ([d]) => new SqlDate(epochDayArgument(d))),
    'The date of text or a timestamp.',
    ["DATE('2020-08-26')", '2020-08-26'],
    {
      calendarUnit: 'day',
      ...textScript('date', (x) => `LocalDate.parse(${x}.toString(),DateTimeFormatter.ISO_DATE_TIME)`),
    },
  ),
  fn(
    'time',
    each(
      ['keyword', 'date', 'datetime', 'time', 'timestamp'],
      'time',
      ([t], c) => new SqlTime(nanoOfDayArgument(t, c)),
    ),
    'The time of day.',
    ["TIME('13:49:00')", '13:49:00'],
  ),
  {
    names: ['timestamp'],
    signatures: [
      sig(['timestamp'], 'timestamp', ([t]) => t),
      sig(['timestamp', 'timestamp'], 'timestamp', ([t, delta]) => {
        const { epochDay, nanoOfDay } = t as SqlTimestamp;
        return SqlTimestamp.of(epochDay, nanoOfDay + (delta as SqlTimestamp).nanoOfDay);
      }),
    ],
    ...textScript(
      'timestamp',
      (x) =>
        `DateTimeFormatter.ofPattern('yyyy-MM-dd HH:mm:ss').format(DateTimeFormatter.ISO_DATE_TIME.parse(${x}.toString()))`,
    ),
    doc: 'Text, a date or a time as a timestamp; a second one adds its time of day.',
    examples: [["TIMESTAMP('2020-08-26 13:49:00')", '2020-08-26 13:49:00']],
  },
  fn(
    'last_day',
    each([...DATES, 'time'], 'date', ([d], c) => lastDay(dayArgument(d, c))),
    'The last day of the month.',
    ["LAST_DAY('2023-02-06')", '2023-02-28'],
    { calendarUnit: 'month' },
  ),
  fn(
    'makedate',
    [sig(['double', 'double'], 'date', ([y, d]) => makeDate(num(y), num(d)))],
    'A day of a year.',
    ['MAKEDATE(1945, 5.9)', '1945-01-06'],
  ),
  fn(
    'maketime',
    [sig(['double', 'double', 'double'], 'time', ([h, m, s]) => makeTime(num(h), num(m), num(s)))],
    'A time from hour, minute, second.',
    ['MAKETIME(20, 30, 40)', '20:30:40'],
    textScript(
      'maketime',
      (h, m, s) => `LocalTime.of(${h}, ${m}, ${s}).format(DateTimeFormatter.ofPattern('HH:mm:ss'))`,
    ),
  ),
  fn(
    'from_days',
    [sig(['long'], 'date', ([n]) => new SqlDate(num(n) - DAYS_0000_TO_1970))],
    'The date of a day number.',
    ['FROM_DAYS(733687)', '2008-10-07'],
  ),
  fn(
    'to_days',
    each(DATES, 'long', ([d]) => epochDayArgument(d) + DAYS_0000_TO_1970),
    'Days since year 0.',
    ["TO_DAYS('2008-10-07')", '733687'],
    { calendarUnit: 'day' },
  ),
  fn(
    'to_seconds',
    [
      sig(['timestamp'], 'long', ([t]) => (t as SqlTimestamp).epochSecond + DAYS_0000_TO_1970 * 86_400),
      sig(['long'], 'long', ([n]) => {
        const day = epochDayOfDigits(String(n));
        return day === null ? null : (day + DAYS_0000_TO_1970) * 86_400;
      }),
    ],
    'Seconds since year 0.',
    ["TO_SECONDS('2008-10-07 00:00:00')", '63390556800'],
  ),
  fn(
    'time_to_sec',
    each(['keyword', 'time', 'datetime', 'timestamp'], 'long', ([t], c) =>
      Math.floor(nanoOfDayArgument(t, c) / NANOS_PER_SECOND),
    ),
    'Seconds since midnight.',
    ["TIME_TO_SEC('22:23:00')", '80580'],
  ),
  fn(
    'unix_timestamp',
    [
      sig([], 'long', (_args, c) => Math.floor(c.startMillis / 1000)),
      ...each(['date', 'datetime', 'timestamp'], 'double', ([t], c) => {
        const timestamp = timestampArgument(t, c);
        return unixSeconds(timestamp.epochSecond + timestamp.nano / 1e9);
      }),
      sig(['double'], 'double', ([n]) => unixSeconds(epochSecondOfDigits(num(n)))),
    ],
    'Seconds since 1970.',
    ["UNIX_TIMESTAMP('2020-09-24 17:57:40')", '1600905600'],
  ),
  fn(
    'period_add',
    [sig(['integer', 'integer'], 'integer', ([p, n]) => periodAdd(num(p), num(n)))],
    'Months added to a YYYYMM.',
    ['PERIOD_ADD(200801, 2)', '200803'],
  ),
  fn(
    'period_diff',
    [sig(['integer', 'integer'], 'integer', ([a, b]) => periodDiff(num(a), num(b)))],
    'Months between two YYYYMM.',
    ['PERIOD_DIFF(200802, 200703)', '11'],
  ),
];
