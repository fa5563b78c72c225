import {
  type CompiledScript,
  compileScript,
  Double,
  fromJson,
  toNumber,
  type Value,
} from '../../script/index.ts';
import { parseConstructed } from '../framework/constructingParser.ts';
import type { Bucket } from '../framework/internalAggregation.ts';
import { stringField } from '../framework/objectParser.ts';
import type { PipelineType } from '../framework/specs.ts';
import { numberFormatOf } from '../values/valueFormat.ts';
import { scriptField } from '../values/valuesConfig.ts';
import { type GapPolicy, resolveBucketValue } from './bucketValue.ts';
import { addToBuckets, bucketsOf, validateHasParent } from './parentPipeline.ts';
import { gapPolicyField, namedPathsField } from './pipelineParser.ts';
import { SimpleValue } from './simpleValue.ts';

const fields = {
  buckets_path: namedPathsField,
  script: scriptField,
  format: stringField(),
  gap_policy: gapPolicyField,
} as const;

/** A number that a script computes from values of the bucket. */
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

/** The values that a bucket's paths name; null where a path leads nowhere. */
export function valuesOf(
  bucket: Bucket,
  paths: ReadonlyMap<string, string>,
  gapPolicy: GapPolicy,
): Map<string, number | null> {
  const values = new Map<string, number | null>();
  for (const [name, path] of paths) values.set(name, resolveBucketValue('', bucket, path, gapPolicy));
  return values;
}

/** Runs a script whose `params` are its own and the bucket's values. */
export function runOnValues(script: CompiledScript, values: ReadonlyMap<string, number | null>): Value {
  const params = fromJson(script.source.params) as Map<string, Value>;
  for (const [name, value] of values) params.set(name, value === null ? null : new Double(value));
  return script.bind({ params, now: () => 0 })();
}
