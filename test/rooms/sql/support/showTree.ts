import type { ExpressionNode, SelectNode } from '../../../../src/sql/ast/index.ts';

/** Expressions as S-expressions: what binds to what. */
export function show(node: ExpressionNode): string {
  switch (node.kind) {
    case 'literal':
      return node.value === null ? node.type : `${node.value}${node.type === 'long' ? 'L' : ''}`;
    case 'column':
      return node.parts.join('.');
    case 'star':
      return node.qualifier === null ? '*' : `${node.qualifier}.*`;
    case 'binary':
    case 'comparison':
      return `(${node.operator} ${show(node.left)} ${show(node.right)})`;
    case 'negate':
      return `(- ${show(node.operand)})`;
    case 'and':
    case 'or':
      return `(${node.kind} ${node.operands.map(show).join(' ')})`;
    case 'not':
      return `(not ${show(node.operand)})`;
    case 'isNull':
      return `(is${node.negated ? ' not' : ''} ${node.what} ${show(node.operand)})`;
    case 'like':
      return `(${node.negated ? 'not ' : ''}${node.regexp ? 'regexp' : 'like'} ${show(node.operand)} ${show(node.pattern)})`;
    case 'between':
      return `(${node.negated ? 'not ' : ''}between ${[node.operand, node.low, node.high].map(show).join(' ')})`;
    case 'in':
      return `(${node.negated ? 'not ' : ''}in ${show(node.operand)} ${node.list?.map(show).join(' ') ?? 'query'})`;
    case 'row':
      return `(row ${node.items.map(show).join(' ')})`;
    case 'quantified':
      return `(${node.operator} ${node.quantifier} ${show(node.operand)})`;
    case 'exists':
    case 'subquery':
      return `(${node.kind})`;
    case 'case': {
      const branches = node.branches.map(({ when, then }) => `${show(when)}?${show(then)}`);
      const parts = [...(node.operand ? [show(node.operand)] : []), ...branches];
      return `(case ${[...parts, ...(node.otherwise ? [`:${show(node.otherwise)}`] : [])].join(' ')})`;
    }
    case 'cast':
      return `(cast ${show(node.operand)} ${node.type})`;
    case 'interval':
      return `(interval ${show(node.amount)} ${node.unit})`;
    case 'fieldList':
      return `[${node.fields.map(({ name, boost }) => (boost === null ? name : `${name}^${boost}`)).join(' ')}]`;
    case 'call': {
      const options = node.options.map(({ name, value }) => `${name}=${show(value)}`);
      const args = [...(node.distinct ? ['distinct'] : []), ...node.args.map(show), ...options];
      const filter = node.filter === null ? '' : ` filter ${show(node.filter)}`;
      const keys =
        node.over === null ? [] : [...node.over.partitionBy.map(show), ...order(node.over.orderBy)];
      return `${node.name}(${args.join(' ')})${filter}${node.over === null ? '' : ` over [${keys.join(' ')}]`}`;
    }
  }
}

export function order(nodes: SelectNode['orderBy']): string[] {
  return nodes.map(({ expression, direction, nulls }) =>
    [
      show(expression),
      ...(direction === 'desc' ? ['desc'] : []),
      ...(nulls === null ? [] : [`nulls ${nulls}`]),
    ].join(' '),
  );
}
