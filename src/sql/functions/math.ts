import { crc32, javaMath } from '../../common/index.ts';
import { SqlError } from '../errors.ts';
import type { SqlType } from '../types.ts';
import {
  type Integral,
  isIntegralType,
  normal,
  numericTypes,
  type SqlValue,
  truncateTo,
  wrap,
} from '../values/index.ts';
import { eachNumber, num, sig, text } from './define.ts';
import { mathScript, numberScript } from './painless.ts';
import { roundHalfUp, truncateDecimal, truncateInteger } from './rounding.ts';
import type { FunctionTable, Signature } from './types.ts';

function powers(): Signature[] {
  const whole = (['integer', 'long'] as const).map((type) =>
    sig([type, type], 'double', ([x, y]) => javaMath.pow(num(x), num(y))),
  );
  const real = (['float', 'double'] as const).map((type) =>
    sig([type, type], 'double', ([x, y]) => root(num(x), num(y))),
  );
  return [...whole, ...real];
}

/** The original returns no value for roots of 0. */
function root(x: number, y: number): SqlValue {
  return x <= 0 && y !== Math.floor(y) ? null : javaMath.pow(x, y);
}

function positive(f: (x: number) => number): (x: number) => SqlValue {
  return (x) => (x <= 0 ? null : f(x));
}

function logOfBase(base: number, x: number): SqlValue {
  return base <= 0 || x <= 0 ? null : javaMath.log(x) / javaMath.log(base);
}

/** Converts between number bases like Java's Integer.toString(Integer.parseInt(x, from), to). */
function convert(digits: string, from: number, to: number): string {
  if (from < 2) throw new SqlError('NumberFormatException', `radix ${from} less than Character.MIN_RADIX`);
  if (from > 36)
    throw new SqlError('NumberFormatException', `radix ${from} greater than Character.MAX_RADIX`);
  const value = Number.parseInt(digits, from);
  const valid = Number.isInteger(value) && value.toString(from) === digits.replace(/^\+/, '').toLowerCase();
  if (!valid) throw new SqlError('NumberFormatException', `For input string: "${digits}"`);
  return value.toString(to < 2 || to > 36 ? 10 : to);
}

const rounds: Signature[] = [
  sig(['integer'], 'long', ([x]) => x),
  sig(['long'], 'long', ([x]) => x),
  sig(['float'], 'double', ([x]) => roundHalfUp(num(x), 0)),
  sig(['double'], 'double', ([x]) => roundHalfUp(num(x), 0)),
  sig(['integer', 'integer'], 'long', ([x, d]) => normal(BigInt(roundHalfUp(num(x), num(d))))),
  sig(['long', 'integer'], 'long', ([x, d]) =>
    num(d) >= 0 ? x : normal(BigInt(roundHalfUp(num(x), num(d)))),
  ),
  sig(['float', 'integer'], 'double', ([x, d]) => roundHalfUp(num(x), num(d))),
  sig(['double', 'integer'], 'double', ([x, d]) => roundHalfUp(num(x), num(d))),
];

const truncations: Signature[] = [
  sig(['integer', 'integer'], 'long', ([x, d]) => normal(truncateInteger(BigInt(x as Integral), num(d)))),
  sig(['long', 'integer'], 'long', ([x, d]) => normal(truncateInteger(BigInt(x as Integral), num(d)))),
  sig(['float', 'integer'], 'double', ([x, d]) => truncateDecimal(num(x), num(d))),
  sig(['double', 'integer'], 'double', ([x, d]) => truncateDecimal(num(x), num(d))),
];

/** The lowest number of an integer type stays negative. */
function absolute(type: SqlType): (value: SqlValue) => SqlValue {
  if (!isIntegralType(type)) return (value) => Math.abs(num(value));
  return (value) => {
    const isLow = typeof value === 'bigint' || (type !== 'long' && num(value) < 0);
    if (!isLow) return Math.abs(num(value));
    const exact = BigInt(value as Integral);
    return wrap(exact < 0n ? -exact : exact, type);
  };
}

const powerScript = numberScript('pow', (x, y) => `Math.pow(${x}, ${y})`);

const logarithms = [
  ...mathScript('ln', 'log').painless,
  ...numberScript('log', (base, x) => `Math.log(${x})/Math.log(${base})`).painless,
];

export const mathFunctions: FunctionTable = [
  {
    names: ['abs'],
    signatures: numericTypes.map((type) => {
      const abs = absolute(type);
      return sig([type], type, ([x]) => abs(x));
    }),
    ...mathScript('abs'),
    ofAggregates: Math.abs,
    doc: 'The absolute value.',
    examples: [['ABS(-7)', '7']],
  },
  {
    names: ['ceil'],
    signatures: [sig(['double'], 'long', ([x]) => truncateTo(Math.ceil(num(x)), 'long'))],
    ...mathScript('ceil'),
    ofAggregates: Math.ceil,
    doc: 'The next integer up.',
    examples: [['CEIL(-1.2)', '-1']],
  },
  {
    names: ['ceiling'],
    signatures: [sig(['double'], 'long', ([x]) => truncateTo(Math.ceil(num(x)), 'long'))],
    ...mathScript('ceil', 'ceil', { beyond: true }),
    doc: 'The next integer up.',
    examples: [['CEILING(1.2)', '2']],
  },
  {
    names: ['floor'],
    signatures: [sig(['double'], 'long', ([x]) => truncateTo(Math.floor(num(x)), 'long'))],
    ...mathScript('floor'),
    ofAggregates: Math.floor,
    doc: 'The next integer down.',
    examples: [['FLOOR(1.8)', '1']],
  },
  {
    names: ['round'],
    signatures: rounds,
    ...mathScript('round'),
    doc: 'Rounded half away from zero, at an optional number of decimals.',
    examples: [
      ['ROUND(2.5)', '3'],
      ['ROUND(1234.5, -2)', '1200'],
    ],
  },
  {
    names: ['truncate'],
    signatures: truncations,
    doc: 'Cut towards zero at a number of decimals.',
    examples: [['TRUNCATE(56.78, 1)', '56.7']],
  },
  {
    names: ['rint'],
    signatures: eachNumber('double', rint),
    ...mathScript('rint'),
    doc: 'Rounded half to even.',
    examples: [['RINT(2.5)', '2']],
  },
  {
    names: ['sign'],
    signatures: eachNumber('integer', (x) => Math.sign(x) + 0),
    ...mathScript('signum'),
    doc: '-1, 0 or 1.',
    examples: [['SIGN(-3)', '-1']],
  },
  {
    names: ['signum'],
    signatures: eachNumber('integer', (x) => Math.sign(x) + 0),
    ...mathScript('signum'),
    doc: '-1, 0 or 1.',
    examples: [['SIGNUM(0)', '0']],
  },
  {
    names: ['sqrt'],
    signatures: eachNumber('double', (x) => (x < 0 ? null : Math.sqrt(x))),
    ...mathScript('sqrt'),
    doc: 'The square root; NULL for a negative argument.',
    examples: [
      ['SQRT(16)', '4'],
      ['SQRT(-1)', 'null'],
    ],
  },
  {
    names: ['cbrt'],
    signatures: eachNumber('double', javaMath.cbrt),
    ...mathScript('cbrt'),
    ofAggregates: javaMath.cbrt,
    doc: 'The cube root.',
    examples: [['CBRT(27)', '3']],
  },
  {
    names: ['exp'],
    signatures: eachNumber('double', javaMath.exp),
    ...mathScript('exp'),
    ofAggregates: javaMath.exp,
    doc: 'e to the power of x.',
    examples: [['EXP(0)', '1']],
  },
  {
    names: ['expm1'],
    signatures: eachNumber('double', Math.expm1),
    ...mathScript('expm1'),
    doc: 'EXP(x) - 1.',
    examples: [['EXPM1(0)', '0']],
  },
  {
    names: ['ln'],
    signatures: eachNumber('double', positive(javaMath.log)),
    ...mathScript('ln', 'log'),
    ofAggregates: javaMath.log,
    doc: 'The natural logarithm; NULL at and below 0.',
    examples: [['LN(1)', '0']],
  },
  {
    names: ['log'],
    signatures: [
      ...eachNumber('double', positive(javaMath.log)),
      ...numericTypes.flatMap((base) =>
        numericTypes.map((type) => sig([base, type], 'double', ([b, x]) => logOfBase(num(b), num(x)))),
      ),
    ],
    painless: logarithms,
    ofAggregates: (x) => javaMath.log(x),
    doc: 'The natural logarithm, or that of base b; NULL at and below 0.',
    examples: [
      ['LOG(1)', '0'],
      ['LOG(2, 8)', '3'],
    ],
  },
  {
    names: ['log2'],
    signatures: eachNumber(
      'double',
      positive((x) => javaMath.log(x) / Math.LN2),
    ),
    ...numberScript('log', (x) => `Math.log(${x})/javaMath.log(2)`),
    ofAggregates: (x) => javaMath.log(x) / Math.LN2,
    doc: 'The logarithm of base 2; NULL at and below 0.',
    examples: [['LOG2(8)', '3']],
  },
  {
    names: ['log10'],
    signatures: eachNumber('double', positive(javaMath.log10)),
    ...mathScript('log10'),
    ofAggregates: javaMath.log10,
    doc: 'The logarithm of base 10; NULL at and below 0.',
    examples: [['LOG10(1000)', '3']],
  },
  {
    names: ['pow'],
    signatures: powers(),
    ...powerScript,
    doc: 'x to the power of y.',
    examples: [['POW(2, 10)', '1024']],
  },
  {
    names: ['power'],
    signatures: powers(),
    ...powerScript,
    doc: 'x to the power of y.',
    examples: [['POWER(2, -1)', '0.5']],
  },
  {
    names: ['e'],
    signatures: [sig([], 'double', () => Math.E)],
    ...numberScript('E', () => 'Math.E'),
    doc: "Euler's number.",
    examples: [['FLOOR(E())', '2']],
  },
  {
    names: ['pi'],
    signatures: [sig([], 'double', () => Math.PI)],
    ...numberScript('PI', () => 'Math.PI'),
    doc: 'π.',
    examples: [['FLOOR(PI())', '3']],
  },
  {
    names: ['rand'],
    signatures: [
      sig([], 'float', (_args, { random }) => Math.fround(random.next())),
      sig(['integer'], 'float', ([seed]) => javaRandomFloat(num(seed))),
    ],
    ...numberScript('rand', (seed = '') => `new Random(${seed}).nextDouble()`),
    doc: 'A random number in [0, 1), the same one for the same seed.',
    examples: [['RAND(1) = RAND(1)', 'true']],
  },
  {
    names: ['conv'],
    signatures: [
      sig(['keyword', 'integer', 'integer'], 'keyword', ([x, a, b]) => convert(text(x), num(a), num(b))),
      sig(['integer', 'integer', 'integer'], 'keyword', ([x, a, b]) => convert(String(x), num(a), num(b))),
    ],
    doc: 'A number from one base to another.',
    examples: [['CONV(10, 10, 2)', '1010']],
  },
  {
    names: ['crc32'],
    signatures: [sig(['keyword'], 'long', ([x]) => crc32(Buffer.from(text(x), 'utf8')))],
    doc: 'The CRC-32 checksum of the text.',
    examples: [["CRC32('MySQL')", '3259397556']],
  },
];

function rint(x: number): number {
  const floor = Math.floor(x);
  if (x - floor !== 0.5) return Math.round(x);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** The first `nextFloat()` of `new java.util.Random(seed)`. */
function javaRandomFloat(seed: number): number {
  const mask = (1n << 48n) - 1n;
  const scrambled = (BigInt(seed) ^ 0x5deece66dn) & mask;
  const next = (scrambled * 0x5deece66dn + 0xbn) & mask;
  return Number(next >> 24n) / (1 << 24);
}
