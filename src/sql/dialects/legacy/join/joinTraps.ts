import type { ExpressionNode, SelectItemNode } from '../../../ast/index.ts';
import { distinguishesCase, someNode } from '../translate/planned.ts';
import { traps } from '../traps.ts';
import type { JoinSides, JoinStatement } from './statement.ts';
import { resolveName } from './tables.ts';

/** Warnings about parts of a join that the original silently drops or answers differently. */
export function joinTraps({ select, sides, type, limit }: JoinStatement): string[] {
  const orders = sides.flatMap(({ orderBy }) => orderBy);
  const isOrdered = orders.every((order, i) => order.expression === select.orderBy[i]?.expression);
  const isOneWay = orders.every(({ direction }) => direction === orders.at(-1)?.direction);
  const isEmpty = sides.some(({ selected }) => selected.some(({ emptyType }) => emptyType !== null));
  const found: readonly (readonly [boolean, string])[] = [
    [isEmpty || select.groupBy.length > 0 || select.having !== null, traps.joinGroups],
    [!isByTable(select.items, sides), traps.joinColumns],
    [distinguishesCase(select), traps.likeCase],
    [select.offset > 0, traps.joinOffset],
    [limit === 0, traps.joinLimitZero],
    [!isOrdered || !isOneWay, traps.joinOrder],
    [type === 'RIGHT_OUTER_JOIN' || type === 'FULL_OUTER_JOIN', traps.joinInner],
    [type === 'NATURAL_JOIN' || usesColumns(select), traps.joinUsing],
    [type === 'LEFT_OUTER_JOIN' && sides[1].where !== null, traps.joinWhere],
    [select.where !== null && someNode(select.where, comparesFields), traps.fieldNames],
    [select.where?.kind === 'or' && sides.every(({ where }) => where !== null), traps.joinOr],
  ];
  return found.filter(([isFound]) => isFound).map(([, trap]) => trap);
}

/** Whether the columns of the left table are selected before those of the right one. */
function isByTable(items: readonly SelectItemNode[], [left, right]: JoinSides): boolean {
  const tables = [left.table, right.table] as const;
  const isOfRight = items.flatMap(({ expression }) => {
    if (expression.kind !== 'column') return [];
    return [resolveName(expression.parts.join('.'), tables).startsWith(`${right.table.alias}.`)];
  });
  return !isOfRight.some((isRight, i) => isRight && isOfRight[i + 1] === false);
}

function comparesFields(node: ExpressionNode): boolean {
  return node.kind === 'comparison' && node.left.kind === 'column' && node.right.kind === 'column';
}

function usesColumns({ from }: JoinStatement['select']): boolean {
  return from?.kind === 'join' && Array.isArray(from.using);
}
