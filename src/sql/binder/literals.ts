import type { LiteralNode } from '../ast/index.ts';
import { SqlError } from '../errors.ts';
import { dateOfText, type EvaluationContext, timeOfText, timestampOfText } from '../functions/index.ts';
import type { SqlType } from '../types.ts';
import type { SqlValue } from '../values/index.ts';
import { type BoundLiteral, literalOf } from './bound.ts';
import { changedSlot, slotLiteral } from './slots.ts';

/** A literal's type and value. Throws SemanticCheckException for invalid dates and times. */
export function bindLiteral(node: LiteralNode, context: EvaluationContext): BoundLiteral {
  switch (node.type) {
    case 'null':
      return literalOf(null, 'undefined');
    case 'string':
      return slotLiteral(node, 'keyword') ?? literalOf(node.value, 'keyword');
    case 'date':
    case 'time':
    case 'timestamp': {
      const { type } = node;
      const text = slotLiteral(node, 'keyword');
      const changed = text && changedSlot(text, type, context, TEMPORAL[type]);
      return changed ?? literalOf(TEMPORAL[type](node.value as string, context), type);
    }
    default: {
      const slot = slotLiteral(node, node.type satisfies SqlType);
      if (slot !== null) return slot;
      if (typeof node.value === 'bigint' && !isLong(node.value)) {
        context.beyond?.(new SqlError('NumberFormatException', `For input string: "${node.value}"`));
        return literalOf(Number(node.value), 'double');
      }
      return literalOf(node.value as SqlValue, node.type satisfies SqlType);
    }
  }
}

type Change = (value: SqlValue, context: EvaluationContext) => SqlValue;

const TEMPORAL: Readonly<Record<'date' | 'time' | 'timestamp', Change>> = {
  date: (text) => dateOfText(String(text)),
  time: (text) => timeOfText(String(text)),
  timestamp: (text, context) => timestampOfText(String(text), 'timestamp', context),
};

function isLong(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}
