import type { OpenSearchError } from '../../common/index.ts';
import { compileError, PainlessFailure, runtimeError } from './errors.ts';
import type { Evaluate, Frame } from './frame.ts';
import { tooManySteps } from './regexLimit.ts';

/** Characters or items that cost a step. */
const SHORT = 16;

/** Gives failures their place in the script, and counts its steps. */
export class Place {
  readonly #source: string;
  /** Where statements begin: errors show the one that they are in. */
  readonly #statements = new Set<number>();

  constructor(source: string) {
    this.#source = source;
  }

  /** A statement begins here. */
  statement(offset: number): void {
    this.#statements.add(offset);
  }

  /** `evaluate`, with its failures turned into script errors at `offset`. */
  guard(offset: number, evaluate: Evaluate): Evaluate {
    return (frame) => {
      try {
        return evaluate(frame);
      } catch (error) {
        throw this.#placed(offset, error);
      }
    };
  }

  /** As `guard`, of what is known before the script runs. */
  compiling<T>(offset: number, action: () => T): T {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof PainlessFailure)) throw error;
      throw compileError(this.#source, offset, error.failure.reason, error.failure.type);
    }
  }

  #placed(offset: number, error: unknown): unknown {
    if (error instanceof PainlessFailure) return this.#error(offset, error);
    if (!(error instanceof RangeError)) return error;
    const failure = error.message.includes('call stack')
      ? new PainlessFailure('stack_overflow_error', 'the script recurses too deep')
      : new PainlessFailure('out_of_memory_error', 'Java heap space');
    return this.#error(offset, failure);
  }

  #error(offset: number, failure: PainlessFailure): OpenSearchError {
    return runtimeError(this.#source, offset, failure, this.#statements);
  }

  /** As `guard`, for what makes texts and lists: long ones cost steps, so that memory is bounded as time is. */
  weighed(offset: number, evaluate: Evaluate): Evaluate {
    const step = this.stepper(offset);
    return (frame) => {
      try {
        const value = evaluate(frame);
        if ((typeof value === 'string' || Array.isArray(value)) && value.length > SHORT) {
          frame.budget.steps -= Math.ceil(value.length / SHORT);
          step(frame);
        }
        return value;
      } catch (error) {
        throw this.#placed(offset, error);
      }
    };
  }

  /** Takes one step of the frame's budget. Throws when it is used up. */
  stepper(offset: number): (frame: Frame) => void {
    return (frame) => {
      if (--frame.budget.steps > 0) return;
      throw this.#error(offset, tooManySteps());
    };
  }
}
