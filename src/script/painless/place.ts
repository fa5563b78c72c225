import type { OpenSearchError } from '../../common/index.ts';
import { compileError, PainlessFailure, runtimeError } from './errors.ts';
import type { Evaluate, Frame } from './frame.ts';
import { tooManySteps } from './regexLimit.ts';

/** Characters or items that count as one step. */
const SHORT = 16;

/** Adds positions to failures, and counts steps. */
export class Place {
  readonly #source: string;
  /** Start offsets of statements: errors show the current one. */
  readonly #statements = new Set<number>();

  constructor(source: string) {
    this.#source = source;
  }

  /** Records the start of a statement. */
  statement(offset: number): void {
    this.#statements.add(offset);
  }

  /** Wraps `evaluate` so that its failures become script errors at `offset`. */
  guard(offset: number, evaluate: Evaluate): Evaluate {
    return (frame) => {
      try {
        return evaluate(frame);
      } catch (error) {
        throw this.#placed(offset, error);
      }
    };
  }

  /** Like `guard`, for failures at compile time. */
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

  /**
   * Like `guard`, for operations that create strings and lists: their size counts as steps, which bounds
   * memory as well as time.
   */
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

  /** Returns a function that consumes one step of the budget, and throws when it is used up. */
  stepper(offset: number): (frame: Frame) => void {
    return (frame) => {
      if (--frame.budget.steps > 0) return;
      throw this.#error(offset, tooManySteps());
    };
  }
}
