import type { ComparisonNode, ExpressionNode } from '../../../ast/index.ts';
import { constantOf } from '../translate/literals.ts';
import { expressionName } from '../translate/names.ts';
import type { Condition, WhereTree } from '../translate/where.ts';

/** Conditions as the original's plans and refusals print them: `AND ( AND id ISN null, AND budget GT 200000 ) `. */

export const OPERATORS: Readonly<
  Record<ComparisonNode['operator'], readonly [plain: string, negated: string]>
> = {
  '=': ['EQ', 'N'],
  '<>': ['N', 'EQ'],
  '!=': ['N', 'EQ'],
  '<=>': ['EQ', 'N'],
  '<': ['LT', 'GTE'],
  '<=': ['LTE', 'GT'],
  '>': ['GT', 'LTE'],
  '>=': ['GTE', 'LT'],
};

/** How the left side of a condition is called. */
export type NameOf = (left: ExpressionNode, condition: ExpressionNode) => string;

export function whereText(tree: WhereTree, nameOf: NameOf): string {
  if (tree.kind === 'condition') return conditionText(tree, nameOf);
  const members = tree.members.map((member) => whereText(member, nameOf)).join(', ');
  return `${tree.connective.toUpperCase()} ( ${members} ) `;
}

export function conditionText({ connective, negated, expression }: Condition, nameOf: NameOf): string {
  return `${connective.toUpperCase()} ${bareText(expression, negated, nameOf)}`;
}

function bareText(node: ExpressionNode, negated: boolean, nameOf: NameOf): string {
  switch (node.kind) {
    case 'comparison':
      return `${nameOf(node.left, node)} ${OPERATORS[node.operator][negated ? 1 : 0]} ${valueText(node.right)}`;
    case 'isNull':
      return `${nameOf(node.operand, node)} ${node.negated !== negated ? 'ISN' : 'IS'} null`;
    case 'like':
      return `${nameOf(node.operand, node)} ${node.negated !== negated ? 'NLIKE' : 'LIKE'} ${valueText(node.pattern)}`;
    case 'in':
      return `${nameOf(node.operand, node)} ${node.negated !== negated ? 'NIN' : 'IN'} ${list(node.list ?? [])}`;
    case 'between':
      return `${nameOf(node.operand, node)} ${node.negated !== negated ? 'NBETWEEN' : 'BETWEEN'} ${list([node.low, node.high])}`;
    case 'call':
      return node.args.length === 0
        ? expressionName(node)
        : `${nameOf(node.args[0], node)} ${negated ? 'N' : 'EQ'} ${expressionName(node)}`;
    default:
      return expressionName(node);
  }
}

function list(nodes: readonly ExpressionNode[]): string {
  return `[${nodes.map(valueText).join(', ')}]`;
}

function valueText(node: ExpressionNode): string {
  const literal = constantOf(node);
  return literal === null ? expressionName(node) : String(literal.value);
}
