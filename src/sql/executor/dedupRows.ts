import type { DedupPlan } from '../plan/logical.ts';
import { isAbsent, type Row, type SqlValue } from '../values/index.ts';
import type { Batches } from './batches.ts';
import { betweenBatches } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { type CompileOptions, compile } from './evaluate.ts';
import { RowMap } from './rowMap.ts';

type Dedup = Omit<DedupPlan, 'kind' | 'input'>;

/** The first `count` rows of each combination of keys, or of each run of equal keys. */
export async function* dedupRows(
  plan: Dedup,
  input: Batches,
  options: CompileOptions,
  context: ExecutionContext,
): Batches {
  const keys = plan.keys.map((key) => compile(key, options));
  const holding = context.budget.open();
  const seen = plan.consecutive ? new LastKey() : new AllKeys((key) => holding.addRows([key]));
  const keeps = (row: Row): boolean => {
    const key = keys.map((part) => part(row));
    return key.some(isAbsent) ? plan.keepsEmpty : seen.times(key) <= plan.count;
  };
  try {
    for await (const rows of input) {
      const kept = rows.filter(keeps);
      if (kept.length > 0) yield kept;
      await betweenBatches(context);
    }
  } finally {
    holding.release();
  }
}

/** Counts how often a key has occurred, including this time. */
interface SeenKeys {
  times(key: readonly SqlValue[]): number;
}

class AllKeys implements SeenKeys {
  readonly #counts = new RowMap<number>();
  readonly #added: (key: readonly SqlValue[]) => void;

  constructor(added: (key: readonly SqlValue[]) => void) {
    this.#added = added;
  }

  times(key: readonly SqlValue[]): number {
    const before = this.#counts.get(key) ?? 0;
    if (before === 0) this.#added(key);
    this.#counts.set(key, before + 1);
    return before + 1;
  }
}

class LastKey implements SeenKeys {
  #last = new RowMap<number>();

  times(key: readonly SqlValue[]): number {
    const before = this.#last.get(key) ?? 0;
    if (before === 0) this.#last = new RowMap();
    this.#last.set(key, before + 1);
    return before + 1;
  }
}
