import { AnswerableRefusal, type SqlError } from '../errors.ts';
import type { EvaluationContext } from '../functions/index.ts';
import type { Statement, StatementTree } from '../grammar/index.ts';
import type { LogicalPlan } from '../plan/logical.ts';
import type { PhysicalPlan } from '../plan/physical.ts';
import { literalValue, PlanCache, type PlanInputs } from '../plan/planCache.ts';
import { filler, SlotWatch } from '../plan/slots.ts';
import type { SchemaColumn } from '../types.ts';
import { BEYOND } from '../warnings.ts';

/** What a dialect makes of a statement's tree. */
export interface MadePlans<Facts> {
  readonly logical: LogicalPlan;
  readonly physical: PhysicalPlan;
  readonly schema: readonly SchemaColumn[];
  /** What else execution needs, independent of the literals. */
  readonly facts: Facts;
}

export interface Plans<Facts> extends Omit<MadePlans<Facts>, 'logical'> {
  readonly logical: () => LogicalPlan;
  /** The errors of the original in places where this dialect answers anyway. */
  readonly refusals: readonly SqlError[];
}

const PLAN_BYTES = 16_000_000;
const BYTES_PER_CHARACTER = 100;
const BYTES_PER_COLUMN = 500;

/** A dialect's plan cache: statements that differ only in the values of literals share a plan. */
export class KeptPlans<Tree extends StatementTree, Facts> {
  readonly #kept = new PlanCache<Plans<Facts>>(PLAN_BYTES);

  /** Plans that depend on the current time (a TIME converted to a TIMESTAMP of today) are not kept. */
  of(
    statement: Statement<Tree>,
    inputs: PlanInputs,
    evaluation: EvaluationContext,
    make: (tree: Tree, evaluation: EvaluationContext) => MadePlans<Facts>,
  ): Plans<Facts> {
    const literals = statement.slotValues();
    const known = this.#kept.get(statement, literals, inputs);
    if (known !== undefined) return known;
    let isTimed = false;
    const watch = new SlotWatch();
    const made = make(
      statement.withLiterals((node, slot) => watch.literal(node, slot)),
      {
        ...evaluation,
        beyond: (refused) => void watch.refusals.push(() => refused),
        get startMillis() {
          isTimed = true;
          return evaluation.startMillis;
        },
      },
    );
    const form = {
      pinned: watch.pinned,
      bytes: BYTES_PER_CHARACTER * statement.sql.length + BYTES_PER_COLUMN * made.schema.length,
      make: fillerOf(made, watch),
    };
    if (!isTimed) this.#kept.set(statement, literals, inputs, form);
    return form.make(literals.map(literalValue));
  }
}

function fillerOf<Facts>(
  { logical, physical, schema, facts }: MadePlans<Facts>,
  watch: SlotWatch,
): (values: Parameters<ReturnType<typeof filler>>[0]) => Plans<Facts> {
  const [logicalOf, physicalOf] = [filler(logical), filler(physical)];
  // A subquery that is planned for each row adds to the list while the statement runs.
  const refusals = [...watch.refusals];
  return (values) => ({
    schema,
    facts,
    refusals: refusals.map((refusal) => refusal(values)).filter((refused) => refused !== null),
    physical: physicalOf(values),
    logical: () => logicalOf(values),
  });
}

/**
 * What to do where the original refuses: answer with a warning, or throw so that another engine can answer.
 */
export function goBeyond(warnings: Set<string>, isAnswered: boolean): (refusal: SqlError) => void {
  return (refusal) => {
    if (!isAnswered) throw new AnswerableRefusal(refusal);
    warnings.add(BEYOND);
  };
}
