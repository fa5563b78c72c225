import type { SqlType } from '../types.ts';
import { compareValues, isAbsent, type SqlValue } from '../values/index.ts';
import { nullable, sig, text } from './define.ts';
import { likeMatches, likeMatchesInLine } from './like.ts';
import { compileRegexp } from './regexp.ts';
import { coreTypes } from './resolve.ts';
import { type ComparisonSymbol, searched } from './searchForm.ts';
import type { EvaluationContext, FunctionTable, ScalarFunction } from './types.ts';

/** Comparisons and three-valued AND, OR, NOT. */

type Test = (order: number) => boolean;

function comparison(
  symbol: ComparisonSymbol,
  flipped: ComparisonSymbol,
  test: Test,
  example: [string, string],
): ScalarFunction {
  return {
    names: [symbol],
    isOperator: true,
    search: { kind: 'comparison', symbol, flipped },
    signatures: coreTypes.map((type: SqlType) =>
      sig([type, type], 'boolean', ([a, b]) => test(compareValues(a, b))),
    ),
    doc: 'Compares two values of one type; NULL when one is.',
    examples: [example],
  };
}

/** FALSE takes precedence over NULL. */
function and(args: readonly SqlValue[]): SqlValue {
  if (args.includes(false)) return false;
  if (args.includes(undefined)) return undefined;
  return args.includes(null) ? null : true;
}

/** TRUE takes precedence over NULL. */
function or(args: readonly SqlValue[]): SqlValue {
  if (args.includes(true)) return true;
  if (args.includes(null)) return null;
  return args.includes(undefined) ? undefined : false;
}

function like([s, pattern]: readonly SqlValue[], { corrections }: EvaluationContext): boolean {
  return (corrections ? likeMatches : likeMatchesInLine)(text(s), text(pattern));
}

export const predicateFunctions: FunctionTable = [
  comparison('=', '=', (o) => o === 0, ['1 = 1.0', 'true']),
  comparison('!=', '!=', (o) => o !== 0, ["'a' <> 'b'", 'true']),
  comparison('<', '>', (o) => o < 0, ['1 < 2', 'true']),
  comparison('<=', '>=', (o) => o <= 0, ['2 <= 2', 'true']),
  comparison('>', '<', (o) => o > 0, ["'a' > 'A'", 'true']),
  comparison('>=', '<=', (o) => o >= 0, ['NULL >= 2', 'null']),
  {
    names: ['<=>'],
    isOperator: true,
    signatures: coreTypes.map((type: SqlType) =>
      nullable(
        [type, type],
        'boolean',
        ([a, b]) => a === b || (!isAbsent(a) && !isAbsent(b) && compareValues(a, b) === 0),
      ),
    ),
    doc: 'Equal, NULL being equal to NULL. (Beyond the original.)',
    examples: [['NULL <=> NULL', 'true']],
  },
  {
    names: ['and'],
    ...searched('and'),
    signatures: [{ ...nullable(['boolean'], 'boolean', and), variadic: true }],
    isOperator: true,
    doc: 'All are true; FALSE wins over NULL.',
    examples: [['NULL AND FALSE', 'false']],
  },
  {
    names: ['or'],
    ...searched('or'),
    signatures: [{ ...nullable(['boolean'], 'boolean', or), variadic: true }],
    isOperator: true,
    doc: 'One is true; TRUE wins over NULL.',
    examples: [['NULL OR FALSE', 'null']],
  },
  {
    names: ['not'],
    ...searched('not'),
    signatures: [sig(['boolean'], 'boolean', ([x]) => x !== true)],
    isOperator: true,
    form: ([x]) => `NOT ${x}`,
    doc: 'The opposite.',
    examples: [['NOT TRUE', 'false']],
  },
  {
    names: ['like'],
    ...searched('like'),
    signatures: [sig(['keyword', 'keyword'], 'boolean', like)],
    isOperator: true,
    doc: '`%` any text, `_` one character, `\\` makes them plain; capitals and small letters are equal.',
    examples: [
      ["'abc' LIKE 'A%'", 'true'],
      ["'100%' LIKE '100\\%'", 'true'],
    ],
  },
  {
    names: ['not like'],
    ...searched('notLike'),
    signatures: [sig(['keyword', 'keyword'], 'boolean', (args, context) => !like(args, context))],
    isOperator: true,
    doc: 'The opposite of LIKE; NULL when an operand is.',
    examples: [["'abc' NOT LIKE 'b%'", 'true']],
  },
  {
    names: ['regexp'],
    signatures: [
      sig(['keyword', 'keyword'], 'integer', ([s, pattern]) => Number(compileRegexp(text(pattern))(text(s)))),
    ],
    isOperator: true,
    doc: '1 when the whole text matches the regular expression, else 0.',
    examples: [["'abc' REGEXP 'a.c'", '1']],
  },
];
