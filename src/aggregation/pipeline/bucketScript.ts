import { illegalArgument, type JsonValue, type OpenSearchError } from '../../common/index.ts';
import {
  type CompiledScript,
  compileScript,
  Double,
  fromJson,
  toNumber,
  type Value,
} from '../../script/index.ts';
import type { Bucket } from '../framework/internalAggregation.ts';
import type { PipelineType } from '../framework/specs.ts';
import { type GapPolicy, resolveBucketValue } from './bucketValue.ts';
import { addToBuckets, bucketsOf, validateHasParent } from './parentPipeline.ts';
import { parsePipeline } from './pipelineParser.ts';
import { SimpleValue } from './simpleValue.ts';

/** A number that a script computes from values of the bucket. */
export const bucketScript: PipelineType = {
  name: 'bucket_script',
  family: 'pipeline',
  parse(json, aggregation) {
    let source: JsonValue | null = null;
    const { paths, gapPolicy, format } = parsePipeline(json, aggregation, {
      script: (value) => (source = value),
    });
    if (source === null) throw missingScript();
    const code: JsonValue = source;
    return {
      bucketsPaths: [...paths.values()],
      validate: (place) => validateHasParent('bucket_script', place),
      transform(parent, head) {
        const script = compileScript(code, 'bucket_aggregation');
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

export function missingScript(): OpenSearchError {
  return illegalArgument('Required [script]');
}

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
