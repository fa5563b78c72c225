import { SqlError } from '../errors.ts';
import type { SqlType } from '../types.ts';
import { NANOS_PER_SECOND, SqlDate, SqlTime, SqlTimestamp } from '../values/index.ts';
import { num, sig } from './define.ts';
import { type Scripted, textScript } from './painless.ts';
import type { EvaluationContext, FunctionTable, ScalarFunction } from './types.ts';

/**
 * The current time: NOW and its variants return the statement's start, in whole seconds; SYSDATE the time of
 * its evaluation.
 */

function startSecond({ startMillis }: EvaluationContext): SqlTimestamp {
  return new SqlTimestamp(Math.floor(startMillis / 1000), 0);
}

const now = (name: string, type: SqlType = 'datetime'): ScalarFunction => ({
  names: [name],
  signatures: [sig([], type, (_args, context) => startSecond(context))],
  doc: 'Date and time (UTC) at which the statement began.',
  examples: [[`${name.toUpperCase()}() > TIMESTAMP '2020-01-01 00:00:00'`, 'true']],
});

const currentDate = (name: string): ScalarFunction => ({
  names: [name],
  signatures: [sig([], 'date', (_args, context) => new SqlDate(startSecond(context).epochDay))],
  doc: 'The date (UTC) at which the statement began.',
  examples: [[`${name.toUpperCase()}() > DATE '2020-01-01'`, 'true']],
});

const currentTime = (name: string): ScalarFunction => ({
  names: [name],
  signatures: [
    sig([], 'time', (_args, context) => new SqlTime(startSecond(context).secondOfDay * NANOS_PER_SECOND)),
  ],
  doc: 'The time of day (UTC) at which the statement began.',
  examples: [[`${name.toUpperCase()}() >= TIME '00:00:00'`, 'true']],
});

function truncated(millis: number, digits: number): SqlTimestamp {
  if (digits < 0 || digits > 6) {
    throw new SqlError('IllegalArgumentException', `Invalid \`fsp\` value: ${digits}, allowed 0 to 6`);
  }
  const { epochSecond, nano } = SqlTimestamp.ofMillis(millis);
  const unit = 10 ** (9 - digits);
  return new SqlTimestamp(epochSecond, Math.floor(nano / unit) * unit);
}

const clockScript = (name: string, format: string): Scripted =>
  textScript(name, () => `new SimpleDateFormat('${format}').format(System.currentTimeMillis())`);

export const clockFunctions: FunctionTable = [
  { ...now('now'), ...clockScript('now', 'HH:mm:ss') },
  now('current_timestamp'),
  now('localtimestamp'),
  now('localtime'),
  now('utc_timestamp'),
  {
    names: ['sysdate'],
    signatures: [
      sig([], 'datetime', (_args, { clock }) => truncated(clock.nowMs(), 0)),
      sig(['integer'], 'datetime', ([digits], { clock }) => truncated(clock.nowMs(), num(digits))),
    ],
    doc: 'Date and time (UTC) of the call, with up to six decimals of the second.',
    examples: [["SYSDATE() > TIMESTAMP '2020-01-01 00:00:00'", 'true']],
  },
  { ...currentDate('curdate'), ...clockScript('curdate', 'yyyy-MM-dd') },
  currentDate('current_date'),
  currentDate('utc_date'),
  currentTime('curtime'),
  currentTime('current_time'),
  currentTime('utc_time'),
];
