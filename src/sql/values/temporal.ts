import { civilOf } from './calendar.ts';

/** Immutable date, time and timestamp values without time zones, at nanosecond precision. */

export const NANOS_PER_SECOND = 1_000_000_000;
export const SECONDS_PER_DAY = 86_400;
export const NANOS_PER_DAY = SECONDS_PER_DAY * NANOS_PER_SECOND;

export class SqlDate {
  readonly epochDay: number;
  constructor(epochDay: number) {
    this.epochDay = epochDay;
  }

  toString(): string {
    return formatDay(this.epochDay);
  }
}

export class SqlTime {
  /** 0 … 86,399,999,999,999. */
  readonly nanoOfDay: number;
  constructor(nanoOfDay: number) {
    this.nanoOfDay = nanoOfDay;
  }

  get secondOfDay(): number {
    return Math.floor(this.nanoOfDay / NANOS_PER_SECOND);
  }

  get nano(): number {
    return this.nanoOfDay % NANOS_PER_SECOND;
  }

  toString(): string {
    return formatTime(this.secondOfDay, this.nano);
  }
}

/** For the types datetime and timestamp; in UTC. */
export class SqlTimestamp {
  readonly epochSecond: number;
  /** 0 … 999,999,999. */
  readonly nano: number;

  constructor(epochSecond: number, nano: number) {
    this.epochSecond = epochSecond;
    this.nano = nano;
  }

  static ofMillis(epochMillis: number): SqlTimestamp {
    const second = Math.floor(epochMillis / 1000);
    return new SqlTimestamp(second, Math.round((epochMillis - second * 1000) * 1_000_000));
  }

  /** `nanoOfDay` may be outside the day. */
  static of(epochDay: number, nanoOfDay: number): SqlTimestamp {
    const seconds = Math.floor(nanoOfDay / NANOS_PER_SECOND);
    return new SqlTimestamp(epochDay * SECONDS_PER_DAY + seconds, nanoOfDay - seconds * NANOS_PER_SECOND);
  }

  get epochDay(): number {
    return Math.floor(this.epochSecond / SECONDS_PER_DAY);
  }

  get secondOfDay(): number {
    return this.epochSecond - this.epochDay * SECONDS_PER_DAY;
  }

  get nanoOfDay(): number {
    return this.secondOfDay * NANOS_PER_SECOND + this.nano;
  }

  get epochMillis(): number {
    return this.epochSecond * 1000 + Math.floor(this.nano / 1_000_000);
  }

  toString(): string {
    return `${formatDay(this.epochDay)} ${formatTime(this.secondOfDay, this.nano)}`;
  }
}

/** `INTERVAL n unit`: months and days are calendar arithmetic, seconds and nanos clock arithmetic. */
export class SqlInterval {
  readonly months: number;
  readonly days: number;
  readonly seconds: number;
  readonly nanos: number;

  constructor(parts: Partial<Pick<SqlInterval, 'months' | 'days' | 'seconds' | 'nanos'>>) {
    this.months = parts.months ?? 0;
    this.days = parts.days ?? 0;
    this.seconds = parts.seconds ?? 0;
    this.nanos = parts.nanos ?? 0;
  }

  toString(): string {
    return `P${this.months}M${this.days}DT${this.seconds}S`;
  }
}

export function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

function formatDay(epochDay: number): string {
  const { year, month, day } = civilOf(epochDay);
  const sign = year < 0 ? '-' : '';
  return `${sign}${pad(Math.abs(year), 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** `HH:mm:ss[.fraction]`, the fraction without trailing zeros. */
function formatTime(secondOfDay: number, nano: number): string {
  const hours = Math.floor(secondOfDay / 3600);
  const minutes = Math.floor((secondOfDay % 3600) / 60);
  const text = `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(secondOfDay % 60, 2)}`;
  return nano === 0 ? text : `${text}.${pad(nano, 9).replace(/0+$/, '')}`;
}
