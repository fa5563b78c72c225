/**
 * Fast path for the most common forms, `yyyy-MM-dd` and `yyyy-MM-ddTHH:mm:ss[.SSS]Z`: returns epoch
 * milliseconds, or NaN for anything else.
 */
export function parseIsoFast(text: string): number {
  const length = text.length;
  if (length !== 10 && length !== 20 && length !== 24) return Number.NaN;
  const date = parseDay(text);
  if (length === 10 || Number.isNaN(date)) return date;
  if (text.charCodeAt(10) !== 0x54 || text.charCodeAt(length - 1) !== 0x5a) return Number.NaN;
  if (text.charCodeAt(13) !== 0x3a || text.charCodeAt(16) !== 0x3a) return Number.NaN;
  const hour = digits(text, 11, 2);
  const minute = digits(text, 14, 2);
  const second = digits(text, 17, 2);
  let millis = 0;
  if (length === 24) {
    if (text.charCodeAt(19) !== 0x2e) return Number.NaN;
    millis = digits(text, 20, 3);
  }
  if (!(hour < 24 && minute < 60 && second < 60)) return Number.NaN;
  return date + hour * 3_600_000 + minute * 60_000 + second * 1000 + millis;
}

function parseDay(text: string): number {
  if (text.charCodeAt(4) !== 0x2d || text.charCodeAt(7) !== 0x2d) return Number.NaN;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  if (!(year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return Number.NaN;
  if (day > 28 && day > daysIn(year, month)) return Number.NaN;
  return daysSince1970(year, month, day) * 86_400_000;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Counts years from March, so that a leap day is the last day of its year. */
function daysSince1970(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The number in `count` digits from `at`; NaN if one of them is not a digit. */
function digits(text: string, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}
