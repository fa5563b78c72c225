import type { Bound, BoundCall, BoundCase, BoundRelevance, Column } from '../binder/index.ts';
import { evaluationError, semanticError } from '../errors.ts';
import type { EvaluationContext } from '../functions/index.ts';
import type { SqlType } from '../types.ts';
import {
  type Integral,
  isAbsent,
  isFloatingType,
  isIntegralType,
  isNumericType,
  messageTypeName,
  type Row,
  type SqlValue,
  truncateTo,
  wrap,
} from '../values/index.ts';
import { NOT_OF_NULL } from '../warnings.ts';

/** Compiles bound expressions to closures over rows. */

export type RowFunction = (row: Row) => SqlValue;

/** Where the columns of a row are, and who evaluates full-text conditions. */
export interface CompileOptions {
  readonly columns: readonly Column[];
  readonly context: EvaluationContext;
  /** When absent, full-text conditions are rejected. */
  readonly relevance?: (bound: BoundRelevance) => RowFunction;
  /** Treats MISSING as NULL, as the scripts of a search do, and operators that the original does not have. */
  readonly missingIsNull?: boolean;
  /** Collects the known pitfalls of the original that a condition runs into. */
  readonly warnings?: Set<string>;
}

export function compile(bound: Bound, options: CompileOptions): RowFunction {
  switch (bound.kind) {
    case 'literal': {
      const { value } = bound;
      return () => value;
    }
    case 'reference': {
      const slot = options.columns.indexOf(bound.column);
      const { context, missingIsNull = context.corrections } = options;
      if (slot < 0) return () => (missingIsNull ? null : undefined);
      return missingIsNull ? (row) => row[slot] ?? null : (row) => row[slot];
    }
    case 'call':
      return compileCall(bound, options);
    case 'case':
      return compileCase(bound, options);
    case 'relevance':
      if (options.relevance !== undefined) return options.relevance(bound);
      throw semanticError('relevance functions are only supported in WHERE and HAVING clause');
  }
}

/**
 * Numbers of two types are compared in the left one's type (recorded: `1 = 1.5` is true), unless corrections
 * are on.
 */
function inTypeOf(left: SqlType, right: SqlType, value: RowFunction): RowFunction {
  if (left === right || !isNumericType(left) || !isNumericType(right)) return value;
  return (row) => {
    const number = value(row);
    if (isAbsent(number) || left === 'double') return number;
    if (left === 'float') return Math.fround(Number(number));
    return isIntegralType(right) ? wrap(BigInt(number as Integral), left) : truncateTo(Number(number), left);
  };
}

/** An integer that stays an integer in a floating-point column. */
function asWhole(value: RowFunction): RowFunction {
  return (row) => {
    const number = value(row);
    return typeof number === 'number' ? BigInt(number) : number;
  };
}

function compileCall(bound: BoundCall, options: CompileOptions): RowFunction {
  const args = bound.args.map((arg) => compile(arg, options));
  const { context } = options;
  if (!context.corrections && bound.fn.search?.kind === 'comparison') {
    args[1] = inTypeOf(bound.args[0].type, bound.args[1].type, args[1]);
  }
  if (!context.corrections && bound.fn.handsOn && isFloatingType(bound.type)) {
    bound.args.forEach(({ type }, i) => {
      if (isIntegralType(type)) args[i] = asWhole(args[i]);
    });
  }
  const { evaluate, nulls } = bound.signature;
  if (nulls === 'own')
    return (row) =>
      evaluate(
        args.map((arg) => arg(row)),
        context,
      );
  if (args.length === 1) return unary(args[0], evaluate, context);
  if (args.length === 2) return binary(args[0], args[1], evaluate, context);
  return (row) => {
    const values = args.map((arg) => arg(row));
    if (values.includes(undefined)) return undefined;
    return values.includes(null) ? null : evaluate(values, context);
  };
}

type Evaluate = BoundCall['signature']['evaluate'];

function unary(arg: RowFunction, evaluate: Evaluate, context: EvaluationContext): RowFunction {
  return (row) => {
    const value = arg(row);
    return isAbsent(value) ? value : evaluate([value], context);
  };
}

function binary(
  left: RowFunction,
  right: RowFunction,
  evaluate: Evaluate,
  context: EvaluationContext,
): RowFunction {
  return (row) => {
    const a = left(row);
    if (a === undefined) return undefined;
    const b = right(row);
    if (isAbsent(b)) return b;
    return a === null ? null : evaluate([a, b], context);
  };
}

/** A condition of CASE, HAVING or PPL; throws ExpressionEvaluationException for a non-boolean value. */
export function compileTest(when: Bound, options: CompileOptions): RowFunction {
  const test = compile(when, options);
  if (when.type === 'boolean' || when.type === 'undefined') return test;
  return (row) => {
    if (isAbsent(test(row))) return null;
    throw evaluationError(`invalid to get booleanValue from value of type ${messageTypeName(when.type)}`);
  };
}

function compileCase(bound: BoundCase, options: CompileOptions): RowFunction {
  const branches = bound.branches.map(({ when, then }) => ({
    when: compileTest(when, options),
    then: compile(then, options),
  }));
  const otherwise: RowFunction = bound.otherwise === null ? () => null : compile(bound.otherwise, options);
  return (row) => {
    for (const branch of branches) if (branch.when(row) === true) return branch.then(row);
    return otherwise(row);
  };
}

/**
 * A WHERE condition as the engine evaluates it: every leaf is either true or false, and AND, OR and NOT
 * combine those. `NOT age < 69` therefore keeps rows without an age (recorded), unlike three-valued logic,
 * which corrections restore.
 */
export function compileFilter(
  bound: Bound,
  options: CompileOptions,
  isNegated = false,
): (row: Row) => boolean {
  if (bound.kind === 'call' && !options.context.corrections) {
    const kind = bound.fn.search?.kind;
    if (kind === 'and' || kind === 'or' || kind === 'not') {
      const parts = bound.args.map((arg) => compileFilter(arg, options, isNegated || kind === 'not'));
      if (kind === 'and') return (row) => parts.every((part) => part(row));
      if (kind === 'or') return (row) => parts.some((part) => part(row));
      return (row) => !parts[0](row);
    }
  }
  const leaf = compile(bound, options);
  const { warnings } = options;
  if (!isNegated || warnings === undefined || options.context.corrections) return (row) => leaf(row) === true;
  return (row) => {
    const value = leaf(row);
    if (isAbsent(value)) warnings.add(NOT_OF_NULL);
    return value === true;
  };
}
