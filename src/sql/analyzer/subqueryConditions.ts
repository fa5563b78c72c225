import type { ExpressionNode, QueryNode } from '../ast/index.ts';

interface SubqueryCondition {
  /** Null for EXISTS. */
  readonly operand: ExpressionNode | null;
  readonly query: QueryNode;
  readonly negated: boolean;
}

/** WHERE split into the conditions with a subquery, each a conjunct of its own, and all the rest. */
export function splitSubqueries(where: ExpressionNode): {
  readonly plain: ExpressionNode | null;
  readonly subqueries: readonly SubqueryCondition[];
} {
  const parts = where.kind === 'and' ? where.operands : [where];
  const subqueries: SubqueryCondition[] = [];
  const plain: ExpressionNode[] = [];
  for (const part of parts) {
    const found = subqueryOf(part, false);
    if (found === null) plain.push(part);
    else subqueries.push(found);
  }
  if (plain.length === 0) return { plain: null, subqueries };
  if (plain.length === 1) return { plain: plain[0], subqueries };
  return { plain: { kind: 'and', operands: plain, span: where.span }, subqueries };
}

function subqueryOf(node: ExpressionNode, negated: boolean): SubqueryCondition | null {
  if (node.kind === 'not') return subqueryOf(node.operand, !negated);
  if (node.kind === 'exists') return { operand: null, query: node.query, negated };
  if (node.kind !== 'in' || node.query === null) return null;
  return { operand: node.operand, query: node.query, negated: node.negated !== negated };
}
