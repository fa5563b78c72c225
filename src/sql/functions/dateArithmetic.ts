import { evaluationError } from '../errors.ts';
import type { SqlType } from '../types.ts';
import {
  NANOS_PER_DAY,
  NANOS_PER_SECOND,
  SqlDate,
  SqlInterval,
  SqlTime,
  SqlTimestamp,
  type SqlValue,
} from '../values/index.ts';
import { addUnit, differenceIn, intervalOf } from './dateUnits.ts';
import { fn, num, sig, text } from './define.ts';
import { plusInterval } from './plusInterval.ts';
import { dayArgument, nanoOfDayArgument, timestampArgument } from './temporalArguments.ts';
import type { EvaluationContext, FunctionTable, ScalarFunction, Signature } from './types.ts';

/** Addition and subtraction of dates, times and intervals. */

const TEMPORAL: readonly SqlType[] = ['date', 'datetime', 'timestamp', 'time'];

function byInterval(sign: 1 | -1): Signature[] {
  return TEMPORAL.map((type) =>
    sig([type, 'interval'], 'datetime', ([d, interval], c) =>
      plusInterval(timestampArgument(d, c), interval as SqlInterval, sign),
    ),
  );
}

function byDays(sign: 1 | -1): Signature[] {
  return TEMPORAL.map((type) =>
    sig([type, 'long'], type === 'date' ? 'date' : 'datetime', ([d, days], c) => {
      if (d instanceof SqlDate) return new SqlDate(d.epochDay + sign * num(days));
      return plusInterval(timestampArgument(d, c), new SqlInterval({ days: num(days) }), sign);
    }),
  );
}

/** Adds the second argument's time of day to the first; a TIME stays a TIME and wraps at midnight. */
function applyTime(value: SqlValue, delta: SqlValue, sign: 1 | -1, c: EvaluationContext): SqlValue {
  const nanos = sign * nanoOfDayArgument(delta);
  if (value instanceof SqlTime) return timeOf(value.nanoOfDay + nanos);
  const timestamp = timestampArgument(value, c);
  return SqlTimestamp.of(timestamp.epochDay, timestamp.nanoOfDay + nanos);
}

function timeOf(nanos: number): SqlTime {
  return new SqlTime(((nanos % NANOS_PER_DAY) + NANOS_PER_DAY) % NANOS_PER_DAY);
}

function byTime(sign: 1 | -1): Signature[] {
  const firsts: readonly SqlType[] = ['time', 'date', 'datetime', 'timestamp'];
  return firsts.flatMap((first) =>
    firsts.map((second) =>
      sig([first, second], first === 'time' ? 'time' : 'datetime', ([a, b], c) => applyTime(a, b, sign, c)),
    ),
  );
}

function pairs(evaluate: Signature['evaluate']): Signature[] {
  return TEMPORAL.flatMap((a) => TEMPORAL.map((b) => sig([a, b], 'long', evaluate)));
}

/** TIMESTAMPDIFF's declared type is DATETIME although it returns a number (recorded). */
const unitDifferences: Signature[] = (
  [
    ['datetime', 'datetime'],
    ['datetime', 'timestamp'],
    ['timestamp', 'datetime'],
    ['timestamp', 'timestamp'],
    ['time', 'time'],
  ] as const
).map((pair) =>
  sig(['keyword', ...pair], 'datetime', ([unit, a, b], c) =>
    differenceIn(text(unit), timestampArgument(a, c), timestampArgument(b, c)),
  ),
);

function interval(amount: SqlValue, unit: string): SqlInterval {
  const made = intervalOf(unit, num(amount));
  if (made === null) throw evaluationError(`interval unit ${unit} is not supported`);
  return made;
}

const unitFirst: Partial<ScalarFunction> = { word: { at: 0, shown: 'unit' } };

export const dateArithmeticFunctions: FunctionTable = [
  fn(
    'interval',
    (['integer', 'long'] as const).map((type) =>
      sig([type, 'keyword'], 'interval', ([n, unit]) => interval(n, text(unit))),
    ),
    'A length of time.',
    ["DATE_ADD(DATE('2020-08-26'), INTERVAL 2 WEEK)", '2020-09-09 00:00:00'],
    {
      isOperator: true,
      form: ([amount, unit]) => `INTERVAL ${amount} ${unit}`,
      word: { at: 1, shown: 'unit' },
    },
  ),
  fn('adddate', [...byInterval(1), ...byDays(1)], 'A date plus an interval or a number of days.', [
    "ADDDATE(DATE('2020-08-26'), 1)",
    '2020-08-27',
  ]),
  fn('date_add', byInterval(1), 'A date plus an interval.', [
    "DATE_ADD(TIMESTAMP('2024-01-31 00:00:00'), INTERVAL 1 MONTH)",
    '2024-02-29 00:00:00',
  ]),
  fn('date_sub', byInterval(-1), 'A date minus an interval.', [
    "DATE_SUB(DATE('2020-08-26'), INTERVAL 1 HOUR)",
    '2020-08-25 23:00:00',
  ]),
  fn('subdate', [...byInterval(-1), ...byDays(-1)], 'A date minus an interval or a number of days.', [
    "SUBDATE(DATE('2008-01-02'), 31)",
    '2007-12-02',
  ]),
  fn('addtime', byTime(1), 'A date or time plus a time of day.', [
    "ADDTIME(TIME '23:00:00', TIME '02:00:00')",
    '01:00:00',
  ]),
  fn('subtime', byTime(-1), 'A date or time minus a time of day.', [
    "SUBTIME(TIME '10:20:30', TIME '00:42:42')",
    '09:37:48',
  ]),
  fn(
    'datediff',
    pairs(([a, b], c) => dayArgument(a, c) - dayArgument(b, c)),
    'Days from the second date to the first.',
    ["DATEDIFF('2004-02-29', '2004-01-01')", '59'],
  ),
  fn(
    'timediff',
    [sig(['time', 'time'], 'time', ([a, b]) => timeOf(nanoOfDayArgument(a) - nanoOfDayArgument(b)))],
    'The time between two times of day.',
    ["TIMEDIFF('23:59:59', '13:00:00')", '10:59:59'],
  ),
  fn(
    'timestampadd',
    (['datetime', 'timestamp', 'time'] as const).map((type) =>
      sig(['keyword', 'integer', type], 'datetime', ([unit, n, d], c) =>
        addUnit(text(unit), num(n), timestampArgument(d, c)),
      ),
    ),
    'A number of units added.',
    ["TIMESTAMPADD(DAY, 17, '2000-01-01 00:00:00')", '2000-01-18 00:00:00'],
    unitFirst,
  ),
  fn(
    'timestampdiff',
    unitDifferences,
    'Whole units from the first moment to the second.',
    ["TIMESTAMPDIFF(MONTH, '2003-02-01 00:00:00', '2003-05-01 00:00:00')", '3'],
    unitFirst,
  ),
  fn(
    'sec_to_time',
    (['integer', 'long', 'double', 'float'] as const).map((type) =>
      sig([type], 'time', ([s]) => timeOf(Math.round(num(s) * NANOS_PER_SECOND))),
    ),
    'Seconds since midnight as a time.',
    ['SEC_TO_TIME(3601)', '01:00:01'],
  ),
];
