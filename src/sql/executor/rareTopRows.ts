import type { RareTopPlan } from '../plan/logical.ts';
import type { Row, SqlValue } from '../values/index.ts';
import { type Batches, inBatches } from './batches.ts';
import { betweenBatches } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { type CompileOptions, compile } from './evaluate.ts';
import { RowMap } from './rowMap.ts';

type RareTop = Omit<RareTopPlan, 'kind' | 'input'>;

interface Counted {
  readonly key: readonly SqlValue[];
  count: number;
}

/** The most frequent combinations of values of each group, or the rarest. */
export async function* rareTopRows(
  plan: RareTop,
  input: Batches,
  options: CompileOptions,
  context: ExecutionContext,
): Batches {
  const groupKey = plan.groups.map(({ expression }) => compile(expression, options));
  const fieldKey = plan.fields.map(({ expression }) => compile(expression, options));
  const groups = new Grouped<Grouped<Counted>>();
  const holding = context.budget.open();
  try {
    for await (const rows of input) {
      for (const row of rows) {
        const values = groups.of(
          groupKey.map((key) => key(row)),
          () => new Grouped<Counted>(),
        );
        const counted = values.of(
          fieldKey.map((key) => key(row)),
          (key) => {
            holding.addRows([key]);
            return { key, count: 0 };
          },
        );
        counted.count++;
      }
      await betweenBatches(context);
    }
    yield* inBatches(chosen(plan, groups), context);
  } finally {
    holding.release();
  }
}

function chosen({ which, count }: RareTop, groups: Grouped<Grouped<Counted>>): Row[] {
  const sign = which === 'top' ? -1 : 1;
  return groups.entries.flatMap(([group, values]) =>
    values.entries
      .map(([, counted]) => counted)
      .sort((a, b) => sign * (a.count - b.count))
      .slice(0, count)
      .map(({ key }) => [...group, ...key]),
  );
}

/** What belongs to keys, in the order in which they came. */
class Grouped<T> {
  readonly entries: (readonly [readonly SqlValue[], T])[] = [];
  readonly #byKey = new RowMap<{ readonly value: T }>();

  of(key: readonly SqlValue[], make: (key: readonly SqlValue[]) => T): T {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known.value;
    const value = make(key);
    this.#byKey.set(key, { value });
    this.entries.push([key, value]);
    return value;
  }
}
