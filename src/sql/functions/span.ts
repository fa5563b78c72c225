import { evaluationError, SqlError } from '../errors.ts';
import type { SqlType } from '../types.ts';
import { isAbsent, numericTypes, SqlDate, SqlTime, SqlTimestamp, type SqlValue } from '../values/index.ts';
import { nullable, num, text } from './define.ts';
import { coreTypes, wideningDistance } from './resolve.ts';
import { type SpanUnit, spanUnit } from './spanUnits.ts';
import type { Evaluate, Histogram, ScalarFunction, Signature } from './types.ts';

/** `span(field, amount unit)`: the start of the interval that a number or date falls into. */

const AMOUNTS: readonly SqlType[] = ['integer', 'long', 'double'];
const DAY = 86_400_000;

interface Cut {
  /** What the original's message says it expects. */
  readonly wants: string;
  readonly begin: (value: SqlValue, amount: number, unit: string) => SqlValue;
}

const WHOLE: Cut = {
  wants: 'long',
  begin: (value, amount) => {
    const by = BigInt(Math.trunc(amount));
    if (by === 0n) throw new SqlError('ArithmeticException', '/ by zero');
    const rest = BigInt(value as number | bigint) % by;
    return Number(
      BigInt(value as number | bigint) - (rest !== 0n && rest < 0n !== by < 0n ? rest + by : rest),
    );
  },
};

/** Rounds towards zero, with a number of intervals limited to the range of an int. */
const REAL: Cut = {
  wants: 'double',
  begin: (value, amount) => {
    const spans = Math.trunc(num(value) / amount) || 0;
    return Math.min(Math.max(spans, -0x8000_0000), 0x7fff_ffff) * amount;
  },
};

function dated(
  wants: string,
  begin: (value: SqlValue, cut: (millis: number) => number, unit: SpanUnit) => SqlValue,
): Cut {
  return {
    wants,
    begin: (value, amount, unitName) => {
      const unit = spanUnit(unitName);
      const whole = Math.trunc(amount);
      if (whole === 0) throw new SqlError('ArithmeticException', '/ by zero');
      return begin(value, (millis) => unit.floor(millis, whole), unit);
    },
  };
}

const moment = (wants: string): Cut =>
  dated(wants, (value, cut) => SqlTimestamp.ofMillis(cut((value as SqlTimestamp).epochMillis)));

const CUTS: Readonly<Partial<Record<SqlType, Cut>>> = {
  ...Object.fromEntries(numericTypes.map((type) => [type, WHOLE])),
  float: REAL,
  double: REAL,
  timestamp: moment('timestamp'),
  datetime: moment('datetime'),
  date: dated('date', (value, cut) => new SqlDate(Math.floor(cut((value as SqlDate).epochDay * DAY) / DAY))),
  time: dated('time', (value, cut, { name, isOfDay }) => {
    if (!isOfDay) throw evaluationError(`Unable to set span unit ${name} for TIME type`);
    return new SqlTime(cut(Math.floor((value as SqlTime).nanoOfDay / 1_000_000)) * 1_000_000);
  }),
};

function signature(field: SqlType, amount: SqlType): Signature {
  const isWider = wideningDistance(field, amount) < Number.POSITIVE_INFINITY;
  const returns = isWider ? amount : field;
  const cut = CUTS[returns];
  return nullable([field, amount, 'keyword'], returns, ([value, by, unit], { corrections }) => {
    if (cut === undefined) throw noSpans();
    if (isAbsent(value)) {
      if (corrections) return null;
      throw evaluationError(`invalid to get ${cut.wants}Value from value of type UNDEFINED`);
    }
    return cut.begin(value, num(by), text(unit));
  });
}

function noSpans(): SqlError {
  const details = 'Cannot invoke "java.lang.Comparable.compareTo(Object)" because "k1" is null';
  return new SqlError('NullPointerException', details);
}

/** Rounds like a search: NULL stays NULL, numbers are rounded down. */
const cutInSearch: Evaluate = ([value, by, unit]) => {
  if (isAbsent(value)) return null;
  const amount = num(by);
  if (text(unit) !== '' && value instanceof SqlTimestamp)
    return moment('timestamp').begin(value, amount, text(unit));
  const floor = (x: number): number => Math.floor(x / amount) * amount;
  return value instanceof SqlTimestamp ? SqlTimestamp.ofMillis(floor(value.epochMillis)) : floor(num(value));
};

/** Throws IllegalArgumentException. */
function histogram([by, unit]: readonly SqlValue[]): Histogram {
  const amount = num(by);
  if (text(unit) !== '') return dateHistogram(Math.trunc(amount), spanUnit(text(unit)));
  if (amount > 0) return { type: 'histogram', parameters: { interval: amount } };
  const details = '[interval] must be greater than 0 for [histogram] source';
  throw new SqlError('IllegalArgumentException', details);
}

function dateHistogram(amount: number, { name, isFixed }: SpanUnit): Histogram {
  const interval = `${amount}${name}`;
  if (isFixed) return { type: 'date_histogram', parameters: { fixed_interval: interval } };
  if (amount === 1) return { type: 'date_histogram', parameters: { calendar_interval: interval } };
  const details = `The supplied interval [${interval}] could not be parsed as a calendar interval.`;
  throw new SqlError('IllegalArgumentException', details);
}

export const span: ScalarFunction = {
  names: ['span'],
  signatures: coreTypes.flatMap((field) => AMOUNTS.map((amount) => signature(field, amount))),
  grouping: { evaluate: cutInSearch, histogram },
  doc: 'Where the span of a number, or of a date, begins that the value lies in.',
  examples: [],
};
