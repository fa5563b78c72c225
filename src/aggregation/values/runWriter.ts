import { scratch32 } from '../framework/growable.ts';
import type { IdRun } from './keys.ts';
import type { NumberRun } from './numbers.ts';

/** Removes excluded keys, and a document's repeated keys, from a run. */
export class RunWriter {
  #ids: Uint32Array = new Uint32Array(0);
  #positions: Uint32Array = new Uint32Array(0);

  reserve(count: number): Uint32Array {
    this.#ids = scratch32(this.#ids, count);
    return this.#ids;
  }

  finish(run: Pick<NumberRun, 'positions' | 'count' | 'dense'>, clean: boolean): IdRun {
    const ids = this.#ids;
    if (run.dense && clean) return { ids, positions: run.positions, count: run.count, dense: true };
    this.#positions = scratch32(this.#positions, run.count);
    const positions = this.#positions;
    let count = 0;
    for (let i = 0; i < run.count; i++) {
      const id = ids[i];
      const position = run.positions[i];
      if (id >= 0xfffffffe) continue;
      if (count > 0 && positions[count - 1] === position && ids[count - 1] === id) continue;
      ids[count] = id;
      positions[count++] = position;
    }
    return { ids, positions, count, dense: false };
  }
}
