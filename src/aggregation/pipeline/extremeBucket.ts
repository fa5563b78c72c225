import { type ExactJsonObject, greatest, least } from '../../common/index.ts';
import type { ValueFormat } from '../values/valueFormat.ts';
import { type KeyedValue, siblingPipeline } from './siblingPipeline.ts';
import { SimpleValue } from './simpleValue.ts';

/** The largest value, and the keys of all buckets that have it. */
export const maxBucket = siblingPipeline({
  name: 'max_bucket',
  summarize: (values, format) => extreme(values, greatest(values.map(({ value }) => value)), format),
});

/** The smallest value, and the keys of all buckets that have it. */
export const minBucket = siblingPipeline({
  name: 'min_bucket',
  summarize: (values, format) => extreme(values, least(values.map(({ value }) => value)), format),
});

function extreme(values: readonly KeyedValue[], best: number, format: ValueFormat): BucketMetricValue {
  const keys = values.filter(({ value }) => value === best).map(({ key }) => key);
  return new BucketMetricValue(best, keys, format);
}

class BucketMetricValue extends SimpleValue {
  override readonly type = 'bucket_metric_value';
  readonly #keys: readonly string[];

  constructor(value: number, keys: readonly string[], format: ValueFormat) {
    super(value, format);
    this.#keys = keys;
  }

  override render(): ExactJsonObject {
    return { ...super.render(), keys: [...this.#keys] };
  }
}
