import type { Steps } from './steps.ts';

/**
 * Work that hands up the promises it has to wait for, and returns its result. What waits for nothing makes no promise:
 * most searches are over before their first pause.
 */
export type Turns<T> = Generator<Promise<unknown>, T, void>;

/** What is there, or will be. */
export type Soon<T> = T | Promise<T>;

/** Begins the work: its result if it waited for nothing, otherwise the promise of it. Throws what the work throws at once. */
export function soon<T>(turns: Turns<T>): Soon<T> {
  const step = turns.next();
  return step.done ? step.value : goOn(turns, step);
}

/** The rest of work that was begun, and waits for its first promise. */
export function* resumed<T>(turns: Turns<T>, first: IteratorResult<Promise<unknown>, T>): Turns<T> {
  let step = first;
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

/** Steps between two looks at the clock: a look costs a fraction of a step. */
const STEPS_BETWEEN_LOOKS = 16;

/** A pacer, as steps see it. */
interface Pauses {
  isOver(): boolean;
  pause(): Promise<void>;
}

/** Runs the steps, with a pause wherever they have held the event loop for too long. */
export function* paced<T>(steps: Steps<T>, pacer: Pauses, stepsBetweenLooks = STEPS_BETWEEN_LOOKS): Turns<T> {
  for (let taken = 1; ; taken++) {
    const { done, value } = steps.next();
    if (done) return value;
    if (taken % stepsBetweenLooks === 0 && pacer.isOver()) yield pacer.pause();
  }
}

/**
 * Runs the steps in turns of the event loop. Rejects with the error of a step or of the pacer.
 * `stepsBetweenLooks`: 1 where a step may take milliseconds.
 */
export async function inTurns<T>(steps: Steps<T>, pacer: Pauses, stepsBetweenLooks?: number): Promise<T> {
  return soon(paced(steps, pacer, stepsBetweenLooks));
}

/** The value, waited for where it is a promise. */
export function* settled<T>(value: Soon<T>): Turns<T> {
  if (!(value instanceof Promise)) return value;
  let got: { readonly value: T } | null = null;
  yield value.then((done) => {
    got = { value: done };
  });
  return (got as unknown as { readonly value: T }).value;
}

/** No work at all. */
export function* nothing(): Turns<void> {}
