import { DateTime } from '../../common/index.ts';
import { parseTemporal } from './dateMembers.ts';
import { localDate, luxonZone, TemporalValue, timeOf, ZonedDateTime } from './dates.ts';
import { PainlessFailure } from './errors.ts';
import type { MemberTable } from './memberTable.ts';
import type { StaticClass } from './staticClass.ts';
import { asInteger, asText, type PainlessObject, type Value } from './values.ts';

function timeFrom(parts: Readonly<Record<string, number>>, zone: string): DateTime {
  const time = DateTime.fromObject(parts, { zone });
  if (time.isValid) return time;
  throw new PainlessFailure('date_time_exception', `Invalid date '${Object.values(parts).join('-')}'`);
}

/** A month given as a number or a java.time.Month. */
const month = (value: Value): number =>
  value instanceof TemporalValue && value.time !== null ? value.time.month : asInteger(value);

export const localDates: StaticClass = {
  methods: {
    parse: ([text, by]) => localDate(parseTemporal(text, by).time),
    of: ([year, of, day]) =>
      localDate(timeFrom({ year: asInteger(year), month: month(of), day: asInteger(day) }, 'utc')),
    ofEpochDay: ([days]) => localDate(DateTime.fromMillis(asInteger(days) * DAY_MS, { zone: 'utc' })),
  },
};

const DAY_MS = 86_400_000;

export const zonedDates: StaticClass = {
  methods: {
    parse: ([text, by]) => parseTemporal(text, by),
    ofInstant: ([instant, zone]) =>
      new ZonedDateTime(timeOf(instant).setZone(zone === undefined ? 'utc' : luxonZone(asText(zone)))),
    of: ([year, of, day, hour, minute, second, nanos, zone]) => {
      const parts = {
        year: asInteger(year),
        month: month(of),
        day: asInteger(day),
        hour: asInteger(hour),
        minute: asInteger(minute),
        second: asInteger(second),
        millisecond: Math.floor(asInteger(nanos) / 1_000_000),
      };
      return new ZonedDateTime(timeFrom(parts, luxonZone(asText(zone))));
    },
  },
};

/** java.time.Duration, with millisecond precision. */
export class Duration implements PainlessObject {
  readonly className = 'java.time.Duration';
  readonly ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }

  toString(): string {
    const seconds = Math.floor(this.ms / 1000);
    const [hours, minutes, rest] = [
      Math.floor(seconds / 3600),
      Math.floor((seconds % 3600) / 60),
      seconds % 60,
    ];
    const parts = [hours ? `${hours}H` : '', minutes ? `${minutes}M` : '', rest ? `${rest}S` : ''].join('');
    return `PT${parts === '' ? '0S' : parts}`;
  }
}

const UNIT_MS: Readonly<Record<string, number>> = {
  MILLIS: 1,
  SECONDS: 1000,
  MINUTES: 60_000,
  HOURS: 3_600_000,
  DAYS: DAY_MS,
};

export const durationMembers: MemberTable<Duration> = {
  toMillis: ({ ms }) => ms,
  seconds: ({ ms }) => Math.floor(ms / 1000),
  toMinutes: ({ ms }) => Math.floor(ms / 60_000),
  toHours: ({ ms }) => Math.floor(ms / 3_600_000),
  toDays: ({ ms }) => Math.floor(ms / DAY_MS),
  plus: ({ ms }, [other]) => new Duration(ms + (other as Duration).ms),
  toString: (self: Duration) => self.toString(),
};

/** java.time.temporal.ChronoUnit. */
export class ChronoUnit implements PainlessObject {
  readonly className = 'java.time.temporal.ChronoUnit';
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  toString(): string {
    return this.name;
  }

  between(from: DateTime, to: DateTime): number {
    const ms = UNIT_MS[this.name];
    if (ms !== undefined) return Math.trunc((to.toMillis() - from.toMillis()) / ms);
    const unit = this.name.toLowerCase() as 'weeks' | 'months' | 'years';
    return Math.trunc(to.diff(from, unit).as(unit));
  }
}

export const unitMembers: MemberTable<ChronoUnit> = {
  between: (self, [from, to]) => self.between(timeOf(from), timeOf(to)),
  toString: (self: ChronoUnit) => self.name,
};

const UNITS = ['MILLIS', 'SECONDS', 'MINUTES', 'HOURS', 'DAYS', 'WEEKS', 'MONTHS', 'YEARS'];

const duration =
  (unit: string) =>
  ([amount]: readonly Value[]): Value =>
    new Duration(asInteger(amount) * UNIT_MS[unit]);

export const durations: Readonly<Record<string, StaticClass>> = {
  ChronoUnit: { constants: Object.fromEntries(UNITS.map((name) => [name, new ChronoUnit(name)])) },
  Duration: {
    methods: {
      ofMillis: duration('MILLIS'),
      ofSeconds: duration('SECONDS'),
      ofMinutes: duration('MINUTES'),
      ofHours: duration('HOURS'),
      ofDays: duration('DAYS'),
      between: ([from, to]) => new Duration(timeOf(to).toMillis() - timeOf(from).toMillis()),
    },
  },
};
