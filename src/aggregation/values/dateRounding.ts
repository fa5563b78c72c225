import type { ZoneOffsets } from './zoneOffsets.ts';

export type CalendarUnit = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second';

/** Rounds instants down to the begin of their interval. */
export interface DateRounding {
  round(utcMs: number): number;
  /** The begin of the interval after the one that begins at `roundedMs`. */
  next(roundedMs: number): number;
  /** Length of an interval, about. */
  readonly lengthMs: number;
  /** Begins of all intervals between two instants, and of one after; null where they would be too many. */
  boundaries(minMs: number, maxMs: number): Float64Array | null;
  /** Intervals of one length, counted from `offset`; null where lengths differ. */
  readonly grid: { readonly step: number; readonly offset: number } | null;
}

const UNIT_MS: Readonly<Record<CalendarUnit, number>> = {
  year: 31_556_952_000,
  quarter: 7_889_238_000,
  month: 2_629_746_000,
  week: 604_800_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
};

/** 1970-01-05, a Monday. */
const FIRST_MONDAY_MS = 4 * 86_400_000;

/** Calendar intervals (`month`, `day`, …) in a time zone, moved by an offset. */
export function calendarRounding(unit: CalendarUnit, zone: ZoneOffsets, offsetMs: number): DateRounding {
  const round = (utcMs: number): number => roundCalendar(utcMs - offsetMs, unit, zone) + offsetMs;
  const lengthMs = UNIT_MS[unit];
  const next = (roundedMs: number): number => {
    const plain = roundedMs - offsetMs;
    const local = plain + zone.at(plain);
    return localToUtc(addUnit(truncate(local, unit), unit), unit, plain, zone) + offsetMs;
  };
  return {
    lengthMs,
    round,
    next,
    boundaries: boundariesOf(round, next, lengthMs),
    grid: zone.fixed ? calendarGrid(unit, offsetMs - zone.at(0)) : null,
  };
}

function calendarGrid(unit: CalendarUnit, offsetMs: number): DateRounding['grid'] {
  if (unit === 'year' || unit === 'quarter' || unit === 'month') return null;
  return { step: UNIT_MS[unit], offset: offsetMs + (unit === 'week' ? FIRST_MONDAY_MS : 0) };
}

/** Intervals of a fixed length. In a zone whose offset changes they are counted in local time. */
export function fixedRounding(intervalMs: number, zone: ZoneOffsets, offsetMs: number): DateRounding {
  const round = (utcMs: number): number => roundFixed(utcMs - offsetMs, intervalMs, zone) + offsetMs;
  const next = (roundedMs: number): number => {
    const plain = roundedMs - offsetMs;
    const local = floorTo(plain + zone.at(plain), intervalMs) + intervalMs;
    const utc = local - zone.at(local - zone.at(plain));
    return (utc > plain ? utc : plain + intervalMs) + offsetMs;
  };
  return {
    lengthMs: intervalMs,
    round,
    next,
    boundaries: boundariesOf(round, next, intervalMs),
    grid: zone.fixed ? { step: intervalMs, offset: offsetMs - zone.at(0) } : null,
  };
}

const MOST_BOUNDARIES = 20_000;

function boundariesOf(
  round: (utcMs: number) => number,
  next: (roundedMs: number) => number,
  lengthMs: number,
): DateRounding['boundaries'] {
  return (minMs, maxMs) => {
    if ((maxMs - minMs) / lengthMs > MOST_BOUNDARIES) return null;
    const boundaries = [round(minMs)];
    while (boundaries[boundaries.length - 1] <= maxMs)
      boundaries.push(next(boundaries[boundaries.length - 1]));
    return Float64Array.from(boundaries);
  };
}

function floorTo(value: number, step: number): number {
  return Math.floor(value / step) * step;
}

function roundFixed(utcMs: number, intervalMs: number, zone: ZoneOffsets): number {
  const offset = zone.at(utcMs);
  const local = floorTo(utcMs + offset, intervalMs);
  if (zone.fixed) return local - offset;
  const offsets = validOffsets(local, zone);
  for (const valid of offsets) if (local - valid <= utcMs) return local - valid;
  if (offsets.length > 0) return local - offsets[offsets.length - 1];
  // The local time does not exist: clocks were moved past it.
  return zone.transitionBetween(local - offset - UNIT_MS.day, local - offset + UNIT_MS.day) ?? local - offset;
}

function roundCalendar(utcMs: number, unit: CalendarUnit, zone: ZoneOffsets): number {
  const local = truncate(utcMs + zone.at(utcMs), unit);
  if (zone.fixed) return local - zone.at(utcMs);
  if (UNIT_MS[unit] >= UNIT_MS.day) return localToUtc(local, unit, utcMs, zone);
  const rounded = local - zone.at(utcMs);
  const change = zone.transitionBetween(rounded, utcMs);
  return change === null ? rounded : roundBefore(change, utcMs, unit, zone);
}

/** Clocks changed within the hour: the part before the change has a bucket of its own where its begin differs. */
function roundBefore(changeMs: number, utcMs: number, unit: CalendarUnit, zone: ZoneOffsets): number {
  const local = truncate(utcMs + zone.at(utcMs), unit);
  for (const offset of validOffsets(local, zone)) {
    if (local - offset <= utcMs && local - offset >= changeMs) return local - offset;
  }
  return roundCalendar(changeMs - 1, unit, zone);
}

/** The first instant at which clocks show `local`, or pass it where they skip it. */
function localToUtc(local: number, unit: CalendarUnit, nearMs: number, zone: ZoneOffsets): number {
  if (zone.fixed) return local - zone.at(nearMs);
  const offsets = validOffsets(local, zone);
  if (offsets.length === 0) {
    const guess = local - zone.at(local);
    return zone.transitionBetween(guess - UNIT_MS.day, guess + UNIT_MS.day) ?? guess;
  }
  if (UNIT_MS[unit] >= UNIT_MS.day) return local - offsets[offsets.length - 1];
  const utc = offsets.map((offset) => local - offset).find((ms) => ms > nearMs);
  return utc ?? local - offsets[0];
}

/** Offsets under which clocks show `local`: latest instant first. */
function validOffsets(local: number, zone: ZoneOffsets): number[] {
  const before = zone.at(local - UNIT_MS.day);
  const after = zone.at(local + UNIT_MS.day);
  const candidates = before === after ? [after] : [after, before];
  return candidates.filter((offset) => zone.at(local - offset) === offset).sort((a, b) => a - b);
}

/** Truncates a local time (milliseconds as if in UTC). */
function truncate(local: number, unit: CalendarUnit): number {
  switch (unit) {
    case 'year':
    case 'quarter':
    case 'month':
      return truncateMonths(local, unit);
    case 'week':
      return floorTo(local - FIRST_MONDAY_MS, UNIT_MS.week) + FIRST_MONDAY_MS;
    default:
      return floorTo(local, UNIT_MS[unit]);
  }
}

function truncateMonths(local: number, unit: 'year' | 'quarter' | 'month'): number {
  const date = new Date(local);
  const month = date.getUTCMonth();
  const first = unit === 'year' ? 0 : unit === 'quarter' ? month - (month % 3) : month;
  return utcDate(date.getUTCFullYear(), first);
}

/** As Date.UTC, which takes years below 100 for 19xx. */
function utcDate(year: number, month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 1);
  return date.getTime();
}

function addUnit(local: number, unit: CalendarUnit): number {
  if (unit !== 'year' && unit !== 'quarter' && unit !== 'month') return local + UNIT_MS[unit];
  const date = new Date(local);
  const months = unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1;
  return utcDate(date.getUTCFullYear(), date.getUTCMonth() + months);
}
