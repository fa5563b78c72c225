import {
  illegalArgument,
  type JsonObject,
  type JsonValue,
  type OpenSearchError,
} from '../../common/index.ts';
import { compileScript, Double, toNumber } from '../../script/index.ts';
import { contentError, parsingErrorAt } from '../framework/parseErrors.ts';
import type { PipelineType } from '../framework/specs.ts';
import { resolveBucketValue } from './bucketValue.ts';
import { addToBuckets, bucketsOf, sequencePlace } from './parentPipeline.ts';
import { parsePipeline, readIntMember } from './pipelineParser.ts';
import { SimpleValue } from './simpleValue.ts';

/** A function of the values in a window that moves over the buckets. */
export const movingFn: PipelineType = {
  name: 'moving_fn',
  family: 'pipeline',
  parse(json, aggregation) {
    let window = 0;
    let shift = 0;
    let script: JsonValue = null;
    const { paths, gapPolicy, format } = parsePipeline(json, aggregation, {
      window: (value) => (window = readIntMember(value, 'window', aggregation)),
      shift: (value) => (shift = readIntMember(value, 'shift', aggregation)),
      script: (value) => (script = value),
    });
    if (script === null) {
      const at = { container: json, key: null, edge: 'end' } as const;
      throw parsingErrorAt(`Missing required field [script] for aggregation [${aggregation}]`, at);
    }
    if (window <= 0) throw badWindow(json);
    const source: JsonValue = script;
    const [path] = paths.values();
    return {
      ...sequencePlace('moving_fn', paths),
      transform(parent, head) {
        const compiled = compileScript(source, 'moving-function');
        const run = (seen: readonly number[]): number =>
          toNumber(compiled.bind({ values: seen.map((value) => new Double(value)), now: () => 0 })()) ??
          Number.NaN;
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

/** The original makes the aggregation when its last member is read, and blames that. */
function badWindow(json: JsonObject): OpenSearchError {
  const last = Object.keys(json).at(-1) as string;
  const cause = illegalArgument('[window] must be a positive, non-zero integer.');
  const built = contentError('Failed to build [moving_fn] after last required field arrived', null, cause);
  const at = { container: json, key: last, edge: 'value' } as const;
  return contentError(`[moving_fn] failed to parse field [${last}]`, at, built);
}
