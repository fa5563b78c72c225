import { functionByName } from '../functions/index.ts';
import { type FilterPlan, type LogicalPlan, mapInputs } from './logical.ts';

/**
 * The original's rewrites before anything is pushed down: a filter moves below the sort under it, and two
 * adjacent filters are merged with the later condition first.
 */
export function inPipelineOrder(plan: LogicalPlan): LogicalPlan {
  return mapInputs(plan.kind === 'filter' ? sunk(plan) : plan, inPipelineOrder);
}

function sunk(filter: FilterPlan): LogicalPlan {
  const { input, condition } = filter;
  if (input.kind === 'sort') return { ...input, input: { ...filter, input: input.input } };
  if (input.kind !== 'filter') return filter;
  const fn = functionByName('and');
  if (fn === undefined) return filter;
  const [signature] = fn.signatures;
  const both = { kind: 'call', type: 'boolean', fn, signature, args: [condition, input.condition] } as const;
  return sunk({ ...filter, input: input.input, condition: both });
}
