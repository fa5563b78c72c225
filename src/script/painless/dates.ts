import { DateTime, IANAZone } from '../../common/index.ts';
import { PainlessFailure } from './errors.ts';
import { javaFormat } from './javaFormat.ts';
import { asInteger, asText, Double, isPainlessObject, type PainlessObject, type Value } from './values.ts';

/** The parts of java.time available to scripts, implemented with luxon. */

const FIELD_DATE = 'org.opensearch.script.JodaCompatibleZonedDateTime';

export class ZonedDateTime implements PainlessObject {
  readonly className: string;
  readonly time: DateTime;

  constructor(time: DateTime, className = 'java.time.ZonedDateTime') {
    this.time = time;
    this.className = className;
  }

  /** A date field's value, with the class that the original wraps it in. */
  static ofField(ms: number): ZonedDateTime {
    return new ZonedDateTime(DateTime.fromMillis(ms, { zone: 'utc' }), FIELD_DATE);
  }

  /** A date from milliseconds, in UTC. */
  static ofMillis(ms: number): ZonedDateTime {
    return new ZonedDateTime(DateTime.fromMillis(ms, { zone: 'utc' }));
  }

  toString(): string {
    // Field dates print like the field does, including seconds.
    if (this.className === FIELD_DATE) return this.time.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'");
    const { second, millisecond } = this.time;
    const fraction = millisecond === 0 ? '' : `.${String(millisecond).padStart(3, '0')}`;
    const seconds = second === 0 && millisecond === 0 ? '' : `:${String(second).padStart(2, '0')}${fraction}`;
    const zone = this.time.offset === 0 ? 'Z' : this.time.toFormat('ZZ');
    return `${this.time.toFormat("yyyy-MM-dd'T'HH:mm")}${seconds}${zone}`;
  }
}

/**
 * java.time values that scripts can only print or compare: LocalDate, LocalTime, Instant, ZoneId, enum
 * constants.
 */
export class TemporalValue implements PainlessObject {
  readonly className: string;
  readonly text: string;
  readonly time: DateTime | null;

  constructor(className: string, text: string, time: DateTime | null) {
    this.className = className;
    this.text = text;
    this.time = time;
  }

  toString(): string {
    return this.text;
  }
}

/** A DateTimeFormatter or SimpleDateFormat: a Java pattern and a zone. */
export class DateFormatter implements PainlessObject {
  readonly className = 'java.time.format.DateTimeFormatter';
  readonly pattern: string;
  readonly zone: string | null;

  constructor(pattern: string, zone: string | null = null) {
    this.pattern = pattern;
    this.zone = zone;
  }

  toString(): string {
    return this.pattern;
  }
}

export const ISO_PATTERN = 'iso';

export function instantOf(ms: number): TemporalValue {
  const time = DateTime.fromMillis(ms, { zone: 'utc' });
  const { millisecond } = time;
  const fraction = millisecond === 0 ? '' : `.${String(millisecond).padStart(3, '0')}`;
  const text = `${time.toFormat("yyyy-MM-dd'T'HH:mm:ss")}${fraction}Z`;
  return new TemporalValue('java.time.Instant', text, time);
}

export function localDate(time: DateTime): TemporalValue {
  return new TemporalValue('java.time.LocalDate', time.toFormat('yyyy-MM-dd'), time.startOf('day'));
}

export function localDateTime(time: DateTime): TemporalValue {
  const text = new ZonedDateTime(time).toString().replace(/Z$/, '');
  return new TemporalValue('java.time.LocalDateTime', text, time);
}

/** A value of the same class with another time. */
export function movedTo(value: Value, time: DateTime): Value {
  const className = value instanceof TemporalValue ? value.className : '';
  if (className === 'java.time.LocalDate') return localDate(time);
  if (className === 'java.time.LocalDateTime') return localDateTime(time);
  if (className === 'java.time.LocalTime') return localTime(time.hour, time.minute, time.second);
  return className === '' ? new ZonedDateTime(time) : instantOf(time.toMillis());
}

export function localTime(hour: number, minute: number, second: number): TemporalValue {
  const time = DateTime.fromObject({ year: 1970, hour, minute, second }, { zone: 'utc' });
  if (!time.isValid) throw new PainlessFailure('date_time_exception', 'Invalid value for a time of day');
  return new TemporalValue('java.time.LocalTime', time.toFormat(second === 0 ? 'HH:mm' : 'HH:mm:ss'), time);
}

export function zoneId(name: string): TemporalValue {
  if (!/^(Z|UTC|GMT|[+-]\d\d(:?\d\d)?)$/.test(name) && !IANAZone.isValidZone(name)) {
    throw new PainlessFailure('date_time_exception', `Unknown time-zone ID: ${name}`);
  }
  return new TemporalValue('java.time.ZoneId', name, null);
}

export function luxonZone(name: string): string {
  if (name === 'Z' || name === 'GMT') return 'utc';
  return /^[+-]/.test(name) ? `utc${name}` : name;
}

export function timeOf(value: Value): DateTime {
  if (value instanceof ZonedDateTime) return value.time;
  if (value instanceof TemporalValue && value.time !== null) return value.time;
  if (typeof value === 'number') return DateTime.fromMillis(value, { zone: 'utc' });
  if (value instanceof Double) return DateTime.fromMillis(value.value, { zone: 'utc' });
  if (typeof value === 'string') return parseDate(value, ISO_PATTERN);
  const what = isPainlessObject(value) ? value.className : asText(value);
  throw new PainlessFailure('class_cast_exception', `Cannot use [${what}] as a date`);
}

export function formatDate(formatter: DateFormatter, value: Value): string {
  const time = formatter.zone === null ? timeOf(value) : timeOf(value).setZone(luxonZone(formatter.zone));
  if (formatter.pattern === ISO_PATTERN) return new ZonedDateTime(time).toString();
  return javaFormat(time, formatter.pattern);
}

export function parseDate(text: string, pattern: string): DateTime {
  const time =
    pattern === ISO_PATTERN
      ? DateTime.fromISO(text, { zone: 'utc', setZone: true })
      : DateTime.fromFormat(text, pattern, { zone: 'utc' });
  if (!time.isValid)
    throw new PainlessFailure('date_time_parse_exception', `Text '${text}' could not be parsed at index 0`);
  return time;
}

const UNITS: Readonly<Record<string, string>> = {
  Years: 'years',
  Months: 'months',
  Weeks: 'weeks',
  Days: 'days',
  Hours: 'hours',
  Minutes: 'minutes',
  Seconds: 'seconds',
};

/** `plusDays(3)`, `minusMonths(1)`; `null` if the method is not one of these. */
export function shift(value: ZonedDateTime, method: string, amount: Value): ZonedDateTime | null {
  const match = /^(plus|minus)([A-Z]\w+)$/.exec(method);
  const unit = match ? UNITS[match[2]] : undefined;
  if (!match || unit === undefined) return null;
  const count = match[1] === 'plus' ? asInteger(amount) : -asInteger(amount);
  return new ZonedDateTime(value.time.plus({ [unit]: count }));
}
