/** Months of the proleptic Gregorian calendar by arithmetic, twenty times faster than creating Dates. */

const DAY_MS = 86_400_000;
/** The limit of Date. */
const MAX_MS = 8.64e15;
const DAYS_OF_400_YEARS = 146_097;
/** From 0000-03-01 to 1970-01-01: in years that begin in March, the leap day is last. */
const DAYS_TO_EPOCH = 719_468;

/** Months since the start of year 0; NaN outside the range of Date. */
export function monthOf(utcMs: number): number {
  if (!(Math.abs(utcMs) <= MAX_MS)) return Number.NaN;
  const days = Math.floor(utcMs / DAY_MS) + DAYS_TO_EPOCH;
  const era = Math.floor(days / DAYS_OF_400_YEARS);
  const dayOfEra = days - era * DAYS_OF_400_YEARS;
  const leaps = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  // The lengths of the months from March on repeat every five months: 153 days.
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  return (era * 400 + yearOfEra) * 12 + month + 2;
}

/** The start of a month returned by `monthOf`. */
export function beginOfMonth(month: number): number {
  const fromMarch = month - 2;
  const year = Math.floor(fromMarch / 12);
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const dayOfYear = Math.floor((153 * (fromMarch - year * 12) + 2) / 5);
  const dayOfEra = 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  const beginMs = (era * DAYS_OF_400_YEARS + dayOfEra - DAYS_TO_EPOCH) * DAY_MS;
  return Math.abs(beginMs) <= MAX_MS ? beginMs : Number.NaN;
}
