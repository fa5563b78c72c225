import { parseConstructed } from '../framework/constructingParser.ts';
import { stringField } from '../framework/objectParser.ts';
import type { PipelineType } from '../framework/specs.ts';
import { numberFormatOf } from '../values/valueFormat.ts';
import { resolveBucketValue } from './bucketValue.ts';
import { addToBuckets, bucketsOf, sequencePlace } from './parentPipeline.ts';
import { pathListField } from './pipelineParser.ts';
import { SimpleValue } from './simpleValue.ts';

const fields = { buckets_path: pathListField, format: stringField() } as const;

/** The sum of a value over this bucket and all previous ones. */
export const cumulativeSum: PipelineType = {
  name: 'cumulative_sum',
  family: 'pipeline',
  parse(json, aggregation) {
    const options = parseConstructed(json, fields, {
      parser: 'cumulative_sum',
      aggregation,
      parts: ['buckets_path'],
    });
    const { buckets_path: paths = new Map<string, string>(), format: pattern = null } = options;
    const format = numberFormatOf(pattern);
    const [path] = paths.values();
    return {
      ...sequencePlace('cumulative_sum', paths),
      transform(parent, head) {
        let sum = 0;
        return addToBuckets(bucketsOf(parent, head), head, (bucket) => {
          const value = resolveBucketValue('', bucket, path, 'insert_zeros');
          if (value !== null && Number.isFinite(value)) sum += value;
          return new SimpleValue(sum, format);
        });
      },
    };
  },
};
