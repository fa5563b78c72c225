import { javaMath } from '../../common/index.ts';
import { SqlError } from '../errors.ts';
import type { SqlType } from '../types.ts';
import { numericTypes } from '../values/index.ts';
import { eachNumber, num, sig } from './define.ts';
import { mathScript, numberScript } from './painless.ts';
import type { FunctionTable, ScalarFunction, Signature } from './types.ts';

function ofDouble(
  name: string,
  f: (x: number) => number | null,
  doc: string,
  examples: ScalarFunction['examples'],
  script = mathScript(name),
): ScalarFunction {
  return { names: [name], signatures: eachNumber('double', f), doc, examples, ...script };
}

function twoArguments(): Signature[] {
  return numericTypes.map((type: SqlType) =>
    sig([type, type], 'double', ([y, x]) => Math.atan2(num(y), num(x))),
  );
}

function cotangent(x: number): number {
  if (x === 0) throw new SqlError('ArithmeticException', `Out of range value for cot(${x})`);
  return 1 / javaMath.tan(x);
}

const inUnit =
  (f: (x: number) => number) =>
  (x: number): number | null =>
    x < -1 || x > 1 ? null : f(x);

export const trigonometricFunctions: FunctionTable = [
  {
    ...ofDouble('acos', inUnit(Math.acos), 'The arc cosine; NULL outside of [-1, 1].', [['ACOS(1)', '0']]),
    ofAggregates: Math.acos,
  },
  {
    ...ofDouble('asin', inUnit(Math.asin), 'The arc sine; NULL outside of [-1, 1].', [['ASIN(0)', '0']]),
    ofAggregates: Math.asin,
  },
  {
    names: ['atan'],
    signatures: [...eachNumber('double', Math.atan), ...twoArguments()],
    ...mathScript('atan'),
    ofAggregates: (x) => Math.atan(x),
    doc: 'The arc tangent of x, or of y / x in the right quadrant.',
    examples: [['ATAN(0)', '0']],
  },
  {
    names: ['atan2'],
    signatures: twoArguments(),
    ...numberScript('atan2', (y, x) => `Math.atan2(${y}, ${x})`),
    ofAggregates: (y, x) => Math.atan2(y, x),
    doc: 'The arc tangent of y / x.',
    examples: [['ATAN2(0, 1)', '0']],
  },
  { ...ofDouble('cos', javaMath.cos, 'The cosine.', [['COS(0)', '1']]), ofAggregates: javaMath.cos },
  { ...ofDouble('cosh', Math.cosh, 'The hyperbolic cosine.', [['COSH(0)', '1']]), ofAggregates: Math.cosh },
  ofDouble(
    'cot',
    cotangent,
    'The cotangent.',
    [['ROUND(COT(1), 3)', '0.642']],
    numberScript('cot', (x) => `1 / Math.tan(${x})`),
  ),
  ofDouble(
    'degrees',
    (x) => x * (180 / Math.PI),
    'Radians to degrees.',
    [['DEGREES(PI())', '180']],
    mathScript('degrees', 'toDegrees'),
  ),
  ofDouble(
    'radians',
    (x) => x * (Math.PI / 180),
    'Degrees to radians.',
    [['RADIANS(180) = PI()', 'true']],
    mathScript('radians', 'toRadians'),
  ),
  ofDouble('sin', javaMath.sin, 'The sine.', [['SIN(0)', '0']]),
  ofDouble('sinh', Math.sinh, 'The hyperbolic sine.', [['SINH(0)', '0']]),
  { ...ofDouble('tan', javaMath.tan, 'The tangent.', [['TAN(0)', '0']]), ofAggregates: javaMath.tan },
];
