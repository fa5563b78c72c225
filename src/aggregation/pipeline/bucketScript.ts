import { compileScript, toNumber } from '../../script/index.ts';
import { parseConstructed } from '../framework/constructingParser.ts';
import { stringField } from '../framework/objectParser.ts';
import type { PipelineType } from '../framework/specs.ts';
import { numberFormatOf } from '../values/valueFormat.ts';
import { scriptField } from '../values/valuesConfig.ts';
import { addToBuckets, bucketsOf, validateHasParent } from './parentPipeline.ts';
import { gapPolicyField, namedPathsField } from './pipelineParser.ts';
import { runOnValues, valuesOf } from './scriptValues.ts';
import { SimpleValue } from './simpleValue.ts';

const fields = {
  buckets_path: namedPathsField,
  script: scriptField,
  format: stringField(),
  gap_policy: gapPolicyField,
} as const;

/** A number computed by a script from values of the bucket. */
export const bucketScript: PipelineType = {
  name: 'bucket_script',
  family: 'pipeline',
  parse(json, aggregation) {
    const {
      buckets_path: paths = new Map<string, string>(),
      script: source = { json: null },
      gap_policy: gapPolicy = 'skip',
      format: pattern = null,
    } = parseConstructed(json, fields, {
      parser: 'bucket_script',
      aggregation,
      parts: ['buckets_path', 'script'],
    });
    const format = numberFormatOf(pattern);
    return {
      bucketsPaths: [...paths.values()],
      validate: (place) => validateHasParent('bucket_script', place),
      transform(parent, head) {
        const script = compileScript(source.json, 'bucket_aggregation');
        return addToBuckets(bucketsOf(parent, head), head, (bucket) => {
          const values = valuesOf(bucket, paths, gapPolicy);
          if (
            gapPolicy === 'skip' &&
            [...values.values()].some((value) => value === null || Number.isNaN(value))
          ) {
            return null;
          }
          const result = toNumber(runOnValues(script, values));
          return result === null ? null : new SimpleValue(result, format);
        });
      },
    };
  },
};
