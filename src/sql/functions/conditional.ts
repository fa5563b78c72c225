import type { SqlType } from '../types.ts';
import { compareValues, isAbsent, type SqlValue } from '../values/index.ts';
import { nullable, sig } from './define.ts';
import { numberScript, sizeOf, textScript } from './painless.ts';
import { coreTypes } from './resolve.ts';
import { searched } from './searchForm.ts';
import type { FunctionTable, ScalarFunction } from './types.ts';

function isNull(
  name: string,
  negated: boolean,
  doc: string,
  examples: ScalarFunction['examples'],
): ScalarFunction {
  const signatures = coreTypes.map((type) => nullable([type], 'boolean', ([x]) => (x === null) !== negated));
  return { names: [name], signatures, ...searched(negated ? 'isNotNull' : 'isNull'), doc, examples };
}

function behind(words: string): Partial<ScalarFunction> {
  return { isOperator: true, form: ([x]) => `${x} ${words}` };
}

function isTest(...row: Parameters<typeof isNull>): ScalarFunction {
  return { ...isNull(...row), ...behind(row[0].toUpperCase()) };
}

function perType(make: (type: SqlType) => ReturnType<typeof nullable>): ReturnType<typeof nullable>[] {
  return coreTypes.map(make);
}

function choose(condition: SqlValue, a: SqlValue, b: SqlValue): SqlValue {
  return condition === true ? a : b;
}

/** The first non-NULL value. Not in the original's grammar. */
const coalesce: ScalarFunction = {
  names: ['coalesce'],
  beyond: true,
  signatures: perType((type) => ({
    ...nullable([type], type, (args) => args.find((value) => !isAbsent(value)) ?? null),
    variadic: true,
  })),
  doc: 'The first argument that is not NULL.',
  examples: [
    ['COALESCE(NULL, NULL, 3)', '3'],
    ['COALESCE(NULL, NULL) IS NULL', 'true'],
  ],
};

export const conditionalFunctions: FunctionTable = [
  {
    names: ['ifnull'],
    handsOn: true,
    signatures: perType((type) => nullable([type, type], type, ([a, b]) => a ?? b)),
    ...textScript('ifnull', (x, other) => `${sizeOf(x)}==0 ? ${other} : ${x}`, { readsMissing: true }),
    doc: 'The first argument, or the second when it is NULL.',
    examples: [["IFNULL(NULL, 'd')", 'd']],
  },
  {
    names: ['nullif'],
    handsOn: true,
    signatures: perType((type) =>
      nullable([type, type], type, ([a, b]) =>
        a === b || (!isAbsent(a) && !isAbsent(b) && compareValues(a, b) === 0) ? null : a,
      ),
    ),
    doc: 'NULL when the arguments are equal, else the first.',
    examples: [
      ['NULLIF(1, 1)', 'null'],
      ['NULLIF(1, 2)', '1'],
    ],
  },
  {
    names: ['if'],
    handsOn: true,
    signatures: perType((type) => nullable(['boolean', type, type], type, ([c, a, b]) => choose(c, a, b))),
    painless: [
      {
        variable: 'if',
        type: 'value',
        tests: true,
        local: { name: 'cond', declare: (cond, test, _yes, _no) => `boolean ${cond} = ${test}` },
        source: (cond, _test, yes, no) => `${cond} ? ${yes} : ${no}`,
      },
    ],
    doc: 'The second argument when the first is true, else the third.',
    examples: [["IF(1 > 0, 'y', 'n')", 'y']],
  },
  {
    ...isNull('isnull', false, 'Whether the argument is NULL.', [['ISNULL(1)', 'false']]),
    ...numberScript('isnull', (x) => `${sizeOf(x)}==0 ? 1 : 0`, { readsMissing: true }),
  },
  isTest('is null', false, 'Whether the operand is NULL.', [['NULL IS NULL', 'true']]),
  isTest('is not null', true, 'Whether the operand is not NULL.', [['NULL IS NOT NULL', 'false']]),
  {
    names: ['is true'],
    ...behind('IS TRUE'),
    signatures: [nullable(['boolean'], 'boolean', ([x]) => x === true)],
    doc: 'Whether the operand is true, NULL being not. (Beyond the original.)',
    examples: [['NULL IS TRUE', 'false']],
  },
  {
    names: ['is false'],
    ...behind('IS FALSE'),
    signatures: [nullable(['boolean'], 'boolean', ([x]) => x === false)],
    doc: 'Whether the operand is false, NULL being not. (Beyond the original.)',
    examples: [['FALSE IS FALSE', 'true']],
  },
  coalesce,
  {
    names: ['version'],
    beyond: true,
    signatures: [sig([], 'keyword', () => '2.7.0')],
    doc: "The version of the engine that is emulated. (Beyond the original's SQL.)",
    examples: [['VERSION()', '2.7.0']],
  },
];
