import { semanticError } from '../errors.ts';
import {
  casts,
  coreTypes,
  type Evaluate,
  type EvaluationContext,
  needsCast,
  resolveOverload,
  type ScalarFunction,
} from '../functions/index.ts';
import type { SqlType } from '../types.ts';
import { type Integral, isIntegralType, type SqlValue, wrap } from '../values/index.ts';
import { type Bound, literalOf } from './bound.ts';
import { changedSlot } from './slots.ts';

/** Chooses a call's overload, casts its arguments, and folds casts of literals. */

export function makeCall(
  fn: ScalarFunction,
  args: readonly Bound[],
  context: EvaluationContext,
  calledAs?: string,
): Bound {
  if (isOfAnyType(fn, args)) return { kind: 'call', type: 'boolean', fn, signature: fn.signatures[0], args };
  const { signature, types } = resolveOverload(
    fn,
    args.map((arg) => arg.type),
  );
  const converted = args.map((arg, i) => castTo(arg, types[i], context));
  const call = { kind: 'call', type: signature.returns, fn, signature, args: converted } as const;
  return calledAs === undefined || fn.names.indexOf(calledAs) === 0 ? call : { ...call, calledAs };
}

/** Types that only documents have, such as ip, can be tested for NULL like any other. */
function isOfAnyType({ search }: ScalarFunction, args: readonly Bound[]): boolean {
  if (args.length !== 1 || (search?.kind !== 'isNull' && search?.kind !== 'isNotNull')) return false;
  const [{ type }] = args;
  return type !== 'undefined' && type !== 'text' && !coreTypes.includes(type);
}

/** Converts the value to another type; numbers need no call, and NULL stays NULL. */
function castTo(bound: Bound, type: SqlType, context: EvaluationContext): Bound {
  if (!needsCast(bound.type, type)) return bound;
  return explicitCast(bound, type, context);
}

export function explicitCast(bound: Bound, type: SqlType, context: EvaluationContext): Bound {
  const fn = casts.get(type);
  if (fn === undefined) throw semanticError(`no cast to ${type}`);
  const { signature: chosen } = resolveOverload(fn, [bound.type]);
  const narrows = isIntegralType(bound.type) && isIntegralType(type) && !context.corrections;
  const signature = narrows ? { ...chosen, evaluate: wrapping(type) } : chosen;
  if (bound.kind === 'literal' && context.keepsCasts !== true) {
    const change = (value: SqlValue, inner: EvaluationContext): SqlValue =>
      value === null ? null : signature.evaluate([value], inner);
    return changedSlot(bound, type, context, change) ?? literalOf(change(bound.value, context), type);
  }
  return { kind: 'call', type, fn, signature, args: [bound] };
}

/** Integers wrap around at the width of the target type; fractional numbers are clamped to its range. */
function wrapping(type: SqlType): Evaluate {
  return ([value]) => wrap(BigInt(value as Integral), type);
}
