import { DateTime, FixedOffsetZone, IANAZone, OpenSearchError } from '../../common/index.ts';

/** A time zone: a fixed offset, or a region with its rules. */
export interface Zone {
  /** Milliseconds east of UTC at the instant. */
  offsetMs(epochMs: number): number;
  /** The zone in the form of luxon's DateTime. */
  readonly luxon: FixedOffsetZone | IANAZone;
}

const zones = new Map<string, Zone>();

export const UTC: Zone = fixedZone(0);

function fixedZone(minutes: number): Zone {
  return { offsetMs: () => minutes * 60_000, luxon: FixedOffsetZone.instance(minutes) };
}

/** `Z`, `UTC`, `+01:00`, `Europe/Lisbon`. Throws in java.time's words. */
export function parseZone(id: string): Zone {
  let zone = zones.get(id);
  if (zone === undefined) {
    zone = resolveZone(id);
    if (zones.size < 1000) zones.set(id, zone);
  }
  return zone;
}

/**
 * Abbreviations known to IANA or ICU, but to java.time only through an optional table that the original does
 * not use.
 */
const SHORT_NAMES: ReadonlySet<string> = new Set(
  (
    'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT EST HST IET IST JST MIT MST NET NST PLT PNT PRT PST ' +
    'SST VST'
  ).split(' '),
);

function resolveZone(id: string): Zone {
  if (/^[+-]/.test(id) || (id.length <= 1 && id !== 'Z')) return offsetZone(id);
  if (/^(?:Z|UTC|GMT|UT)$/.test(id)) return UTC;
  const prefixed = /^(?:UTC|GMT|UT)([+-].*)$/.exec(id);
  if (prefixed !== null) return offsetZone(prefixed[1]);
  if (!/^[A-Za-z][A-Za-z0-9~/._+-]+$/.test(id)) {
    const reason = `Invalid ID for region-based ZoneId, invalid format: ${id}`;
    throw new OpenSearchError('date_time_exception', reason);
  }
  const luxon = IANAZone.create(id);
  // Zone names in java.time are case-sensitive, and begin with a capital letter.
  if (!luxon.isValid || SHORT_NAMES.has(id) || /^[a-z]/.test(id)) {
    throw new OpenSearchError('zone_rules_exception', `Unknown time-zone ID: ${id}`);
  }
  return { offsetMs: (epochMs) => luxon.offset(epochMs) * 60_000, luxon };
}

/** `+h`, `+hh`, `+hhmm`, `+hh:mm`, `+hhmmss`, `+hh:mm:ss`, as read by `ZoneOffset.of`. */
const OFFSETS: readonly RegExp[] = [
  /^([+-])(.)$/,
  /^([+-])(..)$/,
  /^([+-])(..)(..)$/,
  /^([+-])(..):(..)$/,
  /^([+-])(..)(..)(..)$/,
  /^([+-])(..):(..):(..)$/,
];

function offsetZone(id: string): Zone {
  const fail = (reason: string): Error => new OpenSearchError('date_time_exception', reason);
  const match = OFFSETS.map((form) => form.exec(id)).find((found) => found !== null);
  if (match === undefined) throw fail(`Invalid ID for ZoneOffset, invalid format: ${id}`);
  const parts = match.slice(2);
  if (parts.some((part) => !/^\d+$/.test(part))) {
    throw fail(`Invalid ID for ZoneOffset, non numeric characters found: ${id}`);
  }
  const sign = match[1] === '-' ? -1 : 1;
  const [hours, minutes, seconds] = [0, 1, 2].map((i) => sign * Number(parts[i] ?? 0));
  if (Math.abs(hours) > 18) throw fail(hoursOutOfRange(hours));
  if (Math.abs(minutes) > 59) {
    throw fail(`Zone offset minutes not in valid range: value ${minutes} is not in the range -59 to 59`);
  }
  if (Math.abs(seconds) > 59) {
    throw fail(`Zone offset seconds not in valid range: value ${seconds} is not in the range -59 to 59`);
  }
  const total = hours * 60 + minutes + seconds / 60;
  if (Math.abs(total) > 18 * 60) throw fail('Zone offset not in valid range: -18:00 to +18:00');
  return fixedZone(total);
}

/** java.time's message for an hour offset out of range. */
export function hoursOutOfRange(hours: number): string {
  return `Zone offset hours not in valid range: value ${hours} is not in the range -18 to 18`;
}

/**
 * Converts a wall-clock time (given as if in UTC) to an instant; times in a gap move forward as in java.time.
 */
export function localToEpochMs(localMs: number, zone: Zone): number {
  const before = zone.offsetMs(localMs - 86_400_000);
  const first = localMs - before;
  if (zone.offsetMs(first) === before) return first;
  const second = localMs - zone.offsetMs(first);
  return zone.offsetMs(second) === zone.offsetMs(first) ? second : first;
}

export function dateTime(epochMs: number, zone: Zone): DateTime {
  return DateTime.fromMillis(epochMs, { zone: zone.luxon });
}
