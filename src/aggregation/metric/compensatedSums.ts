import type { DocBlock } from '../framework/aggregator.ts';
import { BucketDoubles } from '../framework/growable.ts';
import type { NumberRun } from '../values/numbers.ts';

/** Kahan sums by bucket, in the original's order of operations, so that sums agree to the last bit. */
export class CompensatedSums {
  readonly #sums = new BucketDoubles();
  readonly #deltas = new BucketDoubles();

  add(block: DocBlock, run: NumberRun): void {
    const sums = this.#sums.ensure(block.ownerBound);
    const deltas = this.#deltas.ensure(block.ownerBound);
    if (run.dense && block.ownerBound === 1) addToFirst(run.values, run.count, sums, deltas);
    else if (run.dense) addDense(run.values, block.owners, run.count, sums, deltas);
    else addSparse(run, block.owners, sums, deltas);
  }

  get(owner: number): number {
    return this.#sums.get(owner);
  }
}

/** All values into one sum, which stays in registers. */
function addToFirst(values: Float64Array, count: number, sums: Float64Array, deltas: Float64Array): void {
  let sum = sums[0];
  let delta = deltas[0];
  for (let i = 0; i < count; i++) {
    const corrected = values[i] + delta;
    const updated = sum + corrected;
    delta = corrected - (updated - sum);
    sum = updated;
  }
  sums[0] = sum;
  deltas[0] = delta;
}

function addDense(
  values: Float64Array,
  owners: Uint32Array,
  count: number,
  sums: Float64Array,
  deltas: Float64Array,
): void {
  for (let i = 0; i < count; i++) {
    const owner = owners[i];
    const sum = sums[owner];
    const corrected = values[i] + deltas[owner];
    const updated = sum + corrected;
    deltas[owner] = corrected - (updated - sum);
    sums[owner] = updated;
  }
}

function addSparse(run: NumberRun, owners: Uint32Array, sums: Float64Array, deltas: Float64Array): void {
  const { values, positions, count } = run;
  for (let i = 0; i < count; i++) {
    const owner = owners[positions[i]];
    const sum = sums[owner];
    const corrected = values[i] + deltas[owner];
    const updated = sum + corrected;
    deltas[owner] = corrected - (updated - sum);
    sums[owner] = updated;
  }
}

/** The Kahan sum of a few numbers (results of shards). */
export function kahanSum(values: Iterable<number>): number {
  let sum = 0;
  let delta = 0;
  for (const value of values) {
    const corrected = value + delta;
    const updated = sum + corrected;
    delta = corrected - (updated - sum);
    sum = updated;
  }
  return sum;
}
