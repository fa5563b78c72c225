import type { JsonValue } from '../../common/index.ts';
import { compileScript, parseScriptSource } from '../../script/index.ts';
import type { Bucket } from '../framework/internalAggregation.ts';
import type { PipelineType } from '../framework/specs.ts';
import { bucketsOf, validateHasParent } from './parentPipeline.ts';
import { missingMember, parseParent } from './pipelineParser.ts';
import { runOnValues, valuesOf } from './scriptValues.ts';

/** Keeps the buckets for which a script on their values returns true. */
export const bucketSelector: PipelineType = {
  name: 'bucket_selector',
  family: 'pipeline',
  parse(json, aggregation) {
    let source: JsonValue | null = null;
    const script = (value: JsonValue): void => {
      parseScriptSource(value);
      source = value;
    };
    const { paths, gapPolicy } = parseParent(json, aggregation, 'bucket_selector', {
      own: { VALUE_STRING: { script }, START_OBJECT: { script } },
      takesFormat: false,
      namedPaths: true,
    });
    if (source === null)
      throw missingMember(json, `[script] for bucket_selector aggregation [${aggregation}]`);
    const code: JsonValue = source;
    return {
      bucketsPaths: [...paths.values()],
      validate: (place) => validateHasParent('bucket_selector', place),
      *transform(parent, head) {
        const script = compileScript(code, 'aggregation_selector');
        const result = bucketsOf(parent, head);
        const kept: Bucket[] = [];
        for (const bucket of result.buckets) {
          yield;
          if (runOnValues(script, valuesOf(bucket, paths, gapPolicy)) === true) kept.push(bucket);
        }
        return result.withBuckets(kept);
      },
    };
  },
};
