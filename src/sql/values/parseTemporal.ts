import { epochDayOf, lengthOfMonth } from './calendar.ts';
import { NANOS_PER_SECOND, SECONDS_PER_DAY, SqlDate, SqlTime, SqlTimestamp } from './temporal.ts';

/** Parses dates, times and timestamps; null when the text is not valid. */

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?$/;
const MINUTES = /^\d{2}:\d{2}$/;

function parseDay(text: string): number | null {
  const match = DATE.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month < 1 || month > 12 || day < 1 || day > lengthOfMonth(year, month)) return null;
  return epochDayOf(year, month, day);
}

function parseNanoOfDay(text: string): number | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const [hours, minutes, seconds] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  const nano = Number((match[4] ?? '').padEnd(9, '0'));
  return (hours * 3600 + minutes * 60 + seconds) * NANOS_PER_SECOND + nano;
}

/** Seconds are optional. */
function parseClock(text: string): number | null {
  return parseNanoOfDay(MINUTES.test(text) ? `${text}:00` : text);
}

/** `yyyy-MM-dd`, optionally followed by a time, which is ignored. */
export function parseDate(text: string): SqlDate | null {
  const space = text.indexOf(' ');
  if (space >= 0 && parseClock(text.slice(space + 1)) === null) return null;
  const day = parseDay(space < 0 ? text : text.slice(0, space));
  return day === null ? null : new SqlDate(day);
}

/** `HH:mm[:ss[.fraction]]`, optionally preceded by a date, which is ignored. */
export function parseTime(text: string): SqlTime | null {
  const space = text.indexOf(' ');
  if (space >= 0 && parseDay(text.slice(0, space)) === null) return null;
  const nanos = parseClock(space < 0 ? text : text.slice(space + 1));
  return nanos === null ? null : new SqlTime(nanos);
}

/** `yyyy-MM-dd HH:mm:ss[.fraction]`; a date alone means its midnight (the original rejects it: COMPAT.md). */
export function parseTimestamp(text: string): SqlTimestamp | null {
  const space = text.indexOf(' ');
  const day = parseDay(space < 0 ? text : text.slice(0, space));
  const nanos = space < 0 ? 0 : parseNanoOfDay(text.slice(space + 1));
  return day === null || nanos === null ? null : SqlTimestamp.of(day, nanos);
}

const STORED =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/;

/** A date as stored in documents: `strict_date_optional_time` text or epoch milliseconds. */
export function parseStoredDate(value: string | number): SqlTimestamp | null {
  if (typeof value === 'number') return SqlTimestamp.ofMillis(value);
  const match = STORED.exec(value);
  if (match === null) return /^-?\d{5,}$/.test(value) ? SqlTimestamp.ofMillis(Number(value)) : null;
  const [
    ,
    year,
    month = '01',
    day = '01',
    hours = '00',
    minutes = '00',
    seconds = '00',
    fraction = '',
    zone,
  ] = match;
  if (Number(month) > 12 || Number(day) > lengthOfMonth(Number(year), Number(month))) return null;
  const epochDay = epochDayOf(Number(year), Number(month), Number(day));
  const second =
    Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) - zoneOffsetSeconds(zone ?? 'Z');
  return new SqlTimestamp(epochDay * SECONDS_PER_DAY + second, Number(fraction.padEnd(9, '0')));
}

/** Seconds east of UTC for `Z`, `+02:00`, `-0330`. */
export function zoneOffsetSeconds(zone: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (match === null) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 3600 + Number(match[3]) * 60);
}
