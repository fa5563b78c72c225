import {
  civilOf,
  dayOfYear,
  epochDayOf,
  isoDayOfWeek,
  lengthOfMonth,
  NANOS_PER_SECOND,
  pad,
  SqlTimestamp,
} from '../values/index.ts';
import { MONTHS, WEEKDAYS } from './dateNames.ts';
import { weekNumber, yearOfWeek } from './dateParts.ts';

/** Formats and parses with MySQL's `%` patterns. */

/** What a specifier is formatted from. */
interface Moment {
  readonly day: number;
  readonly year: number;
  readonly month: number;
  readonly dayOfMonth: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly micros: number;
}

type Specifier = (moment: Moment) => string;

const hour12 = (hour: number): number => (hour % 12 === 0 ? 12 : hour % 12);
const amPm = (hour: number): string => (hour < 12 ? 'AM' : 'PM');

function clock({ hour, minute, second }: Moment): string {
  return `${pad(hour, 2)}:${pad(minute, 2)}:${pad(second, 2)}`;
}

function ordinal(day: number): string {
  if (day >= 11 && day <= 13) return `${day}th`;
  return day + (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
}

const TIME_SPECIFIERS: Readonly<Record<string, Specifier>> = {
  f: (m) => pad(m.micros, 6),
  H: (m) => pad(m.hour, 2),
  h: (m) => pad(hour12(m.hour), 2),
  I: (m) => pad(hour12(m.hour), 2),
  i: (m) => pad(m.minute, 2),
  k: (m) => String(m.hour),
  l: (m) => String(hour12(m.hour)),
  p: (m) => amPm(m.hour),
  r: (m) => `${pad(hour12(m.hour), 2)}:${pad(m.minute, 2)}:${pad(m.second, 2)} ${amPm(m.hour)}`,
  S: (m) => pad(m.second, 2),
  s: (m) => pad(m.second, 2),
  T: clock,
};

const DATE_SPECIFIERS: Readonly<Record<string, Specifier>> = {
  ...TIME_SPECIFIERS,
  a: (m) => WEEKDAYS[isoDayOfWeek(m.day) - 1].slice(0, 3),
  b: (m) => MONTHS[m.month - 1].slice(0, 3),
  c: (m) => pad(m.month, 2),
  D: (m) => ordinal(m.dayOfMonth),
  d: (m) => pad(m.dayOfMonth, 2),
  e: (m) => String(m.dayOfMonth),
  j: (m) => pad(dayOfYear(m.day), 3),
  M: (m) => MONTHS[m.month - 1],
  m: (m) => pad(m.month, 2),
  U: (m) => String(weekNumber(m.day, 0)),
  u: (m) => String(weekNumber(m.day, 1)),
  V: (m) => String(weekNumber(m.day, 2)),
  v: (m) => String(weekNumber(m.day, 3)),
  W: (m) => WEEKDAYS[isoDayOfWeek(m.day) - 1],
  w: (m) => String(isoDayOfWeek(m.day)),
  X: (m) => String(yearOfWeek(m.day, 2)),
  x: (m) => String(yearOfWeek(m.day, 3)),
  Y: (m) => pad(m.year, 4),
  y: (m) => pad(m.year % 100, 2),
};

/** TIME_FORMAT has no date: some of its parts become zeros, others make the whole result NULL. */
const ZERO_PARTS: Readonly<Record<string, string>> = { c: '0', d: '00', e: '0', m: '00', Y: '0000', y: '00' };
const DATE_ONLY = new Set('abDjMUuVvWwXx');

/** `plain` formats the text between the specifiers. */
export function formatDate(timestamp: SqlTimestamp, pattern: string, plain: PlainText): string {
  const moment = momentOf(timestamp);
  const specifier = (c: string): string =>
    Object.hasOwn(DATE_SPECIFIERS, c) ? DATE_SPECIFIERS[c](moment) : c;
  return expand(pattern, specifier, (text) => plain(text, timestamp)) ?? '';
}

/** Null when the pattern contains a date part that has no zero form. */
export function formatTime(timestamp: SqlTimestamp, pattern: string, plain: PlainText): string | null {
  const moment = momentOf(timestamp);
  const specifier = (c: string): string | null => {
    if (DATE_ONLY.has(c)) return null;
    if (Object.hasOwn(ZERO_PARTS, c)) return ZERO_PARTS[c];
    return Object.hasOwn(TIME_SPECIFIERS, c) ? TIME_SPECIFIERS[c](moment) : c;
  };
  return expand(pattern, specifier, (text) => plain(text, timestamp));
}

type PlainText = (text: string, timestamp: SqlTimestamp) => string;

function expand(
  pattern: string,
  specifier: (c: string) => string | null,
  plain: (text: string) => string = (text) => text,
): string | null {
  let [text, from] = ['', 0];
  for (let at = pattern.indexOf('%'); at >= 0 && at + 1 < pattern.length; at = pattern.indexOf('%', from)) {
    const part = specifier(pattern[at + 1]);
    if (part === null) return null;
    text += plain(pattern.slice(from, at)) + part;
    from = at + 2;
  }
  return text + plain(pattern.slice(from));
}

function momentOf(timestamp: SqlTimestamp): Moment {
  const { year, month, day } = civilOf(timestamp.epochDay);
  const second = timestamp.secondOfDay;
  return {
    ...{ day: timestamp.epochDay, year, month, dayOfMonth: day },
    hour: Math.floor(second / 3600),
    minute: Math.floor(second / 60) % 60,
    second: second % 60,
    micros: Math.floor(timestamp.nano / 1000),
  };
}

type Fields = Partial<
  Record<'year' | 'month' | 'day' | 'hour' | 'hour12' | 'pm' | 'minute' | 'second' | 'nano', number>
>;

const NUMBER_FIELDS: Readonly<Record<string, keyof Fields>> = {
  ...({ c: 'month', m: 'month', d: 'day', D: 'day', e: 'day', Y: 'year', y: 'year' } as const),
  ...({
    H: 'hour',
    h: 'hour',
    k: 'hour',
    I: 'hour12',
    l: 'hour12',
    i: 'minute',
    S: 'second',
    s: 'second',
  } as const),
  f: 'nano',
};
const COMPOSITES: Readonly<Record<string, string>> = { T: '%H:%i:%s', r: '%I:%i:%s %p' };

/**
 * Parses text by a pattern. Null when it does not match, or yields neither a complete date nor a complete
 * time.
 */
export function parseByPattern(
  text: string,
  pattern: string,
  todayFields: { year: number },
): SqlTimestamp | null {
  const expanded =
    expand(pattern, (c) => (Object.hasOwn(COMPOSITES, c) ? COMPOSITES[c] : `%${c}`)) ?? pattern;
  const fields: Fields = {};
  let at = 0;
  for (let i = 0; i < expanded.length; i++) {
    const specified = expanded[i] === '%' && i + 1 < expanded.length;
    const end = specified
      ? readField(text, at, expanded[++i], fields)
      : text[at] === expanded[i]
        ? at + 1
        : -1;
    if (end < 0) return null;
    at = end;
  }
  return timestampOf(fields, todayFields);
}

/** The end of the field; -1 when it is not there. */
function readField(text: string, at: number, specifier: string, fields: Fields): number {
  if (Object.hasOwn(NUMBER_FIELDS, specifier)) {
    const digits = /^[+-]?\d+/.exec(text.slice(at, at + 10))?.[0];
    if (digits === undefined) return -1;
    fields[NUMBER_FIELDS[specifier]] = Number(digits);
    return at + digits.length;
  }
  const rest = text.slice(at);
  if (specifier === 'p') {
    if (!/^[AP]M/.test(rest)) return -1;
    fields.pm = rest[0] === 'P' ? 1 : 0;
    return at + 2;
  }
  if (specifier === 'M' || specifier === 'b') {
    const names = MONTHS.map((name) => (specifier === 'b' ? name.slice(0, 3) : name));
    const index = names.findIndex((name) => rest.startsWith(name));
    if (index < 0) return -1;
    fields.month = index + 1;
    return at + names[index].length;
  }
  if (specifier === 'W' || specifier === 'a') {
    const names = WEEKDAYS.map((name) => (specifier === 'a' ? name.slice(0, 3) : name));
    const name = names.find((candidate) => rest.startsWith(candidate));
    return name === undefined ? -1 : at + name.length;
  }
  return rest.startsWith(specifier) ? at + 1 : -1;
}

function timestampOf(fields: Fields, defaults: { year: number }): SqlTimestamp | null {
  const hasDate = fields.year !== undefined && fields.month !== undefined && fields.day !== undefined;
  const hour =
    fields.hour ?? (fields.hour12 === undefined ? undefined : (fields.hour12 % 12) + (fields.pm ?? 0) * 12);
  const hasTime = hour !== undefined && fields.minute !== undefined && fields.second !== undefined;
  if (!hasDate && !hasTime) return null;
  const { year = defaults.year, month = 1, day = 1, minute = 0, second = 0, nano = 0 } = fields;
  if (month < 1 || month > 12 || day < 1 || day > lengthOfMonth(year, month)) return null;
  if ((hour ?? 0) > 23 || minute > 59 || second > 59) return null;
  const seconds = (hour ?? 0) * 3600 + minute * 60 + second;
  return SqlTimestamp.of(epochDayOf(year, month, day), seconds * NANOS_PER_SECOND + nano);
}
