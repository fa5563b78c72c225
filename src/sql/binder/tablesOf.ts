import type { ExpressionNode, QueryNode, RelationNode, SelectNode } from '../ast/index.ts';
import { subqueriesOf } from './astWalk.ts';

/** The index expressions that a query reads, each once; common tables are none. */
export function tablesOf(query: QueryNode, commonTables: readonly string[] = []): readonly string[] {
  const names = new Set<string>();
  collect(query, new Set(commonTables), names);
  return [...names];
}

function collect(query: QueryNode, common: ReadonlySet<string>, names: Set<string>): void {
  switch (query.kind) {
    case 'select':
      if (query.from !== null) collectRelation(query.from, common, names);
      for (const expression of expressionsOf(query)) collectSubqueries(expression, common, names);
      return;
    case 'setOperation':
      collect(query.left, common, names);
      collect(query.right, common, names);
      return;
    case 'with': {
      const known = new Set([...common, ...query.tables.map(({ name }) => name)]);
      for (const table of query.tables) collect(table.query, known, names);
      collect(query.body, known, names);
    }
  }
}

function expressionsOf({ items, where, groupBy, having, orderBy }: SelectNode): readonly ExpressionNode[] {
  const listed = [...items, ...orderBy].map(({ expression }) => expression);
  return [...listed, ...groupBy, ...(where === null ? [] : [where]), ...(having === null ? [] : [having])];
}

function collectRelation(node: RelationNode, common: ReadonlySet<string>, names: Set<string>): void {
  if (node.kind === 'table') {
    if (!common.has(node.name)) names.add(node.unqualified);
  } else if (node.kind === 'join' && isElementsOf(node.left, node.right)) {
    collectRelation(node.left, common, names);
    if (node.on !== null) collectSubqueries(node.on, common, names);
  } else if (node.kind === 'derived') collect(node.query, common, names);
  else {
    collectRelation(node.left, common, names);
    collectRelation(node.right, common, names);
    if (node.on !== null) collectSubqueries(node.on, common, names);
  }
}

function collectSubqueries(node: ExpressionNode, common: ReadonlySet<string>, names: Set<string>): void {
  for (const query of subqueriesOf(node)) collect(query, common, names);
}

/** `o.lines` behind a table with the alias `o` is no index. */
function isElementsOf(left: RelationNode, right: RelationNode): boolean {
  if (right.kind !== 'table') return false;
  if (left.kind === 'join') return isElementsOf(left.left, right) || isElementsOf(left.right, right);
  return left.alias !== null && right.name.startsWith(`${left.alias}.`);
}
