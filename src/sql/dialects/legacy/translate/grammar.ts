import type {
  ExpressionNode,
  QueryNode,
  RelationNode,
  SelectNode,
  StatementNode,
} from '../../../ast/index.ts';
import { astChildren } from '../../../binder/index.ts';
import { isAggregateWord } from './names.ts';
import { expressionsOf } from './planned.ts';
import { refuse } from './refuse.ts';

/** Throws SqlError for what the legacy engine's grammar does not have: typed literals, NULLS FIRST, most windows. */
export function checkGrammar(statement: StatementNode, sql: string): void {
  if (!hasForeign(statement)) return;
  const text = sql.replace(/\r?\n/g, ' ').trim().replace(/;$/, '');
  throw refuse(`Illegal SQL expression : ${text}`, 'ParserException');
}

function hasForeign(statement: StatementNode): boolean {
  switch (statement.kind) {
    case 'select':
    case 'setOperation':
    case 'with':
      return inQuery(statement);
    case 'delete':
      return statement.where !== null && inExpression(statement.where);
    default:
      return false;
  }
}

function inQuery(query: QueryNode): boolean {
  if (query.kind === 'setOperation') return inQuery(query.left) || inQuery(query.right);
  return query.kind === 'select' && inSelect(query);
}

function inSelect(select: SelectNode): boolean {
  const { orderBy, from } = select;
  return (
    orderBy.some(({ nulls }) => nulls !== null) ||
    expressionsOf(select).some(inExpression) ||
    (from !== null && inRelation(from))
  );
}

function inRelation(relation: RelationNode): boolean {
  if (relation.kind === 'table') return false;
  if (relation.kind === 'derived') return inQuery(relation.query);
  return inRelation(relation.left) || inRelation(relation.right);
}

const TYPED_LITERALS: ReadonlySet<string> = new Set(['date', 'time', 'timestamp']);

function inExpression(node: ExpressionNode): boolean {
  if (node.kind === 'literal') return TYPED_LITERALS.has(node.type);
  if (node.kind === 'call' && (node.over !== null || node.distinct) && !isAggregateWord(node.name))
    return true;
  return astChildren(node).some(inExpression);
}
