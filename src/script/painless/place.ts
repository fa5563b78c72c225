import { compileError, PainlessFailure, runtimeError } from './errors.ts';
import type { Evaluate, Frame } from './frame.ts';

/** Characters or items that cost a step. */
const SHORT = 16;

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
      throw this.#placed(offset, error);
    }
  }

  /** As `run`, of what is known before the script runs. */
  compiling<T>(offset: number, action: () => T): T {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof PainlessFailure)) throw error;
      throw compileError(this.#source, offset, error.failure.reason, error.failure.type);
    }
  }

  #placed(offset: number, error: unknown): unknown {
    if (error instanceof PainlessFailure) return runtimeError(this.#source, offset, error.failure);
    if (!(error instanceof RangeError)) return error;
    const failure = error.message.includes('call stack')
      ? new PainlessFailure('stack_overflow_error', 'the script recurses too deep')
      : new PainlessFailure('out_of_memory_error', 'Java heap space');
    return runtimeError(this.#source, offset, failure.failure);
  }

  /** As `guard`, for what makes texts and lists: long ones cost steps, so that memory is bounded as time is. */
  weighed(offset: number, evaluate: Evaluate): Evaluate {
    const step = this.stepper(offset);
    return this.guard(offset, (frame) => {
      const value = evaluate(frame);
      if ((typeof value === 'string' || Array.isArray(value)) && value.length > SHORT) {
        frame.steps -= Math.ceil(value.length / SHORT);
        step(frame);
      }
      return value;
    });
  }

  /** Takes one step of the frame's budget. Throws when it is used up. */
  stepper(offset: number): (frame: Frame) => void {
    return (frame) => {
      if (--frame.steps > 0) return;
      const reason = 'The maximum number of statements that can be executed in a loop has been reached.';
      throw runtimeError(this.#source, offset, new PainlessFailure('painless_error', reason).failure);
    };
  }
}
