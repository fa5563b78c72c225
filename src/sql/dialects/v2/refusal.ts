import type { CallNode, ExpressionNode, SelectNode, StatementNode } from '../../ast/index.ts';
import { astChildren } from '../../binder/index.ts';
import { functionByName } from '../../functions/index.ts';
import { callRefusals, formOf } from './refusals/calls.ts';
import { expressionRefusals } from './refusals/expressions.ts';
import { type Place, type Refusal, refusalIn } from './refusals/refusal.ts';
import { isSearchOfField } from './refusals/searches.ts';
import { fromRefusals, itemRefusals, selectRefusals, statementRefusals } from './refusals/selects.ts';

/**
 * Whether the original's V2 grammar takes a statement: it falls back to its legacy engine for what is no V2 syntax.
 * The grammar here reads the language of both; the tables in `refusals/` are the difference. The answer is the name of
 * the row that V2 stumbles over first.
 */
export function v2Refusal(statement: StatementNode, sql: string): string | null {
  const place = { sql, isSelected: false };
  const refused = refusalIn(statementRefusals, statement, place);
  return refused !== null || statement.kind !== 'select' ? refused : selectRefusal(statement, place);
}

/** All rows: what is not here, V2 answers. */
export const v2Refusals: readonly Pick<Refusal<unknown>, 'name' | 'example'>[] = [
  ...[...statementRefusals, ...selectRefusals, ...fromRefusals, ...itemRefusals],
  ...Object.values(expressionRefusals).flat(),
  ...Object.values(callRefusals).flat(),
];

function selectRefusal(select: SelectNode, place: Place): string | null {
  const { items, where, groupBy, having, orderBy } = select;
  const check = (node: ExpressionNode | null): string | null =>
    node === null ? null : expressionRefusal(node, place);
  return (
    refusalIn(selectRefusals, select, place) ??
    fromRefusal(select, place) ??
    first(items, (item) => itemRefusal(item, item === items[0], { ...place, isSelected: true })) ??
    check(where) ??
    first(groupBy, check) ??
    check(having) ??
    first(orderBy, ({ expression }) => check(expression))
  );
}

function fromRefusal({ from }: SelectNode, place: Place): string | null {
  if (from === null) return null;
  const refused = refusalIn(fromRefusals, from, place);
  if (refused !== null || from.kind !== 'derived' || from.query.kind !== 'select') return refused;
  return selectRefusal(from.query, place);
}

function itemRefusal(item: SelectNode['items'][number], isFirst: boolean, place: Place): string | null {
  const refused = refusalIn(itemRefusals, { item, isFirst }, place);
  if (refused !== null || item.expression.kind === 'star') return refused;
  return expressionRefusal(item.expression, place);
}

function expressionRefusal(node: ExpressionNode, place: Place): string | null {
  if (isSearchOfField(node)) return null;
  const inClauses = { ...place, isSelected: false };
  return (
    ownRefusal(node, place) ??
    (node.kind === 'call' ? first(clausesOf(node), (inner) => expressionRefusal(inner, inClauses)) : null) ??
    first(operandsOf(node), (inner) => expressionRefusal(inner, place))
  );
}

function ownRefusal(node: ExpressionNode, place: Place): string | null {
  if (node.kind === 'call') return refusalIn(callRefusals[formOf(node)], node, place);
  const table = expressionRefusals[node.kind] as readonly Refusal<ExpressionNode>[] | undefined;
  return table === undefined ? null : refusalIn(table, node, place);
}

/** FILTER of an aggregate, the keys of a window. */
function clausesOf(call: CallNode): readonly ExpressionNode[] {
  const { filter, over } = call;
  const keys =
    over === null ? [] : [...over.partitionBy, ...over.orderBy.map(({ expression }) => expression)];
  return formOf(call) === 'nested' ? [] : filter === null ? keys : [filter, ...keys];
}

function operandsOf(node: ExpressionNode): readonly ExpressionNode[] {
  const isWordFirst = node.kind === 'call' && functionByName(node.name)?.word?.at === 0;
  return isWordFirst ? astChildren(node).slice(1) : astChildren(node);
}

function first<T>(items: Iterable<T>, check: (item: T) => string | null): string | null {
  for (const item of items) {
    const refused = check(item);
    if (refused !== null) return refused;
  }
  return null;
}
