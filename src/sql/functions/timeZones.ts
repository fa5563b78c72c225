import { IANAZone } from '../../common/index.ts';
import { parseTimestamp, SqlTimestamp, type SqlValue, zoneOffsetSeconds } from '../values/index.ts';
import { sig, text } from './define.ts';
import type { FunctionTable } from './types.ts';

/** CONVERT_TZ and DATETIME: the only functions that know time zones. */

const OFFSET = /^[+-](\d{2}):(\d{2})$/;
/** MySQL accepts offsets from -13:59 to +14:00. */
const LIMIT_SECONDS = { east: 14 * 3600, west: -(13 * 3600 + 59 * 60) };

/** Seconds east of UTC at an instant; null when it is not a zone. */
function offsetAt(zone: string, epochSecond: number): number | null {
  if (OFFSET.test(zone)) {
    const offset = zoneOffsetSeconds(zone);
    return offset > LIMIT_SECONDS.east || offset < LIMIT_SECONDS.west ? null : offset;
  }
  if (zone === 'Z' || zone === 'UTC' || zone === 'GMT') return 0;
  if (!/^[A-Za-z_]+(?:\/[A-Za-z_+\-\d]+)*$/.test(zone) || !IANAZone.isValidZone(zone)) return null;
  return IANAZone.create(zone).offset(epochSecond * 1000) * 60;
}

/** Converts a local time to an instant, in two rounds because the offset depends on the instant itself. */
function toInstant(local: number, zone: string): number | null {
  const guess = offsetAt(zone, local);
  if (guess === null) return null;
  const offset = offsetAt(zone, local - guess) ?? guess;
  return local - offset;
}

function convert(local: SqlTimestamp, from: string, to: string): SqlTimestamp | null {
  const instant = toInstant(local.epochSecond, from);
  if (instant === null) return null;
  const offset = offsetAt(to, instant);
  return offset === null ? null : new SqlTimestamp(instant + offset, local.nano);
}

/** Splits `yyyy-MM-dd HH:mm:ss[+hh:mm]` into the local time and its zone. */
function parseZoned(value: string): { local: SqlTimestamp; zone: string | null } | null {
  const match = /^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})([+-]\d{2}:\d{2}|[A-Z][A-Za-z_/]+)?$/.exec(value);
  const local = match === null ? null : parseTimestamp(match[1]);
  return match === null || local === null ? null : { local, zone: match[2] ?? null };
}

function dateTime(value: string, to: string | null): SqlValue {
  const parsed = parseZoned(value);
  if (parsed === null) return null;
  return to === null ? parsed.local : convert(parsed.local, parsed.zone ?? 'UTC', to);
}

function convertTimeZone(value: SqlValue, from: string, to: string): SqlValue {
  const local = typeof value === 'string' ? parseZoned(value)?.local : (value as SqlTimestamp);
  return local === undefined ? null : convert(local, from, to);
}

export const timeZoneFunctions: FunctionTable = [
  {
    names: ['convert_tz'],
    signatures: (['datetime', 'keyword'] as const).map((type) =>
      sig([type, 'keyword', 'keyword'], 'datetime', ([d, from, to]) =>
        convertTimeZone(d, text(from), text(to)),
      ),
    ),
    doc: 'From one time zone to another; NULL for what is no zone.',
    examples: [
      ["CONVERT_TZ('2008-05-15 12:00:00', '+00:00', '+10:00')", '2008-05-15 22:00:00'],
      ["CONVERT_TZ('2008-05-15 12:00:00', '+00:00', '+15:00')", 'null'],
    ],
  },
  {
    names: ['datetime'],
    signatures: [
      sig(['keyword', 'keyword'], 'datetime', ([d, zone]) => dateTime(text(d), text(zone))),
      sig(['keyword'], 'datetime', ([d]) => dateTime(text(d), null)),
    ],
    doc: 'Text with an offset as the local time of a zone.',
    examples: [
      ["DATETIME('2008-12-25 05:30:00+00:00', 'America/Los_Angeles')", '2008-12-24 21:30:00'],
      ["DATETIME('2008-12-25 05:30:00')", '2008-12-25 05:30:00'],
    ],
  },
];
