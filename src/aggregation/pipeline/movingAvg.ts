import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonPlace,
  type JsonValue,
  OpenSearchError,
  type Steps,
} from '../../common/index.ts';
import type { InternalAutoDateHistogram } from '../bucket/internalAutoDateHistogram.ts';
import type { InternalHistogram } from '../bucket/internalHistogram.ts';
import { KeyedBucket } from '../bucket/keyedBucket.ts';
import {
  type AggregationHead,
  Aggregations,
  type InternalAggregation,
} from '../framework/internalAggregation.ts';
import { toInt } from '../framework/objectParser.ts';
import { parsingErrorAt } from '../framework/parseErrors.ts';
import type { PipelineType } from '../framework/specs.ts';
import { resolveBucketValue } from './bucketValue.ts';
import { fitModel, ModelSettings, type MovingModel, movingModels, SettingError } from './movingModels.ts';
import { sequencePlace } from './parentPipeline.ts';
import { type PipelineOptions, parseParent } from './pipelineParser.ts';
import { SimpleValue } from './simpleValue.ts';

const DEFAULT_WINDOW = 5;
/** Maximum number of predicted buckets; the original has no limit. */
const MAX_PREDICTIONS = 10_000;

interface MovingOptions extends PipelineOptions {
  readonly window: number;
  readonly predict: number;
  readonly minimize: boolean;
  readonly model: MovingModel;
}

type Histogram = InternalHistogram | InternalAutoDateHistogram;

/** The value that a model predicts from a window before the bucket. */
export const movingAvg: PipelineType = {
  name: 'moving_avg',
  family: 'pipeline',
  parse(json, aggregation) {
    const given = readMembers(json, aggregation);
    const { model, window } = given;
    if (window < model.needs) throw shortWindow(window, model.needs);
    const minimize = given.minimize ?? model.fittedByDefault;
    const unfit =
      given.minimize === true && model.coefficients.length === 0
        ? [`The [${given.modelName ?? 'simple'}] model cannot be minimized for aggregation [${aggregation}]`]
        : [];
    return {
      ...sequencePlace('moving_avg', given.paths, unfit),
      transform: (parent, head) => addAverages(parent as Histogram, head, { ...given, minimize }),
    };
  },
};

function shortWindow(window: number, needs: number) {
  return illegalArgument(
    'Field [window] must be at least twice as large as the period when using Holt-Winters.  ' +
      `Value provided was [${window}], which is less than (2*period) == ${needs}`,
  );
}

function readMembers(json: JsonObject, aggregation: string) {
  let window = DEFAULT_WINDOW;
  let predict = 0;
  let minimize: boolean | null = null;
  let modelName: string | null = null;
  let settings: JsonObject | null = null;
  const paths = parseParent(json, aggregation, 'movingAvg', {
    own: {
      VALUE_NUMBER: {
        window: (value, at) => {
          window = toInt(value);
          // The original prints the other member here.
          const words = 'value must be a positive, non-zero integer.  Value supplied was [null]';
          if (window <= 0) throw parsingErrorAt(`[window] ${words} in [${aggregation}].`, at);
        },
        predict: (value, at) => {
          predict = toInt(value);
          const words = `value must be a positive integer.  Value supplied was [${predict}]`;
          if (predict <= 0) throw parsingErrorAt(`[predict] ${words} in [${aggregation}].`, at);
          if (predict > MAX_PREDICTIONS) throw parsingErrorAt(`[predict] is above ${MAX_PREDICTIONS}`, at);
        },
      },
      VALUE_STRING: { model: (value) => (modelName = String(value)) },
      START_OBJECT: { settings: (value) => (settings = isJsonObject(value) ? value : null) },
      VALUE_BOOLEAN: { minimize: (value) => (minimize = value === true) },
    },
  });
  const model = modelOf(modelName, settings, json);
  return {
    ...paths,
    window,
    predict,
    minimize: minimize as boolean | null,
    modelName: modelName as string | null,
    model,
  };
}

/** Settings are only read if a model is named. */
function modelOf(name: string | null, settings: JsonValue, json: JsonObject): MovingModel {
  const at: JsonPlace = { container: json, key: null, edge: 'end' };
  if (name !== null && !Object.hasOwn(movingModels, name)) {
    throw parsingErrorAt(`no [moving_avg_model] registered for [${name}]`, at);
  }
  const reader = new ModelSettings(name !== null && isJsonObject(settings) ? settings : null);
  try {
    const model = movingModels[name ?? 'simple'](reader);
    reader.close();
    return model;
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    const reason = `Could not parse settings for model [${name}].`;
    const metadata = { line: 1, col: 1 };
    throw new OpenSearchError('parsing_exception', reason, {
      at,
      causedBy: error,
      metadata,
      rootCauses: [parsingErrorAt(reason, at)],
    });
  }
}

function* addAverages(
  parent: Histogram,
  head: AggregationHead,
  { paths, gapPolicy, format, window, predict, minimize, model: given }: MovingOptions,
): Steps<InternalAggregation> {
  const [path] = paths.values();
  const found = parent.buckets.map((bucket) => resolveBucketValue('', bucket, path, gapPolicy) ?? Number.NaN);
  const known = found.filter((value) => !Number.isNaN(value));
  const model =
    minimize && given.coefficients.length > 0 && known.length >= 2 * window
      ? yield* fitModel(given, known.slice(-2 * window, -window), known.slice(-window))
      : given;
  let seen = 0;
  const buckets = [...parent.buckets];
  for (const [index, bucket] of parent.buckets.entries()) {
    if (Number.isNaN(found[index])) continue;
    const before = known.slice(Math.max(0, seen - window), seen++);
    if (before.length < model.needs) continue;
    const value = new SimpleValue(model.next(before), format);
    buckets[index] = bucket.withAggregations(bucket.aggregations.with(head, value));
    yield;
  }
  const last = found.findLastIndex((value) => !Number.isNaN(value));
  if (predict === 0 || buckets.length === 0) return parent.withBuckets(buckets);
  const tail = known.slice(-window);
  const predictions =
    tail.length === 0 ? new Array<number>(predict).fill(Number.NaN) : model.forecast(tail, predict);
  let key = last < 0 ? 0 : Number(buckets[last].key);
  predictions.forEach((value, index) => {
    key = parent.nextKey(key);
    const place = Math.max(0, last) + 1 + index;
    const old = buckets[place] as KeyedBucket | undefined;
    const aggregations = (old?.aggregations ?? Aggregations.none).with(head, new SimpleValue(value, format));
    buckets[place] = new KeyedBucket(key, old?.docCount ?? 0, aggregations, buckets[0].format);
  });
  return parent.withBuckets(buckets);
}
