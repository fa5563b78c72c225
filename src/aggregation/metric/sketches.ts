import type { DocBlock } from '../framework/aggregator.ts';
import type { NumberRun } from '../values/numbers.ts';

/** A sketch of each bucket's values, created with the first value. */
export class Sketches<S extends { add(value: number): void }> {
  readonly #create: () => S;
  readonly #byOwner: S[] = [];

  constructor(create: () => S) {
    this.#create = create;
  }

  add(block: DocBlock, run: NumberRun): void {
    for (let i = 0; i < run.count; i++) {
      const owner = block.owners[run.positions[i]];
      this.#byOwner[owner] ??= this.#create();
      this.#byOwner[owner].add(run.values[run.places[i]]);
    }
  }

  /** The owner's sketch, possibly empty. */
  get(owner: number): S {
    return this.#byOwner[owner] ?? this.#create();
  }
}
