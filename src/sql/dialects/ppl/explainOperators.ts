import type { JsonObject, JsonValue } from '../../../common/index.ts';
import { SqlError } from '../../errors.ts';
import type { LogicalPlan, NamingPlan, SortKey } from '../../plan/logical.ts';
import { javaMapOrder } from '../../values/index.ts';
import { prefixText } from './explainText.ts';

interface Described {
  readonly name: string;
  readonly description: JsonObject;
}

/** An operator over rows, by the original's name and with what the original tells of it. */
export function describe(plan: LogicalPlan): Described {
  switch (plan.kind) {
    case 'project':
      return projected(plan.items.map(({ schema }) => schema.name));
    case 'naming':
      return named(plan);
    case 'filter':
      return { name: 'FilterOperator', description: { conditions: prefixText(plan.condition) } };
    case 'sort':
      return { name: 'SortOperator', description: { sortList: inMapOrder(plan.keys.map(sortEntry)) } };
    case 'limit':
      return { name: 'LimitOperator', description: { limit: plan.limit, offset: plan.offset } };
    case 'extend': {
      const expressions = plan.items.map(
        ({ expression, column }) => [column.name, prefixText(expression)] as const,
      );
      return { name: 'EvalOperator', description: { expressions: inMapOrder(expressions) } };
    }
    case 'aggregate': {
      const description = { aggregators: columnList(plan.aggregates), groupBy: columnList(plan.groups) };
      return { name: 'AggregationOperator', description };
    }
    case 'dedup': {
      const { keys, count, keepsEmpty, consecutive } = plan;
      const dedupeList = list(keys.map(prefixText));
      const description = { dedupeList, allowedDuplication: count, keepEmpty: keepsEmpty, consecutive };
      return { name: 'DedupeOperator', description };
    }
    case 'rareTop': {
      const { which, count, fields, groups } = plan;
      const counted = { fields: columnList(fields), groupBy: columnList(groups) };
      const description = { commandType: which.toUpperCase(), noOfResults: count, ...counted };
      return { name: 'RareTopNOperator', description };
    }
    default:
      throw new SqlError('IllegalStateException', `${plan.kind} is no operator of a pipeline`);
  }
}

function named({ command, items }: NamingPlan): Described {
  switch (command) {
    case 'fields':
      return projected(items.map(({ name }) => name));
    case 'remove':
      return { name: 'RemoveOperator', description: { removeList: list(items.map(({ name }) => name)) } };
    case 'rename': {
      const mapping = items.map(({ expression, name }) => [prefixText(expression), name] as const);
      return { name: 'RenameOperator', description: { mapping: inMapOrder(mapping) } };
    }
  }
}

function projected(names: readonly string[]): Described {
  return { name: 'ProjectOperator', description: { fields: list(names) } };
}

function sortEntry({ expression, descending, nullsFirst }: SortKey): readonly [string, JsonObject] {
  const sortOrder = descending ? 'DESC' : 'ASC';
  return [prefixText(expression), { sortOrder, nullOrder: nullsFirst ? 'NULL_FIRST' : 'NULL_LAST' }];
}

function columnList(items: readonly { readonly column: { readonly name: string } }[]): string {
  return list(items.map(({ column }) => column.name));
}

function list(names: readonly string[]): string {
  return `[${names.join(', ')}]`;
}

function inMapOrder(entries: readonly (readonly [string, JsonValue])[]): JsonObject {
  const values = new Map(entries);
  return Object.fromEntries(javaMapOrder([...values.keys()]).map((name) => [name, values.get(name) ?? null]));
}
