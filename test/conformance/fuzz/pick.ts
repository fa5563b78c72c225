import { SeededRandom } from '../../../src/common/index.ts';

/** Choices of one statement: the same seed and number give the same statement on every machine. */
export class Pick {
  readonly #random: SeededRandom;

  /** Whether the tables have many rows. */
  readonly isLarge: boolean;

  /** Whether integers are compared with doubles: the original makes integers of both (recorded). */
  readonly mixesNumbers: boolean;

  constructor(seed: number, statement: number, isLarge = false, mixesNumbers = true) {
    this.isLarge = isLarge;
    this.mixesNumbers = mixesNumbers;
    this.#random = new SeededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(statement + 1, 0x85ebca6b));
  }

  /** From `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.#random.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.#random.next() < probability;
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.int(0, choices.length - 1)];
  }

  list<T>(low: number, high: number, make: (i: number) => T): T[] {
    return Array.from({ length: this.int(low, high) }, (_, i) => make(i));
  }
}
