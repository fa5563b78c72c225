import { unreachable } from '../../common/index.ts';
import type { LogicalPlan } from './logical.ts';
import type { PhysicalPlan } from './physical.ts';
import { ScanBuilder } from './scanBuilder.ts';

/**
 * Logical → physical, from the leaves up: a scan takes over what stands right above it while it can (filter, sort,
 * limit, aggregation), everything else runs over its rows. What the original takes over decides how many documents
 * its operators see, therefore the rules are its rules.
 */
export function planQuery(plan: LogicalPlan): PhysicalPlan {
  return finished(build(plan));
}

function finished(built: PhysicalPlan | ScanBuilder): PhysicalPlan {
  return built instanceof ScanBuilder ? built.finish() : built;
}

function build(plan: LogicalPlan): PhysicalPlan | ScanBuilder {
  switch (plan.kind) {
    case 'scan':
      return new ScanBuilder(plan);
    case 'values':
      return plan;
    case 'join':
    case 'set':
      return { ...plan, left: planQuery(plan.left), right: planQuery(plan.right) };
    case 'semiJoin':
      return { ...plan, input: planQuery(plan.input), query: planQuery(plan.query) };
    case 'filter':
    case 'aggregate':
    case 'sort':
    case 'limit':
    case 'unnest': {
      const child = build(plan.input);
      if (child instanceof ScanBuilder && child.absorb(plan)) return child;
      return over(plan, finished(child));
    }
    case 'window':
    case 'project':
      return { ...plan, input: planQuery(plan.input) };
    default:
      throw unreachable(plan);
  }
}

type Absorbable = Extract<LogicalPlan, { kind: 'filter' | 'aggregate' | 'sort' | 'limit' | 'unnest' }>;

function over(plan: Absorbable, input: PhysicalPlan): PhysicalPlan {
  if (plan.kind === 'aggregate') return { ...plan, kind: 'hashAggregate', input };
  return { ...plan, input };
}
