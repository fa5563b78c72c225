import type { DateFields } from './fields.ts';
import { localToEpochMs, parseZone, UTC, type Zone } from './zones.ts';

/** An instant in milliseconds, plus the nanoseconds within the millisecond. */
export interface Instant {
  readonly epochMs: number;
  readonly nanos: number;
}

export interface ResolveOptions {
  /** Fills missing fields with the end of the period instead of its start. */
  readonly roundUp: boolean;
  /** The zone for texts without one; `null` for UTC. */
  readonly zone: Zone | null;
  /** Rejects `06-31` instead of using the month's last day. */
  readonly strict: boolean;
}

/** An impossible date, described in java.time's words. */
export class InvalidDateError extends Error {}

const RANGES: readonly (readonly [keyof DateFields, string, number, number, string?])[] = [
  ['year', 'Year', -999_999_999, 999_999_999, '-999999999 - 999999999'],
  ['month', 'MonthOfYear', 1, 12],
  ['day', 'DayOfMonth', 1, 31, '1 - 28/31'],
  ['dayOfYear', 'DayOfYear', 1, 366, '1 - 365/366'],
  ['hour', 'HourOfDay', 0, 23],
  ['hourOfHalfDay', 'ClockHourOfAmPm', 0, 12, '1 - 12'],
  ['minute', 'MinuteOfHour', 0, 59],
  ['second', 'SecondOfMinute', 0, 59],
  ['week', 'WeekOfWeekBasedYear', 1, 53, '1 - 52/53'],
  ['dayOfWeek', 'DayOfWeek', 1, 7],
];

/** Throws InvalidDateError. */
export function resolveFields(fields: DateFields, options: ResolveOptions): Instant {
  for (const [key, name, min, max, words] of RANGES) {
    const value = fields[key] as number | undefined;
    if (value === undefined || (value >= min && value <= max)) continue;
    throw new InvalidDateError(
      `Invalid value for ${name} (valid values ${words ?? `${min} - ${max}`}): ${value}`,
    );
  }
  const nanoOfSecond = fields.nano ?? (options.roundUp ? 999_999_999 : 0);
  const localMs = dateMs(fields, options) + timeMs(fields, options) + Math.floor(nanoOfSecond / 1e6);
  const nanos = nanoOfSecond % 1e6;
  if (fields.offsetMs !== undefined) return { epochMs: localMs - fields.offsetMs, nanos };
  const zone = fields.zoneId === undefined ? (options.zone ?? UTC) : parseZone(fields.zoneId);
  return { epochMs: zone === UTC ? localMs : localToEpochMs(localMs, zone), nanos };
}

function timeMs(fields: DateFields, options: ResolveOptions): number {
  if (fields.milliOfDay !== undefined) return fields.milliOfDay;
  const open = (value: number): number => (options.roundUp ? value : 0);
  const hour = fields.hour ?? halfDayHour(fields) ?? open(23);
  return (hour * 3600 + (fields.minute ?? open(59)) * 60 + (fields.second ?? open(59))) * 1000;
}

function halfDayHour(fields: DateFields): number | undefined {
  if (fields.hourOfHalfDay === undefined) return undefined;
  return (fields.hourOfHalfDay % 12) + (fields.halfDay === 1 ? 12 : 0);
}

function dateMs(fields: DateFields, options: ResolveOptions): number {
  const year = fields.year ?? 1970;
  if (fields.dayOfYear !== undefined) return utcMs(year, 1, fields.dayOfYear);
  if (fields.weekYear !== undefined || fields.week !== undefined) {
    return weekMs(fields.weekYear ?? year, fields.week ?? 1, fields.dayOfWeek ?? 1);
  }
  const month = fields.month ?? 1;
  return utcMs(year, month, checkedDay(year, month, fields.day ?? 1, options.strict));
}

function checkedDay(year: number, month: number, day: number, strict: boolean): number {
  const last = daysIn(year, month);
  if (day <= last) return day;
  if (!strict) return last;
  const name = MONTH_NAMES[month - 1];
  throw new InvalidDateError(
    day === 29 && month === 2
      ? `Invalid date 'February 29' as '${year}' is not a leap year`
      : `Invalid date '${name} ${day}'`,
  );
}

const MONTH_NAMES =
  'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(' ');

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Unlike Date.UTC, does not map years 0–99 to 1900–1999. */
export function utcMs(year: number, month: number, day: number): number {
  const cycle = Math.floor(year / 400) * 400;
  return Date.UTC(2000 + (year - cycle), month - 1, day) + (cycle - 2000) * (146_097 / 400) * 86_400_000;
}

/** ISO weeks: week 1 contains the year's first Thursday. */
function weekMs(year: number, week: number, dayOfWeek: number): number {
  const january4 = utcMs(year, 1, 4);
  const weekday = (((Math.floor(january4 / 86_400_000) + 3) % 7) + 7) % 7;
  return january4 + ((week - 1) * 7 - weekday + dayOfWeek - 1) * 86_400_000;
}
