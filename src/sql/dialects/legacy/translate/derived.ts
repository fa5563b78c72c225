import {
  derive,
  type ExpressionNode,
  type SelectItemNode,
  type SelectNode,
  treeKey,
  unwatched,
} from '../../../ast/index.ts';
import { AnswerableRefusal, SqlError, type SqlErrorType } from '../../../errors.ts';
import { functionByName } from '../../../functions/index.ts';
import { traps } from '../traps.ts';
import { expressionName, isAggregateWord } from './names.ts';
import { isLegacyScript } from './painless.ts';
import { refuse } from './refuse.ts';

/** The statement that is executed: the sub-select if FROM is one. */
export interface PushedDown {
  readonly select: SelectNode;
  /**
   * Computed columns that the outer statement renames, by inner name. The original answers them without
   * values.
   */
  readonly renamed: ReadonlyMap<string, string>;
  /** The sub-select and the statement around it, as written; null if FROM is no sub-select. */
  readonly written: readonly SelectNode[] | null;
  /** Warnings about what the original silently drops. */
  readonly traps: readonly string[];
}

/**
 * A statement whose FROM is a sub-select, as the original executes it: the sub-select, with only the columns
 * that the outer select list names. The rest of the outer statement is ignored.
 */
export function pushedDown(select: SelectNode): PushedDown {
  if (select.from?.kind !== 'derived') return { select, renamed: new Map(), written: null, traps: [] };
  const { query, alias } = select.from;
  if (query.kind !== 'select' || query.from?.kind === 'derived') {
    throw refuse('Unsupported subquery', 'IllegalStateException');
  }
  const names = new Map(select.items.map((item) => [ownName(item, alias), item.alias] as const));
  const renamed = new Map<string, string>();
  const items = query.items.flatMap((item) => {
    const name = innerName(item);
    const given = names.get(name);
    if (given === undefined) return [];
    const isField = item.expression.kind === 'column';
    if (!isField && given !== null && given !== name) renamed.set(name, given);
    return [derive(item, { alias: isField ? (given ?? name) : name })];
  });
  const hasGroups = query.groupBy.length > 0;
  const inner = derive(query, { items: items.length === 0 && !hasGroups ? [everything(query)] : items });
  const known = new Set(query.items.map(innerName));
  const losesItems = [...names.keys()].some((name) => !known.has(name));
  const found = [...(losesItems ? [traps.subSelect] : []), ...(renamed.size > 0 ? [traps.renamed] : [])];
  return { select: inner, renamed, written: [unwatched(query), unwatched(select)], traps: found };
}

function innerName({ alias, expression }: SelectItemNode): string {
  return alias ?? expressionName(expression);
}

function ownName({ expression }: SelectItemNode, alias: string | null): string {
  const name = expressionName(expression);
  return alias === null ? name : name.replaceAll(`${alias}.`, '');
}

function everything({ span }: SelectNode): SelectItemNode {
  return { expression: { kind: 'star', qualifier: null, span }, alias: null, text: '*' };
}

/**
 * The query planner only handles groups of a table: with a sub-select in FROM it always fails (`runs`), and
 * an explanation fails if an item is unsupported. Throws SqlError.
 */
export function checkSubSelectGroups({ items, groupBy }: SelectNode, runs: boolean): void {
  const keys = new Set(groupBy.map(treeKey));
  for (const { expression } of items) if (!keys.has(treeKey(expression))) checkItem(expression);
  if (runs) throw breaksOff('ClassCastException', NO_JOIN);
}

function checkItem(expression: ExpressionNode): void {
  if (expression.kind === 'column') {
    throw breaksOff('RuntimeException', `unsupported expr: ${expressionName(expression)}`);
  }
  if (expression.kind !== 'call') return;
  const { name, args } = expression;
  if (!isAggregateWord(name) && functionByName(name)?.ofAggregates === undefined) {
    throw breaksOff('UnsupportedOperationException', `unsupported operator: ${name.toLowerCase()}`);
  }
  if (args.some(hasNoScript)) throw refuse('only support script/nested/children as inner functions');
}

function hasNoScript(node: ExpressionNode): boolean {
  return node.kind === 'call' && !isLegacyScript(node.name);
}

function breaksOff(type: SqlErrorType, details: string): SqlError {
  return new AnswerableRefusal(new SqlError(type, details, { httpStatus: 503 }));
}

const NO_JOIN =
  'class com.alibaba.druid.sql.ast.statement.SQLSubqueryTableSource cannot be cast to class ' +
  'com.alibaba.druid.sql.ast.statement.SQLJoinTableSource';
