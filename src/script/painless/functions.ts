import type { Evaluate, Frame } from './frame.ts';
import type { Type } from './types.ts';
import type { Value } from './values.ts';

/** A function declared by a script. */
export interface OwnFunction {
  readonly parameters: readonly { readonly type: Type; readonly name: string }[];
  readonly returns: Type;
  compiled: CompiledFunction | null;
}

/** A compiled function of a script; each call has its own frame. */
export interface CompiledFunction {
  readonly slots: readonly number[];
  readonly slotCount: number;
  readonly body: Evaluate;
}

/** The arguments must already have the parameter types. */
export function callFunction(
  { slots, slotCount, body }: CompiledFunction,
  args: readonly Value[],
  frame: Frame,
  step: (frame: Frame) => void,
): Value {
  step(frame);
  const own: Frame = {
    slots: new Array<Value>(slotCount).fill(null),
    globals: frame.globals,
    budget: frame.budget,
  };
  slots.forEach((slot, i) => {
    own.slots[slot] = args[i];
  });
  return body(own);
}
