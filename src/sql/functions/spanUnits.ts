import { SqlError } from '../errors.ts';
import { civilOf } from '../values/index.ts';

/**
 * Units of `span(date, n unit)`: their lengths, how the original rounds a date to them, and how a search
 * does.
 */

export interface SpanUnit {
  /** The unit's name in searches. */
  readonly name: string;
  /** Whether a search accepts any multiple of it. */
  readonly isFixed: boolean;
  /** Whether a time of day can be rounded to it. */
  readonly isOfDay: boolean;
  /** The start of the interval of `amount` units that contains the time; both in epoch milliseconds. */
  readonly floor: (millis: number, amount: number) => number;
}

const DAY = 86_400_000;

/** Rounds towards 1970, also for earlier dates. */
function lengthOf(millis: number): SpanUnit['floor'] {
  return (moment, amount) => moment - (moment % (millis * amount)) + 0;
}

/** Weeks start on Monday; 1970 started on a Thursday. */
const week: SpanUnit['floor'] = (moment, amount) => lengthOf(7 * DAY)(moment + 3 * DAY, amount) - 3 * DAY;

function monthsOf(months: number): SpanUnit['floor'] {
  return (moment, amount) => {
    const length = months * amount;
    const { year, month } = civilOf(Math.floor(moment / DAY));
    const since = (year - 1970) * 12 + month - 1;
    return Date.UTC(1970, (Math.trunc((since + length) / length) - 1) * length, 1);
  };
}

const year: SpanUnit['floor'] = (moment, amount) => {
  const since = civilOf(Math.floor(moment / DAY)).year - 1970;
  return Date.UTC(1970 + Math.trunc(since / amount) * amount, 0, 1);
};

const MINUTE: SpanUnit = { name: 'm', isFixed: true, isOfDay: true, floor: lengthOf(60_000) };
const MONTH: SpanUnit = { name: 'M', isFixed: false, isOfDay: false, floor: monthsOf(1) };

const UNITS: readonly (SpanUnit & { readonly long: string })[] = [
  { name: 'ms', long: 'millisecond', isFixed: true, isOfDay: true, floor: lengthOf(1) },
  { name: 's', long: 'second', isFixed: true, isOfDay: true, floor: lengthOf(1000) },
  { ...MINUTE, long: 'minute' },
  { name: 'h', long: 'hour', isFixed: true, isOfDay: true, floor: lengthOf(3_600_000) },
  { name: 'd', long: 'day', isFixed: true, isOfDay: false, floor: lengthOf(DAY) },
  { name: 'w', long: 'week', isFixed: false, isOfDay: false, floor: week },
  { ...MONTH, long: 'month' },
  { name: 'q', long: 'quarter', isFixed: false, isOfDay: false, floor: monthsOf(3) },
  { name: 'y', long: 'year', isFixed: false, isOfDay: false, floor: year },
];

/** Case-insensitive except for `m` and `M`. Throws IllegalArgumentException. */
export function spanUnit(written: string): SpanUnit {
  if (written === 'm') return MINUTE;
  if (written === 'M') return MONTH;
  const name = written.toLowerCase();
  const unit = UNITS.find((candidate) => candidate.name === name || candidate.long === name);
  if (unit !== undefined) return unit;
  throw new SqlError('IllegalArgumentException', `Unable to resolve unit ${written}`);
}
