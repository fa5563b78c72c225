import type { JsonValue } from '../../common/index.ts';
import type { LiteralNode, SqlScalar } from '../ast/index.ts';
import type { SqlError } from '../errors.ts';
import type { EvaluationContext } from '../functions/index.ts';
import type { SqlType } from '../types.ts';
import type { SqlValue } from '../values/index.ts';
import type { BoundLiteral, LiteralSlot } from './bound.ts';

export type SlotLiteral = BoundLiteral & { readonly slot: LiteralSlot };

export function hasSlot(literal: BoundLiteral): literal is SlotLiteral {
  return literal.slot !== undefined;
}

/** The plan does not work for a literal; another must be made. */
export class UnfitLiteral extends Error {}

/** Reading `value` returns the literal's own value and pins the plan to it. */
export function slotLiteral(node: LiteralNode, type: SqlType): SlotLiteral | null {
  const { slot: place } = node;
  if (place === undefined) return null;
  return literalWith({ place, sample: place.value, from: (value) => value }, type, () => node.value);
}

type Change = (value: SqlValue, context: EvaluationContext) => SqlValue;

/** A literal with a slot, converted to another value; null when `change` depends on more than the value. */
export function changedSlot(
  literal: BoundLiteral,
  type: SqlType,
  context: EvaluationContext,
  change: Change,
): BoundLiteral | null {
  const { slot } = literal;
  if (slot === undefined) return null;
  try {
    const next = changed(slot, context, change);
    return literalWith(next, type, () => change(literal.value, context));
  } catch {
    // Falling back to the value pins the plan, and the caller gets the same error.
    return null;
  }
}

/** A refusal is told of every value that there is one for, as long as there was one for the first. */
function changed(
  { place, sample, from }: LiteralSlot,
  context: EvaluationContext,
  change: Change,
): LiteralSlot {
  let refusal: Error | null = null;
  const noted = withoutTime(context, (refused) => {
    refusal = refused;
  });
  const next = change(sample, noted);
  if (next === null) throw new UnfitLiteral();
  const isRefused = refusal !== null;
  if (isRefused) {
    place.refuses((value) => {
      refusal = null;
      change(from(value), noted);
      return refusal;
    });
  }
  const silent = withoutTime(context, isRefused ? () => undefined : unfit);
  const made = (value: SqlValue): SqlValue => change(from(value), silent) ?? unfit();
  return { place, sample: next, from: made };
}

function unfit(): never {
  throw new UnfitLiteral();
}

function literalWith(slot: LiteralSlot, type: SqlType, value: () => SqlValue): SlotLiteral {
  return {
    ...{ kind: 'literal', type, slot },
    get value() {
      return value();
    },
  };
}

/** For conversions that depend only on the value. */
function withoutTime(
  { clock, random, corrections }: EvaluationContext,
  beyond: (refusal: SqlError) => void,
): EvaluationContext {
  return {
    ...{ clock, random, corrections, beyond },
    get startMillis(): number {
      return unfit();
    },
  };
}

/** A placeholder in a search request for a value derived from a literal. */
export class SlotValue {
  readonly #literal: SlotLiteral;
  readonly #encode: Encode;

  constructor(literal: SlotLiteral, encode: Encode) {
    this.#literal = literal;
    this.#encode = encode;
  }

  /** Throws UnfitLiteral where a different request would be needed. */
  fill(values: readonly SqlScalar[]): JsonValue {
    const { place, from } = this.#literal.slot;
    return this.#encode(from(values[place.number]));
  }

  /** Printing the request reads the value, which pins the plan. */
  toJSON(): JsonValue {
    return this.#encode(this.#literal.value);
  }
}

type Encode = (value: SqlValue) => JsonValue;

/** `encode` throws UnfitLiteral where a different request would be needed. */
export function slotValue(literal: SlotLiteral, encode: Encode): JsonValue {
  return new SlotValue(literal, encode) as unknown as JsonValue;
}
