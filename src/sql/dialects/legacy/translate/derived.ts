import { derive, type SelectItemNode, type SelectNode } from '../../../ast/index.ts';
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
    return given === undefined ? [] : [derive(item, { alias: given ?? name })];
  });
  return derive(query, {
    items: items.length === 0 && query.groupBy.length === 0 ? [everything(query)] : items,
  });
}

function ownName({ expression }: SelectItemNode, alias: string | null): string {
  const name = expressionName(expression);
  return alias === null ? name : name.replaceAll(`${alias}.`, '');
}

function everything({ span }: SelectNode): SelectItemNode {
  return { expression: { kind: 'star', qualifier: null, span }, alias: null, text: '*' };
}
