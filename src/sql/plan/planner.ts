import { unreachable } from '../../common/index.ts';
import { placeConditions } from './joinOrder.ts';
import type { LogicalPlan } from './logical.ts';
import { matchingKeys } from './matchingKeys.ts';
import type { PhysicalPlan } from './physical.ts';
import type { PlanRules } from './rules.ts';
import { ScanBuilder } from './scanBuilder.ts';

/**
 * Turns a logical plan into a physical one, bottom up: a scan absorbs the operators directly above it while
 * it can (filter, sort, limit, aggregation); everything else runs over its rows. What is pushed down
 * determines how many documents the original's operators see, so these are its rules.
 */
export function planQuery(plan: LogicalPlan, rules: PlanRules): PhysicalPlan {
  return physical(rules.pushDown && rules.corrections ? placeConditions(plan) : plan, rules);
}

function physical(plan: LogicalPlan, rules: PlanRules): PhysicalPlan {
  return finished(build(plan, rules));
}

function finished(built: PhysicalPlan | ScanBuilder): PhysicalPlan {
  return built instanceof ScanBuilder ? built.finish() : built;
}

function build(plan: LogicalPlan, rules: PlanRules): PhysicalPlan | ScanBuilder {
  switch (plan.kind) {
    case 'scan':
      return new ScanBuilder(plan, rules);
    case 'values':
    case 'common':
      return plan;
    case 'with': {
      const tables = plan.tables.map((table) => ({ ...table, query: physical(table.query, rules) }));
      return { ...plan, tables, input: physical(plan.input, rules) };
    }
    case 'join':
    case 'set':
      return { ...plan, left: physical(plan.left, rules), right: physical(plan.right, rules) };
    case 'apply': {
      const keys = matchingKeys(plan, rules.corrections);
      return {
        ...plan,
        input: physical(plan.input, rules),
        query: physical(plan.query, rules),
        template: plan.query,
        matching: keys === null ? null : { ...keys, query: planQuery(keys.query, rules) },
        rules,
      };
    }
    case 'filter':
    case 'aggregate':
    case 'sort':
    case 'limit':
    case 'unnest': {
      const child = build(plan.input, rules);
      if (child instanceof ScanBuilder && rules.pushDown && child.absorb(plan)) return child;
      return over(plan, finished(child));
    }
    case 'window':
    case 'project':
    case 'extend':
    case 'dedup':
    case 'rareTop':
    case 'naming':
      return { ...plan, input: physical(plan.input, rules) };
    default:
      throw unreachable(plan);
  }
}

type Absorbable = Extract<LogicalPlan, { kind: 'filter' | 'aggregate' | 'sort' | 'limit' | 'unnest' }>;

function over(plan: Absorbable, input: PhysicalPlan): PhysicalPlan {
  if (plan.kind === 'aggregate') return { ...plan, kind: 'hashAggregate', input };
  return { ...plan, input };
}
