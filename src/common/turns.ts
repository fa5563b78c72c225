import type { Steps } from './steps.ts';

/**
 * Work that yields the promises it needs to wait for, and returns its result. Work that never waits creates
 * no promise: most searches finish before their first pause.
 */
export type Turns<T> = Generator<Promise<unknown>, T, void>;

/** A value, available now or later. */
export type Soon<T> = T | Promise<T>;

/**
 * Starts the work: returns its result if it never waits, otherwise a promise. Throws synchronously what the
 * work throws before its first wait.
 */
export function soon<T>(turns: Turns<T>): Soon<T> {
  const step = turns.next();
  return step.done ? step.value : goOn(turns, step);
}

/**
 * The same work; `begin` is called at its first wait, and what it returned at the end of the work. Neither is called
 * if the work never waits.
 */
export function* fromFirstWait<T>(turns: Turns<T>, begin: () => () => void): Turns<T> {
  let step = turns.next();
  if (step.done) return step.value;
  const end = begin();
  try {
    while (!step.done) {
      try {
        yield step.value;
      } catch (error) {
        step = turns.throw(error);
        continue;
      }
      step = turns.next();
    }
    return step.value;
  } finally {
    end();
  }
}

async function goOn<T>(turns: Turns<T>, first: IteratorResult<Promise<unknown>, T>): Promise<T> {
  let step = first;
  while (!step.done) {
    try {
      await step.value;
    } catch (error) {
      step = turns.throw(error);
      continue;
    }
    step = turns.next();
  }
  return step.value;
}

/** Steps between two checks of the clock, so that checking costs a fraction of a step. */
const STEPS_BETWEEN_LOOKS = 16;

/** The part of a pacer that steps use. */
interface Pauses {
  isOver(): boolean;
  pause(): Promise<void>;
}

/** Runs the steps, pausing whenever they have held the event loop for too long. */
export function* paced<T>(steps: Steps<T>, pacer: Pauses, stepsBetweenLooks = STEPS_BETWEEN_LOOKS): Turns<T> {
  for (let taken = 1; ; taken++) {
    const { done, value } = steps.next();
    if (done) return value;
    if (taken % stepsBetweenLooks === 0 && pacer.isOver()) yield pacer.pause();
  }
}

/**
 * Runs the steps, yielding to the event loop when needed. Rejects with an error of a step or of the pacer.
 * Set `stepsBetweenLooks` to 1 if a step may take milliseconds.
 */
export async function inTurns<T>(steps: Steps<T>, pacer: Pauses, stepsBetweenLooks?: number): Promise<T> {
  return soon(paced(steps, pacer, stepsBetweenLooks));
}

/** The value, awaited if it is a promise. */
export function* settled<T>(value: Soon<T>): Turns<T> {
  if (!(value instanceof Promise)) return value;
  let got: { readonly value: T } | null = null;
  yield value.then((done) => {
    got = { value: done };
  });
  return (got as unknown as { readonly value: T }).value;
}

/** Does nothing. */
export function* nothing(): Turns<void> {}
