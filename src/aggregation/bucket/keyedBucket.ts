import type { Aggregations, Bucket } from '../framework/internalAggregation.ts';
import { type KeyFormat, keyText } from '../values/keyFormat.ts';
import type { Key } from '../values/keys.ts';

/** A bucket with one key: of terms, histograms, grids. */
export class KeyedBucket implements Bucket {
  readonly key: Key;
  readonly docCount: number;
  readonly aggregations: Aggregations;
  readonly format: KeyFormat;
  /** How far `docCount` may be off; -1 where that is not known. */
  readonly error: number;

  constructor(key: Key, docCount: number, aggregations: Aggregations, format: KeyFormat, error = 0) {
    this.key = key;
    this.docCount = docCount;
    this.aggregations = aggregations;
    this.format = format;
    this.error = error;
  }

  get keyText(): string {
    return keyText(this.key, this.format);
  }

  get keyNumber(): number {
    return typeof this.key === 'string' ? Number.NaN : Number(this.key);
  }

  withAggregations(aggregations: Aggregations): KeyedBucket {
    return new KeyedBucket(this.key, this.docCount, aggregations, this.format, this.error);
  }

  withError(error: number): KeyedBucket {
    return new KeyedBucket(this.key, this.docCount, this.aggregations, this.format, error);
  }
}
