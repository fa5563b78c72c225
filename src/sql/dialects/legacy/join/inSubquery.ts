import {
  type ColumnNode,
  derive,
  type ExpressionNode,
  type InNode,
  type JoinNode,
  mapTree,
  type QueryNode,
  type SelectNode,
  type StarNode,
  type TableNode,
} from '../../../ast/index.ts';
import { astChildren } from '../../../binder/index.ts';
import { refuse } from '../translate/refuse.ts';

/**
 * `a IN (SELECT b FROM t WHERE c)` is the join of both on `a = b`, with `b IS NOT NULL AND c` on t. Null for statements
 * without one. Throws SqlError for sub-selects that have no such form.
 */
export function joinOfSubquery(select: SelectNode): SelectNode | null {
  if (select.from?.kind !== 'table' || select.where === null) return null;
  checkCount(select.where);
  const conditions = conjuncts(select.where);
  const found = conditions.filter((node): node is InNode => node.kind === 'in' && node.query !== null);
  if (found.length !== 1 || found[0].negated) return null;
  const [node] = found;
  const inner = simpleSubquery(node.query);
  const innerTable = aliased(inner.from as TableNode, select.from.alias === null ? 1 : 0);
  const table = aliased(select.from, 0);
  const own = (part: ExpressionNode): ExpressionNode => qualified(part, table);
  const theirs = (part: ExpressionNode): ExpressionNode => qualified(part, innerTable);
  const [{ expression: selected }] = inner.items;
  const column = theirs(selected.kind === 'star' ? starColumn(selected) : selected);
  const { span } = node;
  const present: ExpressionNode = { kind: 'isNull', operand: column, negated: true, what: 'null', span };
  const on: ExpressionNode = {
    kind: 'comparison',
    operator: '=',
    left: own(node.operand),
    right: column,
    span,
  };
  const from: JoinNode = {
    ...{
      kind: 'join',
      alias: null,
      type: 'inner',
      saysInner: false,
      left: table,
      right: innerTable,
      on,
      using: null,
      span,
    },
  };
  const rest = conditions.filter((condition) => condition !== node).map(own);
  const operands = [present, ...conjuncts(inner.where).map(theirs), ...rest];
  return derive(select, {
    from,
    where: operands.length === 1 ? present : { kind: 'and', operands, span },
    items: select.items.map((item) => derive(item, { expression: own(item.expression) })),
    groupBy: select.groupBy.map(own),
    orderBy: select.orderBy.map((order) => derive(order, { expression: own(order.expression) })),
  });
}

/** `*` is one more name to the original. */
function starColumn({ span }: StarNode): ColumnNode {
  return { kind: 'column', parts: ['*'], quoted: false, span };
}

/** Throws SqlError for an IN (SELECT …) beside another sub-select, wherever they stand. */
function checkCount(where: ExpressionNode): void {
  const found = subqueries(where);
  if (found.length < 2 || found.every(({ kind }) => kind === 'exists')) return;
  const details = 'Unsupported subquery. Only one EXISTS or IN is supported';
  throw refuse(details, 'SQLFeatureNotSupportedException');
}

function subqueries(node: ExpressionNode): readonly ExpressionNode[] {
  const query = node.kind === 'exists' || node.kind === 'in' ? node.query : null;
  const own = query === null ? [] : [node];
  const inner = query?.kind === 'select' && query.where !== null ? [query.where] : [];
  return [...own, ...[...inner, ...astChildren(node)].flatMap(subqueries)];
}

function conjuncts(node: ExpressionNode | null): readonly ExpressionNode[] {
  if (node === null) return [];
  return node.kind === 'and' ? node.operands.flatMap(conjuncts) : [node];
}

function aliased(table: TableNode, number: number): TableNode {
  return table.alias === null ? derive(table, { alias: `${table.name}_${number}` }) : table;
}

/** Columns with the alias of their table in front. */
function qualified(node: ExpressionNode, { name, alias }: TableNode): ExpressionNode {
  if (node.kind === 'star' && node.qualifier === null) return derive(node, { qualifier: alias });
  const change = (part: ExpressionNode): ExpressionNode | null => {
    if (part.kind !== 'column') return null;
    const [first, ...rest] = part.parts;
    if (rest.length > 0 && first === alias) return part;
    const parts = rest.length > 0 && first === name ? rest : part.parts;
    return derive(part, { parts: [alias ?? name, ...parts] });
  };
  return mapTree(node, (part) => change(part as ExpressionNode));
}

function simpleSubquery(query: QueryNode | null): SelectNode {
  const isSimple =
    query?.kind === 'select' &&
    query.from?.kind === 'table' &&
    query.items.length === 1 &&
    query.groupBy.length === 0 &&
    query.limit === null;
  if (query?.kind === 'select' && query.from === null) {
    throw refuse('Cannot invoke "Object.getClass()" because "from" is null', 'NullPointerException');
  }
  if (!isSimple) throw refuse('Unsupported subquery', 'IllegalStateException');
  const { expression } = query.items[0];
  if (expression.kind !== 'column' && expression.kind !== 'star') {
    throw refuse('Unsupported subquery', 'IllegalStateException');
  }
  return query;
}
