import { OpenSearchError, type Reservation } from '../../common/index.ts';
import { tooManyBuckets } from './internalAggregation.ts';

/** What a bucket takes while documents are counted in it, for each aggregation that keeps something of it. */
const COUNTED_BYTES = 16;
/** What a bucket takes as a part of the shard's result. */
const BUILT_BYTES = 256;
/** The original looks at its memory after so many buckets, too. */
const BYTES_BETWEEN_LOOKS = 1024 * COUNTED_BYTES;
/**
 * The original makes all buckets of an answer before it refuses them, and tells their number. So many beyond the limit
 * are made here as well; it does not matter which number is told of even more.
 */
const BEYOND_LIMIT = 65_536;

/** More buckets than an answer may have, whatever the other shards find: the search has failed, not the shard. */
export class TooManyInAnswer extends OpenSearchError {
  constructor(limit: number, count: number) {
    const { type, message, metadata } = tooManyBuckets(limit, count);
    super(type, message, { metadata });
  }
}

/**
 * The buckets of one search, counted while they are made: too many are refused before they take the memory of the
 * process.
 */
export class BucketAccount {
  /** `search.max_buckets`. */
  readonly maxBuckets: number;
  readonly #memory: Reservation | null;
  #unbookedBytes = 0;

  /** `memory`: null where it is not counted. */
  constructor(maxBuckets: number, memory: Reservation | null) {
    this.maxBuckets = maxBuckets;
    this.#memory = memory;
  }

  /** Documents are counted in new buckets, by so many aggregations. Throws circuit_breaking_exception. */
  counted(buckets: number, aggregations: number): void {
    this.#take(buckets * aggregations * COUNTED_BYTES);
  }

  /** A bucket is about to become a part of a shard's result. Throws circuit_breaking_exception. */
  built(): void {
    this.#take(BUILT_BYTES);
  }

  /** Of one aggregation, so many buckets of a shard will stand in the answer. Throws too_many_buckets_exception. */
  answered(buckets: number): void {
    if (buckets > this.maxBuckets + BEYOND_LIMIT) throw new TooManyInAnswer(this.maxBuckets, buckets);
  }

  /** The search is over. */
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
