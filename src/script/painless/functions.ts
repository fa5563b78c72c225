import type { Evaluate, Frame } from './frame.ts';
import type { Type } from './types.ts';
import type { Value } from './values.ts';

/** A function that a script declares. */
export interface OwnFunction {
  readonly parameters: readonly { readonly type: Type; readonly name: string }[];
  readonly returns: Type;
  compiled: CompiledFunction | null;
}

/** A function of a script, compiled: each call has a frame of its own. */
export interface CompiledFunction {
  readonly slots: readonly number[];
  readonly slotCount: number;
  readonly body: Evaluate;
}

/** The arguments have the types of the parameters already. */
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
