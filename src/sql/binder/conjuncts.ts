import { functionByName } from '../functions/index.ts';
import type { Bound } from './bound.ts';

const AND = functionByName('and');

/** The operands of nested ANDs. */
export function conjuncts(bound: Bound): readonly Bound[] {
  return bound.kind === 'call' && bound.fn === AND ? bound.args.flatMap(conjuncts) : [bound];
}

/** Joins conditions with AND; null when there are none. */
export function allOf(conditions: readonly Bound[]): Bound | null {
  if (conditions.length < 2) return conditions[0] ?? null;
  if (AND === undefined) throw new Error('no function [and]');
  return { kind: 'call', type: 'boolean', fn: AND, signature: AND.signatures[0], args: conditions };
}
