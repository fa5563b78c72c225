import type { SelectItemNode, SelectNode } from '../../../ast/index.ts';
import { expressionName } from './names.ts';
import { refuse } from './refuse.ts';

/**
 * A statement whose FROM is a sub-select, as the original reads it: the sub-select, with those of its columns that the
 * outer list names. What else the outer statement says is not read.
 */
export function pushedDown(select: SelectNode): SelectNode {
  if (select.from?.kind !== 'derived') return select;
  const { query, alias } = select.from;
  if (query.kind !== 'select' || query.from?.kind === 'derived') {
    throw refuse('Unsupported subquery', 'IllegalStateException');
  }
  const names = new Map(select.items.map((item) => [ownName(item, alias), item.alias] as const));
  const items = query.items.flatMap((item) => {
    const name = item.alias ?? expressionName(item.expression);
    const given = names.get(name);
    return given === undefined ? [] : [{ ...item, alias: given ?? name }];
  });
  return { ...query, items: items.length === 0 && query.groupBy.length === 0 ? [everything(query)] : items };
}

/** Whether more is said around a sub-select than the original reads. */
export function losesClauses({ from, where, groupBy, orderBy, limit }: SelectNode): boolean {
  if (from?.kind !== 'derived') return false;
  return where !== null || groupBy.length > 0 || orderBy.length > 0 || limit !== null;
}

function ownName({ expression }: SelectItemNode, alias: string | null): string {
  const name = expressionName(expression);
  return alias === null ? name : name.replaceAll(`${alias}.`, '');
}

function everything({ span }: SelectNode): SelectItemNode {
  return { expression: { kind: 'star', qualifier: null, span }, alias: null, text: '*' };
}
