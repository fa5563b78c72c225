import type { QueryNode } from '../ast/index.ts';
import type { FieldTable } from '../binder/index.ts';

/** What plans are made of, beside the statement. */
export interface PlanInputs {
  /** By the name in FROM; a table is another object when the mappings behind the name have changed. */
  readonly fields: ReadonlyMap<string, FieldTable>;
  readonly corrections: boolean;
}

interface Kept<Plans> extends PlanInputs {
  readonly plans: Plans;
}

/** Keeps the plans of statements as long as their trees are kept, one form each: a text that comes again has one tree. */
export class PlanCache<Plans> {
  readonly #kept = new WeakMap<QueryNode, Kept<Plans>>();

  /** Undefined when there are none that were made of the same. */
  get(statement: QueryNode, { fields, corrections }: PlanInputs): Plans | undefined {
    const kept = this.#kept.get(statement);
    if (kept === undefined || kept.corrections !== corrections) return undefined;
    for (const [name, table] of fields) if (kept.fields.get(name) !== table) return undefined;
    return kept.plans;
  }

  set(statement: QueryNode, inputs: PlanInputs, plans: Plans): void {
    this.#kept.set(statement, { ...inputs, plans });
  }
}
