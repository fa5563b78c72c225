import { epochDayOf, lengthOfMonth } from '../values/index.ts';

/** Dates written as numbers: YYYYMMDD, YYMMDD, YMMDD, MMDD, MDD, optionally followed by hhmmss. */

function dayOf(year: number, month: number, day: number): number | null {
  if (month < 1 || month > 12 || day < 1 || day > lengthOfMonth(year, month)) return null;
  return epochDayOf(year, month, day);
}

/** Two-digit years mean 1970–2069. */
function fullYear(twoDigits: number): number {
  return twoDigits < 70 ? 2000 + twoDigits : 1900 + twoDigits;
}

export function epochDayOfDigits(digits: string): number | null {
  if (!/^\d{3,8}$/.test(digits) || digits.length === 7) return null;
  const day = Number(digits.slice(-2));
  const month = Number(digits.slice(-4, -2));
  const yearDigits = digits.slice(0, -4);
  const year = yearDigits.length === 4 ? Number(yearDigits) : fullYear(Number(yearDigits || '0'));
  return dayOf(year, month, day);
}

/** Epoch seconds of YYMMDD[hhmmss] or YYYYMMDD[hhmmss], plus the fraction. */
export function epochSecondOfDigits(value: number): number | null {
  const digits = String(Math.trunc(value));
  if (/^\d{6}$|^\d{8}$/.test(digits)) {
    const day = epochDayOfDigits(digits);
    return day === null ? null : day * 86_400;
  }
  if (!/^\d{12}$|^\d{14}$/.test(digits)) return null;
  const day = epochDayOfDigits(digits.slice(0, -6));
  const [hour, minute, second] = [digits.slice(-6, -4), digits.slice(-4, -2), digits.slice(-2)].map(Number);
  if (day === null || hour > 23 || minute > 59 || second > 59) return null;
  return day * 86_400 + hour * 3600 + minute * 60 + second + (value - Math.trunc(value));
}

/** The first day of the month given as YYMM or YYYYMM. */
export function periodOf(period: number): number | null {
  const digits = String(period);
  if (!/^\d{1,6}$/.test(digits) || digits.length === 5) return null;
  const month = Number(digits.slice(-2));
  const yearDigits = digits.slice(0, -2);
  const year = yearDigits.length === 4 ? Number(yearDigits) : fullYear(Number(yearDigits || '0'));
  return dayOf(year, month, 1);
}
