import type { LogicalPlan, SortKey } from '../plan/logical.ts';

/**
 * The rows a window sees, sorted by its keys. Above plain documents the original adds those keys to the
 * search, after the keys of ORDER BY and before LIMIT is applied: the order is that of ORDER BY, and
 * partitions are runs of adjacent rows.
 */
export function orderedForWindow(input: LogicalPlan, keys: readonly SortKey[]): LogicalPlan {
  if (keys.length === 0) return input;
  const merged = keys.every(isColumn) ? merge(input, keys) : null;
  return merged ?? { kind: 'sort', input, keys };
}

/** Null where the original sorts the rows itself, and therefore all of them. */
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

/**
 * Whether a window sees other rows or another order than the statement says, because ORDER BY and LIMIT are
 * applied before it.
 */
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
