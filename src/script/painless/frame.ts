import type { StaticContext } from './staticClass.ts';
import type { Value } from './values.ts';

/** Remaining steps. */
export interface Budget {
  steps: number;
}

/** The frame of a function call: variables in slots, the context's globals, and the remaining budget. */
export interface Frame {
  readonly slots: Value[];
  readonly globals: Globals;
  /** Shared by all frames of a run. */
  readonly budget: Budget;
}

/** Variables and functions of the context: `doc`, `params`, `_score`, `ctx`, l2Squared etc. */
export interface Globals extends StaticContext {
  /** The remaining steps of all runs that share these globals. */
  readonly budget: Budget;
  readonly variables: Readonly<Record<string, () => Value>>;
  readonly functions: Readonly<Record<string, (args: readonly Value[], globals: Globals) => Value>>;
  /** The current document, for functions that depend on it. */
  readonly doc: Value;
}

export type Evaluate = (frame: Frame) => Value;
/** undefined to continue; a signal ends the enclosing loop or the script. */
export type Signal = undefined | typeof BREAK | typeof CONTINUE | { readonly value: Value };
export type Execute = (frame: Frame) => Signal;

export const BREAK = Symbol('break');
export const CONTINUE = Symbol('continue');
