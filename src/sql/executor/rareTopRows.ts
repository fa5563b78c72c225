import type { RareTopPlan } from '../plan/logical.ts';
import type { Row, SqlValue } from '../values/index.ts';
import { type Batches, inBatches } from './batches.ts';
import { betweenBatches } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { type CompileOptions, compile } from './evaluate.ts';
import { KeyMap } from './keyMap.ts';

type RareTop = Omit<RareTopPlan, 'kind' | 'input'>;
type Counts = KeyMap<{ count: number }>;

/**
 * The most frequent, or rarest, combinations of values in each group; ties are in the order of the original's
 * maps.
 */
export async function* rareTopRows(
  plan: RareTop,
  input: Batches,
  options: CompileOptions,
  context: ExecutionContext,
): Batches {
  const groupKey = keyReader(plan.groups, options);
  const fieldKey = keyReader(plan.fields, options);
  const groups = new KeyMap<Counts>(typesOf(plan.groups));
  const fieldTypes = typesOf(plan.fields);
  const holding = context.budget.open();
  try {
    for await (const rows of input) {
      for (const row of rows) {
        const counts = groups.of(groupKey(row), () => new KeyMap(fieldTypes));
        const key = fieldKey(row);
        const counted = counts.of(key, () => {
          holding.addRows([key]);
          return { count: 0 };
        });
        counted.count++;
      }
      await betweenBatches(context);
    }
    yield* inBatches(chosen(plan, groups), context);
  } finally {
    holding.release();
  }
}

type Keys = RareTop['groups'];

function keyReader(keys: Keys, options: CompileOptions): (row: Row) => readonly SqlValue[] {
  const parts = keys.map(({ expression }) => compile(expression, options));
  return (row) => parts.map((part) => part(row));
}

function typesOf(keys: Keys): readonly Keys[number]['column']['type'][] {
  return keys.map(({ column }) => column.type);
}

function chosen({ which, count }: RareTop, groups: KeyMap<Counts>): Row[] {
  const sign = which === 'top' ? -1 : 1;
  return groups.entries().flatMap(({ key: group, value: counts }) =>
    [...counts.entries()]
      .sort((a, b) => sign * (a.value.count - b.value.count))
      .slice(0, count)
      .map(({ key }) => [...group, ...key]),
  );
}
