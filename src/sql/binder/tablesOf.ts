import type {
  ExpressionNode,
  QueryNode,
  RelationNode,
  SelectNode,
  TableNode,
  WithNode,
} from '../ast/index.ts';
import { subqueriesOf } from './astWalk.ts';

/** The index expressions a query reads, without duplicates and without common tables. */
export function tablesOf(query: QueryNode, commonTables: readonly string[] = []): readonly string[] {
  const names = new Set<string>();
  const known = new Set(commonTables);
  collect(query, known, (table, common) => {
    if (!common.has(table.name)) names.add(table.unqualified);
  });
  return [...names];
}

/** The common tables that are referenced more than once, by the query or by each other. */
export function sharedTables(query: WithNode): ReadonlySet<string> {
  const named = new Set<string>();
  const shared = new Set<string>();
  collect(query, new Set(), ({ name }, common) => {
    if (common.has(name)) (named.has(name) ? shared : named).add(name);
  });
  return shared;
}

/** The names of the common tables that a part of the query sees. */
interface Names {
  has(name: string): boolean;
}

/** A common table does not see itself. Copying the names for each of many tables would be quadratic. */
function without(names: Names, name: string): Names {
  return { has: (other) => other !== name && names.has(other) };
}

type Found = (table: TableNode, common: Names) => void;

function collect(query: QueryNode, common: Names, found: Found): void {
  switch (query.kind) {
    case 'select':
      if (query.from !== null) collectRelation(query.from, common, found);
      for (const expression of expressionsOf(query)) collectSubqueries(expression, common, found);
      return;
    case 'setOperation':
      collect(query.left, common, found);
      collect(query.right, common, found);
      return;
    case 'with': {
      const own = new Set(query.tables.map(({ name }) => name));
      const known: Names = { has: (name) => own.has(name) || common.has(name) };
      for (const table of query.tables) collect(table.query, without(known, table.name), found);
      collect(query.body, known, found);
    }
  }
}

function expressionsOf({ items, where, groupBy, having, orderBy }: SelectNode): readonly ExpressionNode[] {
  const listed = [...items, ...orderBy].map(({ expression }) => expression);
  return [...listed, ...groupBy, ...(where === null ? [] : [where]), ...(having === null ? [] : [having])];
}

function collectRelation(node: RelationNode, common: Names, found: Found): void {
  if (node.kind === 'table') {
    found(node, common);
  } else if (node.kind === 'join' && isElementsOf(node.left, node.right)) {
    collectRelation(node.left, common, found);
    if (node.on !== null) collectSubqueries(node.on, common, found);
  } else if (node.kind === 'derived') collect(node.query, common, found);
  else {
    collectRelation(node.left, common, found);
    collectRelation(node.right, common, found);
    if (node.on !== null) collectSubqueries(node.on, common, found);
  }
}

function collectSubqueries(node: ExpressionNode, common: Names, found: Found): void {
  for (const query of subqueriesOf(node)) collect(query, common, found);
}

/** `o.lines` after a table with the alias `o` is not an index. */
function isElementsOf(left: RelationNode, right: RelationNode): boolean {
  if (right.kind !== 'table') return false;
  if (left.kind === 'join') return isElementsOf(left.left, right) || isElementsOf(left.right, right);
  return left.alias !== null && right.name.startsWith(`${left.alias}.`);
}
