import type { JsonValue } from '../../common/index.ts';
import { compileScript } from '../../script/index.ts';
import type { PipelineType } from '../framework/specs.ts';
import { missingScript, runOnValues, valuesOf } from './bucketScript.ts';
import { bucketsOf, validateHasParent } from './parentPipeline.ts';
import { parsePipeline } from './pipelineParser.ts';

/** Keeps the buckets for which a script over their values says true. */
export const bucketSelector: PipelineType = {
  name: 'bucket_selector',
  family: 'pipeline',
  parse(json, aggregation) {
    let source: JsonValue | null = null;
    const { paths, gapPolicy } = parsePipeline(json, aggregation, { script: (value) => (source = value) });
    if (source === null) throw missingScript();
    const code: JsonValue = source;
    return {
      bucketsPaths: [...paths.values()],
      validate: (place) => validateHasParent('bucket_selector', place),
      transform(parent, head) {
        const script = compileScript(code, 'bucket_aggregation_selector');
        const result = bucketsOf(parent, head);
        return result.withBuckets(
          result.buckets.filter((bucket) => runOnValues(script, valuesOf(bucket, paths, gapPolicy)) === true),
        );
      },
    };
  },
};
