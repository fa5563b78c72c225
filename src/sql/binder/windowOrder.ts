import type { LogicalPlan, SortKey } from '../plan/logical.ts';

/**
 * The rows that a window sees, by its keys. Above plain documents the original hands those keys to the search, where
 * they follow the keys of ORDER BY and come before LIMIT: ORDER BY decides, and neighbours make the partitions.
 */
export function orderedForWindow(input: LogicalPlan, keys: readonly SortKey[]): LogicalPlan {
  if (keys.length === 0) return input;
  const merged = keys.every(isColumn) ? merge(input, keys) : null;
  return merged ?? { kind: 'sort', input, keys };
}

/** Null where the original sorts the rows itself: what it sorts is whole then. */
function merge(plan: LogicalPlan, keys: readonly SortKey[]): LogicalPlan | null {
  switch (plan.kind) {
    case 'limit': {
      const input = merge(plan.input, keys);
      return input === null ? null : { ...plan, input };
    }
    case 'sort':
      return plan.keys.every(isColumn) && isDocuments(plan.input)
        ? { ...plan, keys: [...plan.keys, ...keys] }
        : null;
    default:
      return isDocuments(plan) ? { kind: 'sort', input: plan, keys } : null;
  }
}

function isColumn({ expression }: SortKey): boolean {
  return expression.kind === 'reference';
}

function isDocuments(plan: LogicalPlan): boolean {
  return plan.kind === 'scan' || (plan.kind === 'filter' && isDocuments(plan.input));
}

/** Whether a window looks at other rows, or in another order, than its statement says: ORDER BY and LIMIT come before it. */
export function ordersBeforeWindow(plan: LogicalPlan): boolean {
  if (plan.kind === 'window') {
    const keys = plan.partitionBy.length + plan.orderBy.length;
    return isOrdered(plan.input, keys) || ordersBeforeWindow(plan.input);
  }
  return 'input' in plan && ordersBeforeWindow(plan.input);
}

function isOrdered(plan: LogicalPlan, keys: number): boolean {
  if (plan.kind === 'limit') return true;
  if (plan.kind === 'sort' && keys > 0 && plan.keys.length > keys) return true;
  return (
    (plan.kind === 'window' || plan.kind === 'sort' || plan.kind === 'unnest') && isOrdered(plan.input, 0)
  );
}
