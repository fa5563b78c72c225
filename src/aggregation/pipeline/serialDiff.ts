import type { JsonObject, JsonValue, OpenSearchError } from '../../common/index.ts';
import { toInt } from '../framework/objectParser.ts';
import { parsingErrorAt } from '../framework/parseErrors.ts';
import type { PipelineType } from '../framework/specs.ts';
import { resolveBucketValue } from './bucketValue.ts';
import { addToBuckets, bucketsOf, sequencePlace } from './parentPipeline.ts';
import { parseParent } from './pipelineParser.ts';
import { SimpleValue } from './simpleValue.ts';

/** The difference to the value `lag` buckets earlier. */
export const serialDiff: PipelineType = {
  name: 'serial_diff',
  family: 'pipeline',
  parse(json, aggregation) {
    let lag = 1;
    const readLag = (value: JsonValue): void => {
      lag = toInt(value);
      if (lag <= 0) throw badLag(lag, json, aggregation);
    };
    // The original's message names the wrong type.
    const { paths, gapPolicy, format } = parseParent(json, aggregation, 'derivative', {
      own: { VALUE_NUMBER: { lag: readLag } },
    });
    const [path] = paths.values();
    return {
      ...sequencePlace('serial_diff', paths),
      transform(parent, head) {
        const values: number[] = [];
        return addToBuckets(bucketsOf(parent, head), head, (bucket) => {
          const value = resolveBucketValue('', bucket, path, gapPolicy) ?? Number.NaN;
          const lagged = values[values.length - lag] ?? Number.NaN;
          values.push(value);
          const change = value - lagged;
          return Number.isNaN(change) ? null : new SimpleValue(change, format);
        });
      },
    };
  },
};

function badLag(lag: number, json: JsonObject, aggregation: string): OpenSearchError {
  const reason = `Lag must be a positive, non-zero integer.  Value supplied was${lag} in [${aggregation}]: [lag].`;
  return parsingErrorAt(reason, { container: json, key: 'lag', edge: 'value' });
}
