import { type Pacer, TopN } from '../../common/index.ts';

/** Up to this many buckets are selected synchronously. */
const BUCKETS_AT_ONCE = 2048;
const BUCKETS_BETWEEN_PAUSES = 1024;

export interface BucketChoice {
  readonly size: number;
  readonly compare: (a: number, b: number) => number;
  /** Whether a bucket is eligible; absent if all are. */
  readonly test?: (ord: number) => boolean;
}

/**
 * Selects the best buckets of an owner; for a single owner with very many buckets ahead of time, yielding to
 * the event loop.
 */
export class BestBuckets {
  readonly #choice: () => BucketChoice;
  #settled: readonly number[] | null = null;

  /**
   * `choice` is called once all documents are collected, because sub-aggregations have no values to sort by
   * before that.
   */
  constructor(choice: () => BucketChoice) {
    this.#choice = choice;
  }

  /** For owner 0. `begins` is called if there are enough buckets to select ahead of time. */
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

  /** The best buckets of an owner, in order. */
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
