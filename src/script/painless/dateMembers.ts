import {
  type DateFormatter,
  DateFormatter as Formatter,
  formatDate,
  ISO_PATTERN,
  instantOf,
  localDate,
  localTime,
  luxonZone,
  movedTo,
  parseDate,
  shift,
  TemporalValue,
  timeOf,
  ZonedDateTime,
} from './dates.ts';
import { PainlessFailure } from './errors.ts';
import type { Member, MemberTable } from './memberTable.ts';
import { asInteger, asText, equal, type Value } from './values.ts';

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const MONTHS = 'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(
  ' ',
);

/** The fields that `.get(field)` can read: ChronoField constants and week fields. */
const FIELDS: Readonly<Record<string, (self: ZonedDateTime) => number>> = {
  YEAR: ({ time }) => time.year,
  MONTH_OF_YEAR: ({ time }) => time.month,
  DAY_OF_MONTH: ({ time }) => time.day,
  DAY_OF_YEAR: ({ time }) => time.ordinal,
  DAY_OF_WEEK: ({ time }) => time.weekday,
  HOUR_OF_DAY: ({ time }) => time.hour,
  MINUTE_OF_HOUR: ({ time }) => time.minute,
  MINUTE_OF_DAY: ({ time }) => time.hour * 60 + time.minute,
  SECOND_OF_MINUTE: ({ time }) => time.second,
  SECOND_OF_DAY: ({ time }) => time.hour * 3600 + time.minute * 60 + time.second,
  MILLI_OF_SECOND: ({ time }) => time.millisecond,
  WEEK_OF_WEEK_BASED_YEAR: ({ time }) => time.weekNumber,
};

function readField(self: ZonedDateTime, field: Value): number {
  const name = asText(field);
  if (!Object.hasOwn(FIELDS, name))
    throw new PainlessFailure('unsupported_operation_exception', `Unsupported field: ${name}`);
  return FIELDS[name](self);
}

function shifts(): MemberTable<ZonedDateTime> {
  const table: Record<string, Member<ZonedDateTime>> = {};
  for (const unit of ['Years', 'Months', 'Weeks', 'Days', 'Hours', 'Minutes', 'Seconds']) {
    for (const way of ['plus', 'minus'])
      table[way + unit] = (self, [amount]) => shift(self, way + unit, amount);
  }
  return table;
}

/** `plusDays(3)` and similar, for dates, instants and times of day. */
function dayShifts(): MemberTable<TemporalValue> {
  const table: Record<string, Member<TemporalValue>> = {};
  for (const [name, move] of Object.entries(shifts())) {
    table[name] = (self, args) => {
      const moved = move(new ZonedDateTime(timeOf(self)), args) as ZonedDateTime;
      return sameKind(self, moved);
    };
  }
  return table;
}

const sameKind = (self: TemporalValue, moved: ZonedDateTime): Value => movedTo(self, moved.time);

/** `with(adjuster)`, for results of TemporalAdjusters. */
function adjusted(self: Value, [adjuster]: readonly Value[]): Value {
  if (typeof adjuster === 'function') return adjuster(self);
  throw new PainlessFailure('unsupported_operation_exception', 'Unsupported adjuster');
}

/** `plus(2, ChronoUnit.DAYS)` and `minus`, also with a period or a duration. */
const moving =
  (sign: 1 | -1) =>
  (self: Value, [amount, unit]: readonly Value[]): Value => {
    const time = timeOf(self);
    if (unit !== undefined) {
      return movedTo(self, time.plus({ [asText(unit).toLowerCase()]: sign * asInteger(amount) }));
    }
    const { years = 0, months = 0, days = 0, ms = 0 } = amount as unknown as Record<string, number>;
    const moved = time.plus({ years: sign * years, months: sign * months }).plus({ days: sign * days });
    return movedTo(self, moved.plus(sign * ms));
  };

const dateParts: MemberTable<ZonedDateTime | TemporalValue> = {
  with: (self, args) => adjusted(self, args),
  plus: moving(1),
  minus: moving(-1),
};

const WITHERS: Readonly<Record<string, string>> = {
  withYear: 'year',
  withMonth: 'month',
  withDayOfMonth: 'day',
  withHour: 'hour',
  withMinute: 'minute',
  withSecond: 'second',
};

function setters(): MemberTable<ZonedDateTime> {
  const table: Record<string, Member<ZonedDateTime>> = {};
  for (const [name, unit] of Object.entries(WITHERS)) {
    table[name] = ({ time }, [value]) => new ZonedDateTime(time.set({ [unit]: asInteger(value) }));
  }
  return table;
}

function withers(): MemberTable<TemporalValue> {
  const table: Record<string, Member<TemporalValue>> = {};
  for (const [name, change] of Object.entries(setters())) {
    table[name] = (self, args) =>
      sameKind(self, change(new ZonedDateTime(timeOf(self)), args) as ZonedDateTime);
  }
  return table;
}

/** Units of `truncatedTo`. */
const TRUNCATIONS: Readonly<Record<string, 'day' | 'hour' | 'minute' | 'second'>> = {
  DAYS: 'day',
  HOURS: 'hour',
  MINUTES: 'minute',
  SECONDS: 'second',
};

/** ZonedDateTime, the class of `doc['date'].value`. */
export const dateMembers: MemberTable<ZonedDateTime> = {
  ...dateParts,
  ...shifts(),
  ...setters(),
  truncatedTo: (self, [unit]) => {
    const name = TRUNCATIONS[asText(unit)];
    return name === undefined ? self : new ZonedDateTime(self.time.startOf(name));
  },
  zone: ({ time }) =>
    new TemporalValue('java.time.ZoneId', time.zoneName === 'UTC' ? 'Z' : String(time.zoneName), null),
  toLocalTime: ({ time }) => localTime(time.hour, time.minute, time.second),
  year: ({ time }) => time.year,
  monthValue: ({ time }) => time.month,
  month: ({ time }) => new TemporalValue('java.time.Month', MONTHS[time.month - 1], time),
  dayOfMonth: ({ time }) => time.day,
  dayOfYear: ({ time }) => time.ordinal,
  dayOfWeek: ({ time }) => new TemporalValue('java.time.DayOfWeek', DAYS[time.weekday - 1], time),
  dayOfWeekEnum: ({ time }) => new TemporalValue('java.time.DayOfWeek', DAYS[time.weekday - 1], time),
  hour: ({ time }) => time.hour,
  minute: ({ time }) => time.minute,
  second: ({ time }) => time.second,
  nano: ({ time }) => time.millisecond * 1_000_000,
  millis: ({ time }) => time.toMillis(),
  get: (self, [field]) => readField(self, field),
  toInstant: ({ time }) => instantOf(time.toMillis()),
  toEpochSecond: ({ time }) => Math.floor(time.toMillis() / 1000),
  toLocalDate: ({ time }) => localDate(time),
  withZoneSameInstant: ({ time }, [zone]) => new ZonedDateTime(time.setZone(luxonZone(asText(zone)))),
  isBefore: ({ time }, [other]) => time < timeOf(other),
  isAfter: ({ time }, [other]) => time > timeOf(other),
  isEqual: ({ time }, [other]) => time.toMillis() === timeOf(other).toMillis(),
  compareTo: ({ time }, [other]) => Math.sign(time.toMillis() - timeOf(other).toMillis()),
  equals: (self, [other]) => equal(self, other),
  format: (self, [formatter]) => formatDate(formatter as DateFormatter, self),
  toString: (self: ZonedDateTime) => self.toString(),
};

/** LocalDate, LocalTime, Instant, DayOfWeek, Month, ZoneId. */
export const temporalMembers: MemberTable<TemporalValue> = {
  ...dateParts,
  ...dayShifts(),
  lengthOfMonth: (self) => timeOf(self).daysInMonth ?? 0,
  lengthOfYear: (self) => timeOf(self).daysInYear,
  isLeapYear: (self) => timeOf(self).isInLeapYear,
  month: (self) => new TemporalValue('java.time.Month', MONTHS[timeOf(self).month - 1], timeOf(self)),
  second: (self) => timeOf(self).second,
  toLocalDate: (self) => localDate(timeOf(self)),
  isEqual: (self, [other]) => timeOf(self).toMillis() === timeOf(other).toMillis(),
  compareTo: (self, [other]) => Math.sign(timeOf(self).toMillis() - timeOf(other).toMillis()),
  ...withers(),
  toEpochDay: (self) => Math.floor(timeOf(self).toMillis() / 86_400_000),
  getDayOfWeek: (self) =>
    new TemporalValue('java.time.DayOfWeek', DAYS[timeOf(self).weekday - 1], timeOf(self)),
  getDayOfYear: (self) => timeOf(self).ordinal,
  atStartOfDay: (self, [zone]) =>
    new ZonedDateTime(
      timeOf(self)
        .startOf('day')
        .setZone(luxonZone(asText(zone ?? 'Z')), { keepLocalTime: true }),
    ),
  toEpochMilli: (self) => timeOf(self).toMillis(),
  getEpochSecond: (self) => Math.floor(timeOf(self).toMillis() / 1000),
  getValue: (self) => (self.className === 'java.time.Month' ? timeOf(self).month : timeOf(self).weekday),
  getYear: (self) => timeOf(self).year,
  getMonthValue: (self) => timeOf(self).month,
  getDayOfMonth: (self) => timeOf(self).day,
  getHour: (self) => timeOf(self).hour,
  getMinute: (self) => timeOf(self).minute,
  atZone: (self, [zone]) => new ZonedDateTime(timeOf(self).setZone(luxonZone(asText(zone)))),
  weekOfWeekBasedYear: () => 'WEEK_OF_WEEK_BASED_YEAR',
  dayOfWeek: () => 'DAY_OF_WEEK',
  isBefore: (self, [other]) => timeOf(self) < timeOf(other),
  isAfter: (self, [other]) => timeOf(self) > timeOf(other),
  format: (self, [formatter]) => formatDate(formatter as DateFormatter, self),
  equals: (self, [other]) => equal(self, other),
  name: (self) => self.text,
  toString: (self: TemporalValue) => self.text,
};

/** DateTimeFormatter, SimpleDateFormat. */
export const formatterMembers: MemberTable<Formatter> = {
  withZone: (self, [zone]) => new Formatter(self.pattern, asText(zone)),
  withLocale: (self) => self,
  format: (self, [value]) => formatDate(self, value),
  parse: (self, [text]) => new ZonedDateTime(parseDate(asText(text), self.pattern)),
};

export const ISO_FORMATTER = new Formatter(ISO_PATTERN);

/** `LocalDate.parse(text, formatter)` and similar. */
export function parseTemporal(text: Value, formatter: Value | undefined): ZonedDateTime {
  return new ZonedDateTime(
    parseDate(asText(text), formatter instanceof Formatter ? formatter.pattern : ISO_PATTERN),
  );
}

export function epochMilli(value: Value): TemporalValue {
  return instantOf(asInteger(value));
}
