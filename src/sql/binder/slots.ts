import type { LiteralNode } from '../ast/index.ts';
import type { EvaluationContext } from '../functions/index.ts';
import type { SqlType } from '../types.ts';
import type { SqlValue } from '../values/index.ts';
import type { BoundLiteral, LiteralSlot } from './bound.ts';

/** The plan does not fit a literal: another must be made. */
export class UnfitLiteral extends Error {}

/** `value` is the literal's own when somebody looks at it, which pins it. */
export function slotLiteral(node: LiteralNode, type: SqlType): BoundLiteral | null {
  if (node.slot === undefined) return null;
  const { number, value } = node.slot;
  return literalWith({ number, sample: value, from: (other) => other }, type, () => node.value as SqlValue);
}

/** A literal with a slot made another value of; null when `change` does not make one of it by itself. */
export function changedSlot(
  literal: BoundLiteral,
  type: SqlType,
  context: EvaluationContext,
  change: (value: SqlValue, context: EvaluationContext) => SqlValue,
): BoundLiteral | null {
  const { slot } = literal;
  if (slot === undefined) return null;
  const alone = withoutTime(context);
  const changed = (value: SqlValue): SqlValue => {
    const result = change(value, alone);
    if (result === null) throw new UnfitLiteral();
    return result;
  };
  try {
    const sample = changed(slot.sample);
    const { number } = slot;
    const next = { number, sample, from: (value: SqlValue) => changed(slot.from(value)) };
    return literalWith(next, type, () => change(literal.value, context));
  } catch {
    // It is looked at, and whoever looks at it meets the same error.
    return null;
  }
}

function literalWith(slot: LiteralSlot, type: SqlType, value: () => SqlValue): BoundLiteral {
  return {
    ...{ kind: 'literal', type, slot },
    get value() {
      return value();
    },
  };
}

/** For changes that ask for nothing but the value. */
function withoutTime({ clock, random, corrections }: EvaluationContext): EvaluationContext {
  const unfit = (): never => {
    throw new UnfitLiteral();
  };
  return {
    ...{ clock, random, corrections },
    beyond: unfit,
    get startMillis(): number {
      return unfit();
    },
  };
}
