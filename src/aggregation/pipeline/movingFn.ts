import { illegalArgument } from '../../common/index.ts';
import { compileScript, Double, toNumber } from '../../script/index.ts';
import { parseConstructed } from '../framework/constructingParser.ts';
import { intField, stringField } from '../framework/objectParser.ts';
import type { PipelineType } from '../framework/specs.ts';
import { numberFormatOf } from '../values/valueFormat.ts';
import { scriptField } from '../values/valuesConfig.ts';
import { resolveBucketValue } from './bucketValue.ts';
import { addToBuckets, bucketsOf, sequencePlace } from './parentPipeline.ts';
import { gapPolicyField, pathField } from './pipelineParser.ts';
import { SimpleValue } from './simpleValue.ts';

const fields = {
  buckets_path: pathField,
  script: scriptField,
  window: intField(),
  shift: intField(),
  format: stringField(),
  gap_policy: gapPolicyField,
} as const;

/** A function of the values in a window that moves over the buckets. */
export const movingFn: PipelineType = {
  name: 'moving_fn',
  family: 'pipeline',
  parse(json, aggregation) {
    const {
      buckets_path: paths = new Map<string, string>(),
      script = { json: null },
      window = 0,
      shift = 0,
      gap_policy: gapPolicy = 'skip',
      format: pattern = null,
    } = parseConstructed(json, fields, {
      parser: 'moving_fn',
      aggregation,
      parts: ['buckets_path', 'script', 'window'],
      make: (made) => checkWindow(made.window ?? 0),
      setters: { format: checkFormat },
    });
    const format = numberFormatOf(pattern);
    const [path] = paths.values();
    return {
      ...sequencePlace('moving_fn', paths),
      transform(parent, head) {
        const compiled = compileScript(script.json, 'moving-function');
        const run = (seen: readonly number[]): number =>
          toNumber(compiled.bind({ values: seen.map((value) => new Double(value)), now: () => 0 })()) ?? 0;
        const result = bucketsOf(parent, head);
        const bucketValue = (bucket: (typeof result.buckets)[number]) =>
          resolveBucketValue('', bucket, path, gapPolicy) ?? Number.NaN;
        const values = result.buckets.map(bucketValue).filter((value) => !Number.isNaN(value));
        const clamp = (index: number) => Math.min(values.length, Math.max(0, index));
        let index = 0;
        return addToBuckets(result, head, (bucket) => {
          if (Number.isNaN(bucketValue(bucket))) return null;
          const seen = values.slice(clamp(index - window + shift), clamp(index + shift));
          index++;
          return new SimpleValue(run(seen), format);
        });
      },
    };
  },
};

function checkWindow(window: number): void {
  if (window <= 0) throw illegalArgument('[window] must be a positive, non-zero integer.');
}

function checkFormat(format: string): void {
  if (format === '') throw illegalArgument('[format] must not be null or an empty string.');
}
