import type fc from 'fast-check';
import type { Model } from './model.ts';
import type { Real } from './real.ts';

/** A kind of request: what it is made of, whether the model can follow it now, and the same done to both. */
export interface StepKind<Arguments> {
  readonly name: string;
  /** How often it comes, beside the others; 1. */
  readonly weight?: number;
  readonly arbitrary: fc.Arbitrary<Arguments>;
  check?(model: Readonly<Model>, made: Arguments): boolean;
  /** Throws where the answers differ. */
  run(model: Model, real: Real, made: Arguments): Promise<void>;
}

/** A row of a table of kinds, whatever its arguments are. */
export interface Row {
  readonly name: string;
  readonly weight: number;
  readonly steps: fc.Arbitrary<fc.AsyncCommand<Model, Real>>;
}

export function row<Arguments>(kind: StepKind<Arguments>): Row {
  const { name, weight = 1, arbitrary } = kind;
  return { name, weight, steps: arbitrary.map((made) => new Step(kind, made)) };
}

class Step<Arguments> implements fc.AsyncCommand<Model, Real> {
  readonly #kind: StepKind<Arguments>;
  readonly #made: Arguments;

  constructor(kind: StepKind<Arguments>, made: Arguments) {
    this.#kind = kind;
    this.#made = made;
  }

  check(model: Readonly<Model>): boolean {
    return this.#kind.check?.(model, this.#made) ?? true;
  }

  run(model: Model, real: Real): Promise<void> {
    return this.#kind.run(model, real, this.#made);
  }

  toString(): string {
    return `${this.#kind.name}(${JSON.stringify(this.#made)})`;
  }
}
