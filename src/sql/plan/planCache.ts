import { LRUCache } from 'lru-cache';
import type { LiteralNode, SqlScalar } from '../ast/index.ts';
import { type FieldTable, UnfitLiteral } from '../binder/index.ts';
import { SqlError } from '../errors.ts';
import type { Statement, StatementTemplate, StatementTree } from '../grammar/index.ts';
import type { SlotValues } from './slots.ts';

/** What a plan depends on besides the statement. */
export interface PlanInputs {
  /** By name in FROM; a table is replaced by a new object when the mappings behind the name change. */
  readonly fields: ReadonlyMap<string, FieldTable>;
  readonly corrections: boolean;
}

/** Plans as a function of the statement's literal values. */
export interface PlanForm<Plans> {
  readonly make: (values: SlotValues) => Plans;
  /** The literals whose exact values the plans depend on. */
  readonly pinned: ReadonlySet<number>;
  /** Estimated memory of keeping the form. */
  readonly bytes: number;
}

interface Kept<Plans> extends PlanInputs, PlanForm<Plans> {
  /** The literals the plans were made from: other literals must have the same types. */
  readonly literals: readonly LiteralNode[];
}

/** Forms per template: with and without corrections, with other types, with other pinned values. */
const MAX_FORMS = 8;

/** Caches plans by statement template. */
export class PlanCache<Plans> {
  readonly #kept: LRUCache<StatementTemplate<StatementTree>, readonly Kept<Plans>[]>;

  constructor(maxBytes: number) {
    this.#kept = new LRUCache({
      max: 1000,
      maxSize: maxBytes,
      sizeCalculation: (forms) => forms.reduce((sum, { bytes }) => sum + bytes, 0),
    });
  }

  /** Undefined when no cached form matches the inputs. */
  get(
    { template }: Statement<StatementTree>,
    literals: readonly LiteralNode[],
    inputs: PlanInputs,
  ): Plans | undefined {
    for (const form of this.#kept.get(template) ?? []) {
      const plans = fits(form, literals, inputs) ? made(form, literals) : undefined;
      if (plans !== undefined) return plans;
    }
    return undefined;
  }

  set(
    { template }: Statement<StatementTree>,
    literals: readonly LiteralNode[],
    inputs: PlanInputs,
    form: PlanForm<Plans>,
  ): void {
    const others = this.#kept.get(template) ?? [];
    this.#kept.set(template, [{ ...form, ...inputs, literals }, ...others].slice(0, MAX_FORMS));
  }
}

/**
 * Undefined when the form does not work for these literals; planning them from scratch then reports what is
 * wrong.
 */
function made<Plans>({ make }: PlanForm<Plans>, literals: readonly LiteralNode[]): Plans | undefined {
  try {
    return make(literals.map(literalValue));
  } catch (error) {
    if (error instanceof UnfitLiteral || error instanceof SqlError) return undefined;
    throw error;
  }
}

export function literalValue({ value }: LiteralNode): SqlScalar {
  return value;
}

function fits<Plans>(kept: Kept<Plans>, literals: readonly LiteralNode[], inputs: PlanInputs): boolean {
  if (kept.corrections !== inputs.corrections) return false;
  for (const [name, table] of inputs.fields) if (kept.fields.get(name) !== table) return false;
  return literals.every(
    ({ type, value }, i) =>
      type === kept.literals[i].type && (!kept.pinned.has(i) || Object.is(value, kept.literals[i].value)),
  );
}
