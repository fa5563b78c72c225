import type { SqlType } from '../types.ts';
import { type Integral, normal, numericTypes, type SqlValue, wrap } from '../values/index.ts';
import { num, sig } from './define.ts';
import { numberScript } from './painless.ts';
import type { FunctionTable, ScalarFunction, Signature } from './types.ts';

/**
 * `+ - * / %` as operators and functions. Integers wrap around as in Java, division truncates, division by
 * zero is NULL.
 */

interface Operation {
  readonly exact: (a: bigint, b: bigint) => bigint;
  readonly inexact: (a: number, b: number) => number;
  readonly zeroIsNull: boolean;
  readonly doc: string;
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  '+': {
    exact: (a, b) => a + b,
    inexact: (a, b) => a + b,
    zeroIsNull: false,
    doc: 'Sum, in the wider type.',
  },
  '-': {
    exact: (a, b) => a - b,
    inexact: (a, b) => a - b,
    zeroIsNull: false,
    doc: 'Difference, in the wider type.',
  },
  '*': {
    exact: (a, b) => a * b,
    inexact: (a, b) => a * b,
    zeroIsNull: false,
    doc: 'Product, in the wider type.',
  },
  '/': {
    exact: (a, b) => a / b,
    inexact: (a, b) => a / b,
    zeroIsNull: true,
    doc: 'Quotient; integers truncate; NULL for a divisor of 0.',
  },
  '%': {
    exact: (a, b) => a % b,
    inexact: (a, b) => a % b,
    zeroIsNull: true,
    doc: 'Remainder with the sign of the dividend; NULL for a divisor of 0.',
  },
};

function overload(type: SqlType, operation: Operation): Signature {
  const { exact, inexact, zeroIsNull } = operation;
  if (type === 'double' || type === 'float') {
    const round = type === 'float' ? Math.fround : (x: number): number => x;
    return sig([type, type], type, ([a, b]) =>
      zeroIsNull && num(b) === 0 ? null : round(inexact(num(a), num(b))),
    );
  }
  return sig([type, type], type, ([a, b]) => {
    if (zeroIsNull && num(b) === 0) return null;
    return integral(a, b, type, exact, inexact);
  });
}

/** Uses numbers while the result is exact in a double, otherwise bigint. */
function integral(
  a: SqlValue,
  b: SqlValue,
  type: SqlType,
  exact: Operation['exact'],
  inexact: Operation['inexact'],
): Integral {
  if (typeof a === 'number' && typeof b === 'number') {
    const fast = Math.trunc(inexact(a, b));
    if (Number.isSafeInteger(fast)) return type === 'long' ? fast + 0 : narrow(fast, type);
  }
  return wrap(exact(BigInt(a as Integral), BigInt(b as Integral)), type);
}

function narrow(value: number, type: SqlType): Integral {
  const inRange = type === 'integer' && value === (value | 0);
  return inRange ? value + 0 : wrap(BigInt(value), type);
}

/** Division of integers already truncates. */
function wholeQuotient(type: SqlType): Signature {
  if (type !== 'double' && type !== 'float') return overload(type, OPERATIONS['/']);
  return sig([type, type], 'long', ([a, b]) => (num(b) === 0 ? null : Math.trunc(num(a) / num(b)) + 0));
}

function arithmetic(symbol: string, value: string): ScalarFunction {
  return {
    names: [symbol],
    isOperator: true,
    ...described(symbol),
    examples: [[`17 ${symbol} 5`, value]],
  };
}

function described(symbol: string): Pick<ScalarFunction, 'signatures' | 'doc'> {
  const operation = OPERATIONS[symbol];
  return { signatures: numericTypes.map((type) => overload(type, operation)), doc: operation.doc };
}

/** The operator as a named function. */
function called(
  symbol: string,
  name: string,
  examples: ScalarFunction['examples'],
  variable = name,
): ScalarFunction {
  const script = numberScript(variable, (x, y) => `${x} ${symbol} ${y}`, { beyond: variable !== name });
  return { names: [name], ...described(symbol), ...script, examples };
}

export const operators: FunctionTable = [
  arithmetic('+', '22'),
  arithmetic('-', '12'),
  arithmetic('*', '85'),
  arithmetic('/', '3'),
  arithmetic('%', '2'),
  called('+', 'add', [['ADD(1, 2)', '3']]),
  called('-', 'subtract', [['SUBTRACT(1, 2)', '-1']]),
  called('*', 'multiply', [['MULTIPLY(3, 4)', '12']]),
  called('/', 'divide', [
    ['DIVIDE(7, 2)', '3'],
    ['DIVIDE(7, 0)', 'null'],
  ]),
  called('%', 'mod', [['MOD(-17, 5)', '-2']], 'modulus'),
  called('%', 'modulus', [['MODULUS(17, 5)', '2']]),
  {
    names: ['div'],
    signatures: numericTypes.map(wholeQuotient),
    isOperator: true,
    doc: 'The quotient without its fraction; NULL for a divisor of 0. (Beyond the original.)',
    examples: [
      ['17 DIV 5', '3'],
      ['7.5 DIV 2', '3'],
    ],
  },
  {
    names: ['negate'],
    signatures: numericTypes.map((type) =>
      sig([type], type, ([x]) => (typeof x === 'bigint' ? normal(-x) : 0 - num(x))),
    ),
    isOperator: true,
    form: ([x]) => `-${x}`,
    doc: 'The sign turned. (The original knows a sign in front of literals only.)',
    examples: [['-(1 + 2)', '-3']],
  },
];
