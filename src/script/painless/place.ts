import { PainlessFailure, runtimeError } from './errors.ts';
import type { Evaluate, Frame } from './frame.ts';

/** Gives failures their place in the script, and counts its steps. */
export class Place {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /** `evaluate`, with its failures turned into script errors at `offset`. */
  guard(offset: number, evaluate: Evaluate): Evaluate {
    return (frame) => this.run(offset, () => evaluate(frame));
  }

  run<T>(offset: number, action: () => T): T {
    try {
      return action();
    } catch (error) {
      if (error instanceof PainlessFailure) throw runtimeError(this.#source, offset, error.failure);
      throw error;
    }
  }

  /** Takes one step of the frame's budget. Throws when it is used up. */
  stepper(offset: number): (frame: Frame) => void {
    return (frame) => {
      if (--frame.steps > 0) return;
      const reason = 'The maximum number of statements that can be executed in a loop has been reached.';
      throw runtimeError(
        this.#source,
        offset,
        new PainlessFailure('illegal_state_exception', reason).failure,
      );
    };
  }
}
