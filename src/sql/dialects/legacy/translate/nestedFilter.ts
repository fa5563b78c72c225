import type { JsonObject } from '../../../../common/index.ts';
import type { ExpressionNode } from '../../../ast/index.ts';
import { ConditionWriter } from './conditions.ts';
import { mergeNested, nestedCall } from './nestedConditions.ts';
import type { Scope } from './scope.ts';
import type { ScriptWriter } from './script.ts';
import { type Condition, rootTree } from './where.ts';

/**
 * What WHERE says of the nested documents of a path, for the metrics of them: a document is found by one of its nested
 * ones, and only that one is measured. The original looks at the highest AND alone.
 */
export function nestedFilter(
  where: ExpressionNode | null,
  path: string,
  writer: ScriptWriter,
): JsonObject | null {
  if (where === null) return null;
  const { members } = rootTree(mergeNested(where, writer.scope));
  const operands = members.flatMap((member) =>
    member.kind === 'condition' && member.connective === 'and' ? nestedPart(member, path, writer.scope) : [],
  );
  if (operands.length === 0) return null;
  const [only] = operands;
  const condition: ExpressionNode =
    operands.length === 1 ? only : { kind: 'and', operands, span: where.span };
  return new ConditionWriter(writer, path).where(condition);
}

function nestedPart({ expression, negated }: Condition, path: string, scope: Scope): ExpressionNode[] {
  const complex = expression.kind === 'call' ? nestedCall(expression, scope)?.condition : null;
  const part = complex ?? (operandPath(expression, scope) === path ? expression : null);
  if (part === null) return [];
  return [negated ? { kind: 'not', operand: part, span: part.span } : part];
}

function operandPath(node: ExpressionNode, scope: Scope): string | null {
  switch (node.kind) {
    case 'column':
      return scope.column(node).nestedPath;
    case 'call':
      return nestedCall(node, scope)?.path ?? null;
    case 'comparison':
      return operandPath(node.left, scope);
    case 'isNull':
    case 'like':
    case 'between':
    case 'in':
      return operandPath(node.operand, scope);
    default:
      return null;
  }
}
