import type { ExpressionNode } from '../../../ast/index.ts';
import { someNode } from '../translate/planned.ts';
import { traps } from '../traps.ts';
import type { JoinStatement } from './statement.ts';

/** What the original leaves out of a join without a word, or does otherwise than it says. */
export function joinTraps({ select, sides, type, limit }: JoinStatement): string[] {
  const orders = sides.flatMap(({ orderBy }) => orderBy);
  const isOrdered = orders.every((order, i) => order.expression === select.orderBy[i]?.expression);
  const isOneWay = orders.every(({ direction }) => direction === orders.at(-1)?.direction);
  const isEmpty = sides.some(({ selected }) => selected.some(({ emptyType }) => emptyType !== null));
  const found: readonly (readonly [boolean, string])[] = [
    [isEmpty || select.groupBy.length > 0 || select.having !== null, traps.joinGroups],
    [select.offset > 0, traps.joinOffset],
    [limit === 0, traps.joinLimitZero],
    [!isOrdered || !isOneWay, traps.joinOrder],
    [type === 'RIGHT_OUTER_JOIN' || type === 'FULL_OUTER_JOIN', traps.joinInner],
    [type === 'NATURAL_JOIN' || usesColumns(select), traps.joinUsing],
    [type === 'LEFT_OUTER_JOIN' && sides[1].where !== null, traps.joinWhere],
    [select.where !== null && someNode(select.where, comparesFields), traps.joinNames],
    [select.where?.kind === 'or' && sides.every(({ where }) => where !== null), traps.joinOr],
  ];
  return found.filter(([isFound]) => isFound).map(([, trap]) => trap);
}

function comparesFields(node: ExpressionNode): boolean {
  return node.kind === 'comparison' && node.left.kind === 'column' && node.right.kind === 'column';
}

function usesColumns({ from }: JoinStatement['select']): boolean {
  return from?.kind === 'join' && Array.isArray(from.using);
}
