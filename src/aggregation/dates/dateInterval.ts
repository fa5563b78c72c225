import { illegalArgument, type JsonObject, type JsonValue, OpenSearchError } from '../../common/index.ts';
import { anyField, type Field } from '../framework/objectParser.ts';
import { contentError } from '../framework/parseErrors.ts';
import { type CalendarUnit, calendarRounding, type DateRounding, fixedRounding } from './dateRounding.ts';
import { UTC, zoneOffsets } from './zoneOffsets.ts';

const CALENDAR_UNITS: Readonly<Record<string, CalendarUnit>> = {
  year: 'year',
  '1y': 'year',
  quarter: 'quarter',
  '1q': 'quarter',
  month: 'month',
  '1M': 'month',
  week: 'week',
  '1w': 'week',
  day: 'day',
  '1d': 'day',
  hour: 'hour',
  '1h': 'hour',
  minute: 'minute',
  '1m': 'minute',
  second: 'second',
  '1s': 'second',
};

const FIXED_UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

export type DateInterval =
  | { readonly kind: 'calendar'; readonly unit: CalendarUnit }
  | { readonly kind: 'fixed'; readonly ms: number }
  /** Invalid text in the legacy form, reported when a shard rounds by it. */
  | { readonly kind: 'unknown'; readonly text: string };

function calendarUnit(text: string): CalendarUnit | null {
  return Object.hasOwn(CALENDAR_UNITS, text) ? CALENDAR_UNITS[text] : null;
}

/** `90d`, `12h`, `500ms` → milliseconds; `null` for other text. Units may be upper case, except M. */
export function fixedIntervalMs(text: string): number | null {
  const match = /^(-?\d+)(nanos|micros|ms|s|m|h|d)$/.exec(text.trim().toLowerCase());
  if (!match || text.trim().endsWith('M')) return null;
  const unit = FIXED_UNITS_MS[match[2]] ?? (match[2] === 'nanos' ? 1e-6 : 1e-3);
  return Math.floor(Number(match[1]) * unit);
}

const calendarField: Field<DateInterval> = anyField(['VALUE_STRING'], (value) => {
  const unit = calendarUnit(String(value));
  if (unit) return { kind: 'calendar', unit };
  if (value === '') throw illegalArgument('[interval] must not be null: [date_histogram]');
  throw illegalArgument(`The supplied interval [${value}] could not be parsed as a calendar interval.`);
});

const fixedField: Field<DateInterval> = anyField(['VALUE_STRING'], (value) => {
  const ms = fixedIntervalMs(String(value));
  if (ms !== null) return { kind: 'fixed', ms };
  throw badTime(String(value));
});

/** Why a text is not a time value, in the original's words. */
function badTime(text: string): OpenSearchError {
  const digits = /^(.*?)(?:nanos|micros|ms|s|m|h|d)$/.exec(text.trim().toLowerCase())?.[1];
  if (digits === undefined || text.trim().endsWith('M')) {
    return illegalArgument(
      `failed to parse setting [date_histogram.fixedInterval] with value [${text}] as a time value: ` +
        'unit is missing or unrecognized',
    );
  }
  const fraction = digits.trim() !== '' && !Number.isNaN(Number(digits));
  const reason = `failed to parse [${text}]${fraction ? ', fractional time values are not supported' : ''}`;
  const cause = new OpenSearchError('number_format_exception', `For input string: "${digits}"`);
  return illegalArgument(reason, cause);
}

/** The form before 7.2: a calendar unit, a fixed length, or milliseconds. */
const legacyField: Field<DateInterval> = anyField(['VALUE_STRING', 'VALUE_NUMBER'], (value) => {
  if (typeof value === 'number') {
    if (value >= 1) return { kind: 'fixed', ms: value };
    throw illegalArgument('[interval] must be 1 or greater for aggregation [date_histogram]');
  }
  const unit = calendarUnit(String(value));
  if (unit) return { kind: 'calendar', unit };
  const ms = fixedIntervalMs(String(value));
  if (ms !== null) return { kind: 'fixed', ms };
  return { kind: 'unknown', text: String(value) };
});

export const intervalFields = {
  interval: legacyField,
  calendar_interval: calendarField,
  fixed_interval: fixedField,
} as const;

interface IntervalOptions {
  readonly interval?: DateInterval;
  readonly calendar_interval?: DateInterval;
  readonly fixed_interval?: DateInterval;
}

/** Throws if several intervals are given, naming the last one. */
export function checkOneInterval(parser: string, json: JsonObject): void {
  const given = Object.keys(json).filter((key) => Object.hasOwn(intervalFields, key));
  if (given.length < 2) return;
  const cause =
    given[1] === 'interval'
      ? 'Cannot use [interval] with [fixed_interval] or [calendar_interval] configuration options.'
      : `Cannot use [${given[1]}] with [${given[0]}] configuration option.`;
  const at = { container: json, key: given[1], edge: 'value' } as const;
  throw contentError(`[${parser}] failed to parse field [${given[1]}]`, at, illegalArgument(cause));
}

/** The given interval. Throws if there is none. */
export function chooseInterval(options: IntervalOptions): DateInterval {
  const { interval, calendar_interval: calendar, fixed_interval: fixed } = options;
  const chosen = calendar ?? fixed ?? interval;
  if (!chosen) throw illegalArgument('Invalid interval specified, must be non-null and non-empty');
  return chosen;
}

/** Throws illegal_argument_exception for zero-length intervals. */
export function dateRounding(
  interval: DateInterval,
  timeZone: string | undefined,
  offsetMs: number,
): DateRounding {
  const zone = timeZone === undefined ? UTC : zoneOffsets(timeZone);
  if (interval.kind === 'calendar') return calendarRounding(interval.unit, zone, offsetMs);
  if (interval.kind === 'unknown') throw illegalArgument(`Unable to parse interval [${interval.text}]`);
  if (interval.ms < 1) throw illegalArgument('Zero or negative time interval not supported');
  return fixedRounding(interval.ms, zone, offsetMs);
}

/** `offset`: milliseconds, or `+6h`, `-1d`. */
export const offsetField: Field<number> = anyField(['VALUE_STRING', 'VALUE_NUMBER'], (value: JsonValue) => {
  if (typeof value !== 'string') return Math.trunc(Number(value));
  const sign = value.startsWith('-') ? -1 : 1;
  const ms = fixedIntervalMs(value.replace(/^[+-]/, ''));
  if (ms !== null) return sign * ms;
  if (/^[+-]?0$/.test(value)) return 0;
  throw illegalArgument(
    `failed to parse setting [DateHistogramAggregationBuilder.parseOffset] with value [${value.replace(/^[+-]/, '')}] as a time value: unit is missing or unrecognized`,
  );
});
