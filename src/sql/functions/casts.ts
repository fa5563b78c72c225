import { javaDouble, javaFloat } from '../../common/index.ts';
import { evaluationError, SqlError } from '../errors.ts';
import type { SqlType } from '../types.ts';
import { type Integral, normal, SqlDate, SqlTime, type SqlValue, truncateTo, wrap } from '../values/index.ts';
import { num, sig, text } from './define.ts';
import {
  dateOfText,
  epochDayArgument,
  nanoOfDayArgument,
  timeOfText,
  timestampArgument,
  timestampOfText,
} from './temporalArguments.ts';
import type { ScalarFunction, Signature } from './types.ts';

/** CAST, explicit and implicit: one function per target type. */

function numberFormat(image: string): SqlError {
  return new SqlError('NumberFormatException', `For input string: "${image}"`);
}

const RANGE_BITS: Readonly<Partial<Record<SqlType, number>>> = { byte: 8, short: 16, integer: 32, long: 64 };

/** Like Integer.parseInt and similar: digits with an optional sign, within the range of the type. */
function parseInteger(image: string, type: SqlType): Integral {
  if (!/^[+-]?\d{1,40}$/.test(image)) throw numberFormat(image);
  const exact = BigInt(image.replace(/^\+/, ''));
  if (BigInt.asIntN(RANGE_BITS[type] ?? 64, exact) !== exact) throw numberFormat(image);
  return normal(exact);
}

function parseFloating(image: string): number {
  const trimmed = image.trim();
  if (trimmed === '') throw new SqlError('NumberFormatException', 'empty String');
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?$/.test(trimmed)) throw numberFormat(image);
  return Number(trimmed.replace(/[fFdD]$/, ''));
}

function toInteger(type: SqlType): Signature[] {
  return [
    sig(['keyword'], type, ([s]) => parseInteger(text(s), type)),
    sig(['double'], type, ([x]) => (typeof x === 'bigint' ? wrap(x, type) : truncateTo(num(x), type))),
    sig(['boolean'], type, ([b]) => (b === true ? 1 : 0)),
  ];
}

function toFloating(type: 'float' | 'double'): Signature[] {
  const round = type === 'float' ? Math.fround : (x: number): number => x;
  return [
    sig(['keyword'], type, ([s]) => round(parseFloating(text(s)))),
    sig(['double'], type, ([x]) => round(num(x))),
    sig(['boolean'], type, ([b]) => (b === true ? 1 : 0)),
  ];
}

/** The value as printed by Java's String.valueOf. */
function printed(value: SqlValue, type: SqlType): string {
  if (type === 'double') return javaDouble(num(value));
  return type === 'float' ? javaFloat(num(value)) : String(value);
}

const PRINTABLE: readonly SqlType[] = [
  ...(['byte', 'short', 'integer', 'long', 'float', 'double', 'boolean'] as const),
  ...(['time', 'date', 'timestamp', 'datetime'] as const),
];

function toTimestamp(type: 'datetime' | 'timestamp', from: readonly SqlType[]): Signature[] {
  return [
    sig(['keyword'], type, ([s], context) => timestampOfText(text(s), type, context)),
    ...from.map((source) => sig([source], type, ([t], context) => timestampArgument(t, context))),
  ];
}

function castDay(value: SqlValue): number {
  if (value instanceof SqlTime) throw evaluationError('invalid to get dateValue from value of type TIME');
  return epochDayArgument(value);
}

function cast(
  target: string,
  signatures: readonly Signature[],
  examples: ScalarFunction['examples'],
): ScalarFunction {
  return {
    names: [`cast_to_${target}`],
    signatures,
    isOperator: true,
    form: ([x]) => `CAST(${x} AS ${target.toUpperCase()})`,
    doc: `CAST(x AS ${target.toUpperCase()}).`,
    examples,
    ...(target === 'date' && { calendarUnit: 'day' }),
  };
}

/** The cast to each target type. */
export const casts: ReadonlyMap<SqlType, ScalarFunction> = new Map<SqlType, ScalarFunction>([
  [
    'keyword',
    cast(
      'string',
      [
        ...PRINTABLE.map((type) => sig([type], 'keyword', ([x]) => printed(x, type))),
        sig(['keyword'], 'keyword', ([s]) => s),
      ],
      [['CAST(1.5 AS STRING)', '1.5']],
    ),
  ],
  ['byte', cast('byte', toInteger('byte'), [['CAST(300 AS BYTE)', '44']])],
  ['short', cast('short', toInteger('short'), [["CAST('7' AS SHORT)", '7']])],
  ['integer', cast('int', toInteger('integer'), [['CAST(1.7 AS INT)', '1']])],
  ['long', cast('long', toInteger('long'), [['CAST(TRUE AS LONG)', '1']])],
  ['float', cast('float', toFloating('float'), [["CAST('1.5' AS FLOAT)", '1.5']])],
  ['double', cast('double', toFloating('double'), [["CAST('1.5' AS DOUBLE)", '1.5']])],
  [
    'boolean',
    cast(
      'boolean',
      [
        sig(['keyword'], 'boolean', ([s]) => text(s).toLowerCase() === 'true'),
        sig(['double'], 'boolean', ([x]) => num(x) !== 0),
        sig(['boolean'], 'boolean', ([b]) => b),
      ],
      [["CAST('True' AS BOOLEAN)", 'true']],
    ),
  ],
  [
    'date',
    cast(
      'date',
      [
        sig(['keyword'], 'date', ([s]) => dateOfText(text(s))),
        ...(['datetime', 'timestamp', 'date'] as const).map((type) =>
          sig([type], 'date', ([d]) => new SqlDate(castDay(d))),
        ),
      ],
      [["CAST('2012-08-07' AS DATE)", '2012-08-07']],
    ),
  ],
  [
    'time',
    cast(
      'time',
      [
        sig(['keyword'], 'time', ([s]) => timeOfText(text(s))),
        ...(['datetime', 'timestamp', 'time'] as const).map((type) =>
          sig([type], 'time', ([t]) => new SqlTime(nanoOfDayArgument(t))),
        ),
      ],
      [["CAST('01:01:01' AS TIME)", '01:01:01']],
    ),
  ],
  [
    'datetime',
    cast('datetime', toTimestamp('datetime', ['timestamp', 'date', 'time', 'datetime']), [
      ["CAST('2012-08-07 08:07:06' AS DATETIME)", '2012-08-07 08:07:06'],
    ]),
  ],
  [
    'timestamp',
    cast('timestamp', toTimestamp('timestamp', ['datetime', 'date', 'time', 'timestamp']), [
      ["CAST('2012-08-07 01:01:01' AS TIMESTAMP)", '2012-08-07 01:01:01'],
    ]),
  ],
]);

/** Names of CAST's targets, in upper case. */
export const castTargets: ReadonlyMap<string, SqlType> = new Map<string, SqlType>([
  ['STRING', 'keyword'],
  ['INT', 'integer'],
  ['INTEGER', 'integer'],
  ['LONG', 'long'],
  ['FLOAT', 'float'],
  ['DOUBLE', 'double'],
  ['BOOLEAN', 'boolean'],
  ['DATE', 'date'],
  ['TIME', 'time'],
  ['TIMESTAMP', 'timestamp'],
]);

/** Target names of other databases, and types that the original's CAST cannot name. */
export const foreignCastTargets: ReadonlyMap<string, SqlType> = new Map<string, SqlType>([
  ['BYTE', 'byte'],
  ['SHORT', 'short'],
  ['DATETIME', 'datetime'],
  ['CHAR', 'keyword'],
  ['VARCHAR', 'keyword'],
  ['KEYWORD', 'keyword'],
  ['TEXT', 'keyword'],
  ['TINYINT', 'byte'],
  ['SMALLINT', 'short'],
  ['BIGINT', 'long'],
  ['REAL', 'float'],
  ['DECIMAL', 'double'],
  ['NUMERIC', 'double'],
]);
