import type { DateTime } from '../../common/index.ts';
import { parseTemporal } from './dateMembers.ts';
import { localDateTime, luxonZone, movedTo, TemporalValue, timeOf } from './dates.ts';
import { PainlessFailure } from './errors.ts';
import type { MemberTable } from './memberTable.ts';
import type { StaticClass } from './staticClass.ts';
import { asInteger, asText, type PainlessObject, type Value } from './values.ts';

/** The java.time classes Period, LocalDateTime and TemporalAdjusters. */

export class Period implements PainlessObject {
  readonly className = 'java.time.Period';
  readonly years: number;
  readonly months: number;
  readonly days: number;

  constructor(years: number, months: number, days: number) {
    this.years = years;
    this.months = months;
    this.days = days;
  }

  toString(): string {
    const part = (count: number, letter: string): string => (count === 0 ? '' : `${count}${letter}`);
    const parts = part(this.years, 'Y') + part(this.months, 'M') + part(this.days, 'D');
    return `P${parts === '' ? '0D' : parts}`;
  }
}

function between(from: DateTime, to: DateTime): Period {
  let months = (to.year - from.year) * 12 + to.month - from.month;
  let days = to.day - from.day;
  if (months > 0 && days < 0) {
    months--;
    days = Math.round(to.diff(from.plus({ months }), 'days').days);
  } else if (months < 0 && days > 0) {
    months++;
    days -= to.daysInMonth ?? 0;
  }
  return new Period(Math.trunc(months / 12), months % 12, days);
}

function parsePeriod(text: string): Period {
  const match = /^([+-]?)P(?:([+-]?\d+)Y)?(?:([+-]?\d+)M)?(?:([+-]?\d+)W)?(?:([+-]?\d+)D)?$/i.exec(text);
  if (!match || text.toUpperCase().endsWith('P')) {
    throw new PainlessFailure('date_time_parse_exception', 'Text cannot be parsed to a Period');
  }
  const sign = match[1] === '-' ? -1 : 1;
  const [years, months, weeks, days] = match.slice(2).map((count) => sign * Number(count ?? 0));
  return new Period(years, months, days + weeks * 7);
}

const periodOf = (value: Value): Period => value as Period;

export const periodMembers: MemberTable<Period> = {
  years: ({ years }) => years,
  months: ({ months }) => months,
  days: ({ days }) => days,
  toTotalMonths: ({ years, months }) => years * 12 + months,
  isZero: ({ years, months, days }) => years === 0 && months === 0 && days === 0,
  isNegative: ({ years, months, days }) => years < 0 || months < 0 || days < 0,
  negated: ({ years, months, days }) => new Period(0 - years, 0 - months, 0 - days),
  normalized: ({ years, months, days }) => {
    const total = years * 12 + months;
    return new Period(Math.trunc(total / 12), total % 12, days);
  },
  multipliedBy: ({ years, months, days }, [by]) =>
    new Period(years * asInteger(by), months * asInteger(by), days * asInteger(by)),
  plus: (self, [other]) => {
    const { years, months, days } = periodOf(other);
    return new Period(self.years + years, self.months + months, self.days + days);
  },
  plusYears: (self, [by]) => new Period(self.years + asInteger(by), self.months, self.days),
  plusMonths: (self, [by]) => new Period(self.years, self.months + asInteger(by), self.days),
  plusDays: (self, [by]) => new Period(self.years, self.months, self.days + asInteger(by)),
  toString: (self: Period) => self.toString(),
};

type Adjust = (time: DateTime) => DateTime;

/** Creates a TemporalAdjuster, which `with` of dates calls. */
const adjuster =
  (adjust: Adjust) =>
  (): Value =>
  (value: Value): Value =>
    movedTo(value, adjust(timeOf(value)));

const DAYS = 'MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY'.split(' ');

/** The nearest given day of the week in a direction, optionally the day itself. */
const toWeekday =
  (sign: 1 | -1, same: boolean) =>
  ([day]: readonly Value[]): Value =>
  (value: Value): Value => {
    const time = timeOf(value);
    const wanted = DAYS.indexOf(asText(day)) + 1;
    const distance = ((((wanted - time.weekday) * sign) % 7) + 7) % 7;
    const days = distance === 0 && !same ? 7 : distance;
    return movedTo(value, time.plus({ days: sign * days }));
  };

const dateTime = (args: readonly Value[]): Value => {
  const [year, month, day, hour, minute, second = 0, nanos = 0] = args.map(asInteger);
  const time = timeOf(0).set({
    year,
    month,
    day,
    hour,
    minute,
    second,
    millisecond: Math.floor(nanos / 1_000_000),
  });
  if (time.month === month && time.day === day && time.hour === hour) return localDateTime(time);
  throw new PainlessFailure('date_time_exception', `Invalid date '${year}-${month}-${day}'`);
};

export const calendarClasses: Readonly<Record<string, StaticClass>> = {
  Period: {
    constants: { ZERO: new Period(0, 0, 0) },
    methods: {
      of: ([years, months, days]) => new Period(asInteger(years), asInteger(months), asInteger(days)),
      ofYears: ([count]) => new Period(asInteger(count), 0, 0),
      ofMonths: ([count]) => new Period(0, asInteger(count), 0),
      ofWeeks: ([count]) => new Period(0, 0, asInteger(count) * 7),
      ofDays: ([count]) => new Period(0, 0, asInteger(count)),
      between: ([from, to]) => between(timeOf(from), timeOf(to)),
      parse: ([text]) => parsePeriod(asText(text)),
    },
  },
  LocalDateTime: {
    methods: {
      of: dateTime,
      parse: ([text, by]) => localDateTime(parseTemporal(text, by).time),
      ofInstant: ([instant, zone]) => {
        const time = timeOf(instant).setZone(luxonZone(asText(zone)));
        return localDateTime(time.setZone('utc', { keepLocalTime: true }));
      },
    },
  },
  TemporalAdjusters: {
    methods: {
      firstDayOfMonth: adjuster((time) => time.set({ day: 1 })),
      lastDayOfMonth: adjuster((time) => time.set({ day: time.daysInMonth ?? 28 })),
      firstDayOfNextMonth: adjuster((time) => time.set({ day: 1 }).plus({ months: 1 })),
      firstDayOfYear: adjuster((time) => time.set({ month: 1, day: 1 })),
      lastDayOfYear: adjuster((time) => time.set({ month: 12, day: 31 })),
      firstDayOfNextYear: adjuster((time) => time.set({ month: 1, day: 1 }).plus({ years: 1 })),
      next: toWeekday(1, false),
      nextOrSame: toWeekday(1, true),
      previous: toWeekday(-1, false),
      previousOrSame: toWeekday(-1, true),
    },
  },
  DayOfWeek: { constants: weekdays() },
};

function weekdays(): Readonly<Record<string, Value>> {
  // 1 January 2024 was a Monday.
  const day = (i: number): DateTime => timeOf(Date.UTC(2024, 0, 1 + i));
  return Object.fromEntries(
    DAYS.map((name, i) => [name, new TemporalValue('java.time.DayOfWeek', name, day(i))]),
  );
}
