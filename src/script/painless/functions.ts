import type { Evaluate, Frame } from './frame.ts';
import { castTo } from './operators.ts';
import type { Value } from './values.ts';

/** A function of a script, compiled: each call has a frame of its own. */
export interface CompiledFunction {
  readonly parameters: readonly { readonly slot: number; readonly type: string }[];
  readonly slotCount: number;
  readonly body: Evaluate;
  readonly type: string;
}

export function callFunction(
  { parameters, slotCount, body, type }: CompiledFunction,
  args: readonly Value[],
  frame: Frame,
  step: (frame: Frame) => void,
): Value {
  step(frame);
  const own: Frame = {
    slots: new Array<Value>(slotCount).fill(null),
    globals: frame.globals,
    steps: frame.steps,
  };
  parameters.forEach(({ slot, type: parameterType }, i) => {
    own.slots[slot] = castTo(parameterType, args[i]);
  });
  try {
    return castTo(type, body(own));
  } finally {
    frame.steps = own.steps;
  }
}
