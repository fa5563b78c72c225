/**
 * The proleptic Gregorian calendar as plain arithmetic: days since 1970-01-01, without Date objects or time
 * zones.
 */

interface CivilDate {
  readonly year: number;
  /** 1–12. */
  readonly month: number;
  /** 1–31. */
  readonly day: number;
}

const DAYS_OF_ERA = 146_097;
const DAYS_TO_EPOCH = 719_468;

/** Howard Hinnant's days_from_civil. */
export function epochDayOf(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_OF_ERA + dayOfEra - DAYS_TO_EPOCH;
}

export function civilOf(epochDay: number): CivilDate {
  const z = epochDay + DAYS_TO_EPOCH;
  const era = Math.floor(z / DAYS_OF_ERA);
  const dayOfEra = z - era * DAYS_OF_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const mp = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * mp + 2) / 5) + 1;
  const month = mp < 10 ? mp + 3 : mp - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

export function lengthOfMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** 1–366. */
export function dayOfYear(epochDay: number): number {
  return epochDay - epochDayOf(civilOf(epochDay).year, 1, 1) + 1;
}

/** Monday is 1, Sunday 7. */
export function isoDayOfWeek(epochDay: number): number {
  return ((((epochDay + 3) % 7) + 7) % 7) + 1;
}

/** The same day in another month, or that month's last day if it is shorter. */
export function plusMonths(epochDay: number, months: number): number {
  const { year, month, day } = civilOf(epochDay);
  const total = year * 12 + (month - 1) + months;
  const newYear = Math.floor(total / 12);
  const newMonth = total - newYear * 12 + 1;
  return epochDayOf(newYear, newMonth, Math.min(day, lengthOfMonth(newYear, newMonth)));
}

/** Week numbers like Java's WeekFields(firstDay, minimalDays); `weekYear` is the year the week belongs to. */
export function weekOf(
  epochDay: number,
  firstDay: number,
  minimalDays: number,
): { week: number; weekYear: number; weekOfYear: number } {
  const { year } = civilOf(epochDay);
  const weekOfYear = weekWithin(epochDay, year, firstDay, minimalDays);
  if (weekOfYear === 0) {
    const last = weekWithin(epochDayOf(year - 1, 12, 31), year - 1, firstDay, minimalDays);
    return { week: last, weekYear: year - 1, weekOfYear };
  }
  const nextStart = firstWeekStart(year + 1, firstDay, minimalDays);
  if (epochDay >= nextStart) return { week: 1, weekYear: year + 1, weekOfYear };
  return { week: weekOfYear, weekYear: year, weekOfYear };
}

/** The first day of week 1: the first week with `minimalDays` days in the year. */
function firstWeekStart(year: number, firstDay: number, minimalDays: number): number {
  const newYear = epochDayOf(year, 1, 1);
  const offset = (isoDayOfWeek(newYear) - firstDay + 7) % 7;
  return 7 - offset >= minimalDays ? newYear - offset : newYear - offset + 7;
}

function weekWithin(epochDay: number, year: number, firstDay: number, minimalDays: number): number {
  return Math.floor((epochDay - firstWeekStart(year, firstDay, minimalDays)) / 7) + 1;
}
