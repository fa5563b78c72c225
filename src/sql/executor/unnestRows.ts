import { isJsonObject } from '../../common/index.ts';
import type { FieldTable } from '../binder/index.ts';
import { type PhysicalPlan, physicalColumns } from '../plan/physical.ts';
import type { Row, SqlValue } from '../values/index.ts';
import { type Batches, resized } from './batches.ts';
import type { ExecutionContext } from './context.ts';
import { toValue, valueAt } from './documentValues.ts';

type Unnest = Extract<PhysicalPlan, { kind: 'unnest' }>;

/** One row per element of a nested field. */
export function unnestRows(plan: Unnest, input: Batches, context: ExecutionContext): Batches {
  const slot = physicalColumns(plan.input).indexOf(plan.nested);
  const fields: FieldTable = new Map([...context.fields.values()].flatMap((table) => [...table]));
  const rowsOf = (row: Row): Row[] => {
    const elements = Array.isArray(row[slot]) ? row[slot] : [];
    if (elements.length === 0 && plan.keepsRows) return [[...row, ...plan.members.map(() => null)]];
    return elements.map((element) => {
      const members = plan.members.map(({ field }): SqlValue => {
        const path = field.path.slice(plan.path.length + 1);
        return toValue(isJsonObject(element) ? valueAt(element, path) : undefined, field, fields);
      });
      return [...row, ...members];
    });
  };
  return resized(unnested(input, rowsOf), context);
}

async function* unnested(input: Batches, rowsOf: (row: Row) => Row[]): Batches {
  for await (const rows of input) yield rows.flatMap(rowsOf);
}
