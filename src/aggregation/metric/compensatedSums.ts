import { KahanSum } from '../../common/index.ts';
import type { DocBlock, KeyedDocs } from '../framework/aggregator.ts';
import { BucketDoubles } from '../framework/growable.ts';
import type { NumberRun } from '../values/numbers.ts';
import { addOne, finite } from './addOne.ts';
import { addKeyed } from './keyedSums.ts';

/** Kahan sums by bucket, in the original's order of operations, so that sums agree to the last bit. */
export class CompensatedSums {
  readonly #sums = new BucketDoubles();
  readonly #deltas = new BucketDoubles();

  add(block: DocBlock, run: NumberRun): void {
    const sums = this.#sums.ensure(block.ownerBound);
    const deltas = this.#deltas.ensure(block.ownerBound);
    if (!run.dense) addSparse(run, block.owners, sums, deltas);
    else if (block.ownerBound === 1) addToFirst(run, sums, deltas);
    else addDense(run, block.owners, sums, deltas);
  }

  /** Adds `values[doc]` for each document. */
  addKeyed(docs: KeyedDocs, values: Float64Array): void {
    const { ownerBound } = docs;
    addKeyed(docs, values, this.#sums.ensure(ownerBound), this.#deltas.ensure(ownerBound));
  }

  get(owner: number): number {
    return this.#sums.get(owner);
  }
}

/** Adds all values to one sum, which stays in registers. */
function addToFirst({ values, places, count }: NumberRun, sums: Float64Array, deltas: Float64Array): void {
  let sum = sums[0];
  let delta = deltas[0];
  for (let i = 0; i < count; i++) {
    const corrected = values[places[i]] + delta;
    const updated = sum + corrected;
    delta = finite(corrected - (updated - sum));
    sum = updated;
  }
  sums[0] = sum;
  deltas[0] = delta;
}

/** Two values per iteration: a quarter faster, because neither sum waits for the store of the other. */
function addDense(
  { values, places, count }: NumberRun,
  owners: Uint32Array,
  sums: Float64Array,
  deltas: Float64Array,
): void {
  const even = count - (count % 2);
  for (let i = 0; i < even; i += 2) {
    const first = owners[i];
    const sum = sums[first];
    const corrected = values[places[i]] + deltas[first];
    const updated = sum + corrected;
    deltas[first] = finite(corrected - (updated - sum));
    sums[first] = updated;
    const second = owners[i + 1];
    const nextSum = sums[second];
    const nextCorrected = values[places[i + 1]] + deltas[second];
    const nextUpdated = nextSum + nextCorrected;
    deltas[second] = finite(nextCorrected - (nextUpdated - nextSum));
    sums[second] = nextUpdated;
  }
  if (even < count) addOne(values[places[even]], owners[even], sums, deltas);
}

function addSparse(run: NumberRun, owners: Uint32Array, sums: Float64Array, deltas: Float64Array): void {
  const { values, places, positions, count } = run;
  for (let i = 0; i < count; i++) addOne(values[places[i]], owners[positions[i]], sums, deltas);
}

/** The Kahan sum of a few numbers (results of shards). */
export function kahanSum(values: Iterable<number>): number {
  const sum = new KahanSum();
  for (const value of values) sum.add(value);
  return sum.value;
}
