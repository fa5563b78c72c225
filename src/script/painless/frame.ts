import type { StaticContext } from './staticClass.ts';
import type { Value } from './values.ts';

/** Steps that are left. */
export interface Budget {
  steps: number;
}

/** Where a function of a script runs: variables in slots, the globals of its context, and what the run has left. */
export interface Frame {
  readonly slots: Value[];
  readonly globals: Globals;
  /** One for all frames of a run. */
  readonly budget: Budget;
}

/** What the context gives in: `doc`, `params`, `_score`, `ctx`, functions such as l2Squared. */
export interface Globals extends StaticContext {
  /** What is left of the steps of all runs that share these globals. */
  readonly budget: Budget;
  readonly variables: Readonly<Record<string, () => Value>>;
  readonly functions: Readonly<Record<string, (args: readonly Value[], globals: Globals) => Value>>;
  /** The document at hand, for functions that depend on it. */
  readonly doc: Value;
}

export type Evaluate = (frame: Frame) => Value;
/** undefined: go on; a signal ends the surrounding loop or the script. */
export type Signal = undefined | typeof BREAK | typeof CONTINUE | { readonly value: Value };
export type Execute = (frame: Frame) => Signal;

export const BREAK = Symbol('break');
export const CONTINUE = Symbol('continue');
