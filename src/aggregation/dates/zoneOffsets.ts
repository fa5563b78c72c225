import { FixedOffsetZone } from '../../common/index.ts';
import { parseZone, type Zone } from '../../mapper/index.ts';

/** The offset of local time from UTC in milliseconds, at any instant. */
export interface ZoneOffsets {
  /** Whether the offset never changes. */
  readonly fixed: boolean;
  at(utcMs: number): number;
  /** The change between two instants that are at most a few days apart; `null` if there is none. */
  transitionBetween(fromMs: number, toMs: number): number | null;
}

/** Windows that contain at most one change of the offset. */
const WINDOW_MS = 5 * 86_400_000;

interface Window {
  readonly before: number;
  readonly after: number;
  /** The instant from which `after` applies. */
  readonly change: number;
}

class NamedZone implements ZoneOffsets {
  readonly fixed = false;
  readonly #zone: Zone;
  readonly #windows = new Map<number, Window>();

  constructor(zone: Zone) {
    this.#zone = zone;
  }

  at(utcMs: number): number {
    const window = this.#window(Math.floor(utcMs / WINDOW_MS));
    return utcMs >= window.change ? window.after : window.before;
  }

  transitionBetween(fromMs: number, toMs: number): number | null {
    for (let i = Math.floor(fromMs / WINDOW_MS); i <= Math.floor(toMs / WINDOW_MS); i++) {
      const { before, after, change } = this.#window(i);
      if (before !== after && change > fromMs && change <= toMs) return change;
    }
    return null;
  }

  #window(index: number): Window {
    const known = this.#windows.get(index);
    if (known) return known;
    let low = index * WINDOW_MS;
    let high = low + WINDOW_MS;
    const before = this.#zone.offsetMs(low);
    const after = this.#zone.offsetMs(high);
    while (before !== after && high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#zone.offsetMs(middle) === before) low = middle;
      else high = middle;
    }
    const window = { before, after, change: high };
    this.#windows.set(index, window);
    return window;
  }
}

class FixedZone implements ZoneOffsets {
  readonly fixed = true;
  readonly #offsetMs: number;

  constructor(offsetMs: number) {
    this.#offsetMs = offsetMs;
  }

  at(): number {
    return this.#offsetMs;
  }

  transitionBetween(): null {
    return null;
  }
}

export const UTC: ZoneOffsets = new FixedZone(0);
const zones = new Map<string, ZoneOffsets>();

/**
 * A zone by name (`Europe/Paris`) or offset (`+01:00`, `-8`, `UTC+2`). Throws in java.time's words for
 * others.
 */
export function zoneOffsets(id: string): ZoneOffsets {
  const known = zones.get(id);
  if (known) return known;
  const zone = createZone(id);
  if (zones.size < 1000) zones.set(id, zone);
  return zone;
}

function createZone(id: string): ZoneOffsets {
  const zone = parseZone(id);
  return zone.luxon instanceof FixedOffsetZone ? new FixedZone(zone.offsetMs(0)) : new NamedZone(zone);
}
