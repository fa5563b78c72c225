import type { PipelineType } from '../framework/specs.ts';
import { resolveBucketValue } from './bucketValue.ts';
import { addToBuckets, bucketsOf, sequencePlace } from './parentPipeline.ts';
import { parsePipeline } from './pipelineParser.ts';
import { SimpleValue } from './simpleValue.ts';

/** The sum of a value over this bucket and all before it. */
export const cumulativeSum: PipelineType = {
  name: 'cumulative_sum',
  family: 'pipeline',
  parse(json, aggregation) {
    const { paths, format } = parsePipeline(json, aggregation);
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
