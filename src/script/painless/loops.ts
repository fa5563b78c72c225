import { BREAK, type Evaluate, type Execute, type Frame } from './frame.ts';
import { callMember } from './members.ts';
import type { Value } from './values.ts';

type Condition = (frame: Frame) => boolean;
type Step = (frame: Frame) => void;

interface WhileParts {
  readonly condition: Condition;
  readonly body: Execute;
  readonly testFirst: boolean;
  readonly step: Step;
}

export function whileLoop({ condition, body, testFirst, step }: WhileParts): Execute {
  return (frame) => {
    for (let first = true; (first && !testFirst) || condition(frame); first = false) {
      step(frame);
      const signal = body(frame);
      if (signal === BREAK) break;
      if (typeof signal === 'object') return signal;
    }
    return undefined;
  };
}

interface ForParts {
  readonly init: Execute | null;
  readonly condition: Condition | null;
  readonly update: Evaluate | null;
  readonly body: Execute;
  readonly step: Step;
}

export function forLoop({ init, condition, update, body, step }: ForParts): Execute {
  return (frame) => {
    init?.(frame);
    for (; condition === null || condition(frame); update?.(frame)) {
      step(frame);
      const signal = body(frame);
      if (signal === BREAK) break;
      if (typeof signal === 'object') return signal;
    }
    return undefined;
  };
}

interface ForEachParts {
  /** Evaluates to a list. */
  readonly items: Evaluate;
  readonly slot: number;
  readonly body: Execute;
  readonly step: Step;
}

export function forEachLoop({ items, slot, body, step }: ForEachParts): Execute {
  return (frame) => {
    for (const item of items(frame) as readonly Value[]) {
      step(frame);
      frame.slots[slot] = item;
      const signal = body(frame);
      if (signal === BREAK) break;
      if (typeof signal === 'object') return signal;
    }
    return undefined;
  };
}

/** The items that `for (x : value)` iterates over: of a list, a map's values, or doc values. */
export function itemsOf(value: Value): Value[] {
  if (Array.isArray(value)) return value;
  const items = callMember(value, 'values', []);
  return Array.isArray(items) ? items : [];
}
