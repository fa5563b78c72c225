import type { DocBlock } from '../framework/aggregator.ts';
import type { NumberRun } from '../values/numbers.ts';

/** A sketch of the values of each bucket, made when the first value comes. */
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

  /** The owner's sketch; an empty one where it has no values. */
  get(owner: number): S {
    return this.#byOwner[owner] ?? this.#create();
  }
}
