import { DateTime, FixedOffsetZone, IANAZone } from 'luxon';
import { OpenSearchError } from '../../common/index.ts';

/** A time zone: a fixed offset or a region with its rules. */
export interface Zone {
  /** Milliseconds east of UTC at an instant. */
  offsetMs(epochMs: number): number;
  /** The zone as luxon's DateTime takes it. */
  readonly luxon: FixedOffsetZone | IANAZone;
}

const OFFSET = /^([+-])(\d{1,2})(?::?(\d{2}))?$/;
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

function resolveZone(id: string): Zone {
  const offset = OFFSET.exec(id.replace(/^(?:UTC|GMT|UT)(?=[+-])/, ''));
  if (offset !== null) {
    const [hours, minutes] = [Number(offset[2]), Number(offset[3] ?? 0)];
    if (hours > 18 || minutes > 59) {
      throw new OpenSearchError('date_time_exception', `Zone offset not in valid range: -18:00 to +18:00`);
    }
    return fixedZone((offset[1] === '-' ? -1 : 1) * (hours * 60 + minutes));
  }
  if (/^(?:Z|UTC|GMT|UT)$/.test(id)) return UTC;
  if (!/^[A-Za-z][A-Za-z0-9~/._+-]+$/.test(id)) {
    const reason = `Invalid ID for region-based ZoneId, invalid format: ${id}`;
    throw new OpenSearchError('date_time_exception', reason);
  }
  const luxon = IANAZone.create(id);
  if (!luxon.isValid) throw new OpenSearchError('zone_rules_exception', `Unknown time-zone ID: ${id}`);
  return { offsetMs: (epochMs) => luxon.offset(epochMs) * 60_000, luxon };
}

/** A wall-clock time (as if it were UTC) → the instant; times in a gap move forward as in java.time. */
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
