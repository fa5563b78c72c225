import { type Pacer, TopN } from '../../common/index.ts';

/** So few are chosen among in one turn of the event loop. */
const BUCKETS_AT_ONCE = 2048;
const BUCKETS_BETWEEN_PAUSES = 1024;

export interface BucketChoice {
  readonly size: number;
  readonly compare: (a: number, b: number) => number;
  /** Which buckets may be chosen; absent: all. */
  readonly test?: (ord: number) => boolean;
}

/** Chooses the best buckets of an owner: ahead and in turns of the event loop, where the one owner has very many. */
export class BestBuckets {
  readonly #choice: () => BucketChoice;
  #settled: readonly number[] | null = null;

  /** `choice` is asked for when all documents are collected: before, the sub-aggregations have no values to sort by. */
  constructor(choice: () => BucketChoice) {
    this.#choice = choice;
  }

  /** For owner 0. `begins` is called where there are so many that they are chosen ahead. */
  async settle(ords: Uint32Array, pacer: Pacer, begins: () => void = () => undefined): Promise<void> {
    if (ords.length <= BUCKETS_AT_ONCE) {
      this.#settled = this.of(0, ords);
      return;
    }
    begins();
    const { look, best } = choosing(this.#choice());
    await pacer.chunks(ords.length, BUCKETS_BETWEEN_PAUSES, (from, to) => look(ords.subarray(from, to)));
    this.#settled = best();
  }

  /** The best of an owner's buckets, in their order. */
  of(owner: number, ords: Uint32Array): readonly number[] {
    if (owner === 0 && this.#settled !== null) return this.#settled;
    const { look, best } = choosing(this.#choice());
    look(ords);
    return best();
  }
}

function choosing({ size, compare, test }: BucketChoice) {
  const top = new TopN<number>(size, compare);
  return {
    look(ords: Uint32Array): void {
      for (const ord of ords) if (test === undefined || test(ord)) top.add(ord);
    },
    best: (): readonly number[] => top.sorted(),
  };
}
