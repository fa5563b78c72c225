import { beginOfMonth, monthOf } from './civilMonths.ts';
import type { ZoneOffsets } from './zoneOffsets.ts';

export type CalendarUnit = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second';

/** Rounds instants down to the start of their interval. */
export interface DateRounding {
  round(utcMs: number): number;
  /** The start of the interval after the one that starts at `roundedMs`. */
  next(roundedMs: number): number;
  /** Approximate length of an interval. */
  readonly lengthMs: number;
  /**
   * Starts of all intervals between two instants, plus the following one; `null` if there would be too many.
   */
  boundaries(minMs: number, maxMs: number): Float64Array | null;
  /** Set if all intervals have the same length, counted from `offset`; otherwise `null`. */
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

/** Calendar intervals (`month`, `day`, …) in a time zone, shifted by an offset. */
export function calendarRounding(unit: CalendarUnit, zone: ZoneOffsets, offsetMs: number): DateRounding {
  const round = (utcMs: number): number => roundCalendar(utcMs - offsetMs, unit, zone) + offsetMs;
  const lengthMs = UNIT_MS[unit];
  const next = (roundedMs: number): number =>
    (lengthMs < UNIT_MS.day
      ? nextPart(roundedMs - offsetMs, unit, zone)
      : nextDay(roundedMs - offsetMs, unit, zone)) + offsetMs;
  return {
    lengthMs,
    round,
    next,
    boundaries: boundariesOf(round, next, lengthMs),
    grid: zone.fixed ? calendarGrid(unit, offsetMs - zone.at(0)) : null,
  };
}

/** For intervals of at least a day, which are counted in local time. */
function nextDay(beginMs: number, unit: CalendarUnit, zone: ZoneOffsets): number {
  const local = beginMs + zone.at(beginMs);
  return localToUtc(addUnit(truncate(local, unit), unit), zone);
}

/**
 * For intervals below a day: a repeated hour counts as two, and a partial hour belongs to the previous one.
 */
function nextPart(beginMs: number, unit: CalendarUnit, zone: ZoneOffsets): number {
  let next = beginMs;
  for (let at = beginMs; next <= beginMs; ) {
    at += UNIT_MS[unit];
    next = roundCalendar(at, unit, zone);
  }
  return next;
}

function calendarGrid(unit: CalendarUnit, offsetMs: number): DateRounding['grid'] {
  if (unit === 'year' || unit === 'quarter' || unit === 'month') return null;
  return { step: UNIT_MS[unit], offset: offsetMs + (unit === 'week' ? FIRST_MONDAY_MS : 0) };
}

/** Intervals of fixed length. In a zone with changing offset they are counted in local time. */
export function fixedRounding(intervalMs: number, zone: ZoneOffsets, offsetMs: number): DateRounding {
  const round = (utcMs: number): number => roundFixed(utcMs - offsetMs, intervalMs, zone) + offsetMs;
  const next = (roundedMs: number): number => nextFixed(roundedMs - offsetMs, intervalMs, zone) + offsetMs;
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
  const begins = beginsOf(local, zone);
  const begin = begins.find((ms) => ms <= utcMs) ?? begins[begins.length - 1];
  // If clocks were set back since then, their time belongs to the interval already reached.
  const change = zone.transitionBetween(Math.max(begin, utcMs - UNIT_MS.day), utcMs);
  return change === null ? begin : roundFixed(change - 1, intervalMs, zone);
}

/** The next instant that is the start of an interval. */
function nextFixed(beginMs: number, intervalMs: number, zone: ZoneOffsets): number {
  const offset = zone.at(beginMs);
  const local = floorTo(beginMs + offset, intervalMs) + intervalMs;
  if (zone.fixed) return local - offset;
  const candidates = beginsOf(local, zone);
  const lastMs = Math.max(...candidates);
  // Clock changes near either end repeat a start, or shift the next one.
  const nearBegin = zone.transitionBetween(beginMs, Math.min(lastMs, beginMs + UNIT_MS.day));
  const nearLast = zone.transitionBetween(Math.max(beginMs, lastMs - UNIT_MS.day), lastMs);
  for (const change of [nearBegin, nearLast]) {
    if (change === null) continue;
    const after = floorTo(change + zone.at(change), intervalMs);
    candidates.push(change, ...beginsOf(after, zone), ...beginsOf(after + intervalMs, zone));
  }
  const begins = candidates.filter((ms) => ms > beginMs && roundFixed(ms, intervalMs, zone) === ms);
  return begins.length > 0 ? Math.min(...begins) : beginMs + intervalMs;
}

/** Instants at which local time equals `local`, latest first, or the clock change that skips it. */
function beginsOf(local: number, zone: ZoneOffsets): number[] {
  const instants = instantsOf(local, zone);
  if (instants.length > 0) return instants;
  const guess = local - zone.at(local);
  return [zone.transitionBetween(guess - UNIT_MS.day, guess + UNIT_MS.day) ?? guess];
}

function roundCalendar(utcMs: number, unit: CalendarUnit, zone: ZoneOffsets): number {
  const local = truncate(utcMs + zone.at(utcMs), unit);
  if (zone.fixed) return local - zone.at(utcMs);
  if (UNIT_MS[unit] >= UNIT_MS.day) return localToUtc(local, zone);
  const rounded = local - zone.at(utcMs);
  const change = zone.transitionBetween(rounded, utcMs);
  return change === null ? rounded : roundBefore(change, utcMs, unit, zone);
}

/** Clocks changed within the hour: the part before the change has its own bucket if its start differs. */
function roundBefore(changeMs: number, utcMs: number, unit: CalendarUnit, zone: ZoneOffsets): number {
  const local = truncate(utcMs + zone.at(utcMs), unit);
  const begin = instantsOf(local, zone).find((ms) => ms <= utcMs && ms >= changeMs);
  return begin ?? roundCalendar(changeMs - 1, unit, zone);
}

/** The first instant at which local time reaches `local`, or skips it. */
function localToUtc(local: number, zone: ZoneOffsets): number {
  if (zone.fixed) return local - zone.at(local);
  return Math.min(...beginsOf(local, zone));
}

/** Instants at which local time equals `local`, latest first; empty if it is skipped. */
function instantsOf(local: number, zone: ZoneOffsets): number[] {
  const before = zone.at(local - UNIT_MS.day);
  const after = zone.at(local + UNIT_MS.day);
  const offsets = before === after ? [after] : [after, before];
  return offsets
    .filter((offset) => zone.at(local - offset) === offset)
    .map((offset) => local - offset)
    .sort((a, b) => b - a);
}

/** Truncates a local time (in milliseconds as if in UTC). */
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
  const months = monthOf(local);
  return beginOfMonth(months - (((months % MONTHS[unit]) + MONTHS[unit]) % MONTHS[unit]));
}

function addUnit(local: number, unit: CalendarUnit): number {
  if (unit !== 'year' && unit !== 'quarter' && unit !== 'month') return local + UNIT_MS[unit];
  return beginOfMonth(monthOf(local) + MONTHS[unit]);
}

const MONTHS = { year: 12, quarter: 3, month: 1 } as const;
