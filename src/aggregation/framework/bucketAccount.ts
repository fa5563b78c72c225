import { limits, OpenSearchError, type Reservation, tooLarge } from '../../common/index.ts';
import { tooManyBuckets } from './internalAggregation.ts';

/** Memory of a bucket while documents are counted, per aggregation with state for it. */
const COUNTED_BYTES = 16;
/** Memory of a bucket in a shard's result. */
const BUILT_BYTES = 256;
/** Like the original, checks memory after this many buckets. */
const BYTES_BETWEEN_LOOKS = 1024 * COUNTED_BYTES;
/**
 * The original creates all buckets of a response before it rejects them, and reports their number. We create
 * up to this many beyond the limit; for more, the exact number does not matter.
 */
const BEYOND_LIMIT = 65_536;

/**
 * More buckets than a response may have, whatever other shards find: the whole search fails, not just the
 * shard.
 */
export class TooManyInAnswer extends OpenSearchError {
  constructor(limit: number, count: number) {
    const { type, message, metadata } = tooManyBuckets(limit, count);
    super(type, message, { metadata });
  }
}

/**
 * Counts the buckets of a search while they are created, so that too many are rejected before they exhaust
 * memory.
 */
export class BucketAccount {
  /** `search.max_buckets`. */
  readonly maxBuckets: number;
  readonly #memory: Reservation | null;
  #unbookedBytes = 0;
  #countedBytes = 0;

  /** `memory` is null if it is not accounted for. */
  constructor(maxBuckets: number, memory: Reservation | null) {
    this.maxBuckets = maxBuckets;
    this.#memory = memory;
  }

  /** Documents are counted in new buckets, by this many aggregations. Throws circuit_breaking_exception. */
  counted(buckets: number, aggregations: number): void {
    const bytes = buckets * aggregations * COUNTED_BYTES;
    this.#countedBytes += bytes;
    // The breaker spares a search that runs alone; this limit holds for it, too, before memory is exhausted.
    const limit = limits.bucketBytes.value;
    if (this.#countedBytes > limit) throw tooLarge('request', 'allocated_buckets', this.#countedBytes, limit);
    this.#take(bytes);
  }

  /** A bucket is added to a shard's result. Throws circuit_breaking_exception. */
  built(): void {
    this.#take(BUILT_BYTES);
  }

  /**
   * The response will contain this many buckets of an aggregation from one shard. Throws
   * too_many_buckets_exception.
   */
  answered(buckets: number): void {
    if (buckets > this.maxBuckets + BEYOND_LIMIT) throw new TooManyInAnswer(this.maxBuckets, buckets);
  }

  /** Call when the search is over. */
  release(): void {
    this.#memory?.release();
  }

  #take(bytes: number): void {
    this.#unbookedBytes += bytes;
    if (this.#unbookedBytes < BYTES_BETWEEN_LOOKS) return;
    this.#memory?.grow(this.#unbookedBytes);
    this.#unbookedBytes = 0;
  }
}
