import { illegalArgument, type JsonValue, OpenSearchError } from '../../common/index.ts';
import {
  booleanField,
  doubleField,
  type Field,
  intField,
  listField,
  objectField,
  parseObject,
  toDouble,
} from '../framework/objectParser.ts';
import { contentError } from '../framework/parseErrors.ts';
import type { AggregationType } from '../framework/specs.ts';
import { requireFieldOrScript, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import {
  createSketch,
  InternalPercentiles,
  type PercentilesMethod,
  type PercentilesShape,
  type Sketch,
} from './internalPercentiles.ts';
import { multiValueSort } from './multiValue.ts';
import { type MetricState, metricAggregator } from './numericMetric.ts';
import { Sketches } from './sketches.ts';

const DEFAULT_PERCENTS = [1, 5, 25, 50, 75, 95, 99];

const tdigestFields = {
  compression: doubleField((value) => {
    if (value >= 0) return value;
    throw illegalArgument(`[compression] must be greater than or equal to 0. Found [${value.toFixed(1)}]`);
  }),
} as const;

const hdrFields = {
  number_of_significant_value_digits: intField((digits) => {
    if (digits >= 0 && digits <= 5) return digits;
    throw illegalArgument('[numberOfSignificantValueDigits] must be between 0 and 5');
  }),
} as const;

const tdigestField: Field<PercentilesMethod> = objectField((json, { aggregation }) => {
  const { compression = 100 } = parseObject(json, tdigestFields, { parser: 'tdigest', aggregation });
  return { kind: 'tdigest', compression };
});

const hdrField: Field<PercentilesMethod> = objectField((json, { aggregation }) => {
  const parsed = parseObject(json, hdrFields, { parser: 'hdr', aggregation });
  return { kind: 'hdr', digits: parsed.number_of_significant_value_digits ?? 3 };
});

const numbersField: Field<readonly number[]> = listField(
  (value: JsonValue) => toDouble(value),
  ['START_ARRAY', 'VALUE_STRING', 'VALUE_NUMBER'],
);

const fields = {
  ...valuesFields,
  percents: numbersField,
  values: numbersField,
  keyed: booleanField(),
  tdigest: tdigestField,
  hdr: hdrField,
} as const;
const { values: _values, ...percentilesFields } = fields;
const { percents: _percents, ...ranksFields } = fields;

export const percentiles = distribution('percentiles', percentilesFields, (percents, aggregation) => {
  const keys = percents ?? DEFAULT_PERCENTS;
  if (keys.length === 0) throw illegalArgument(`[percents] must not be empty: [${aggregation}]`);
  for (const percent of keys) {
    if (!(percent >= 0 && percent <= 100)) {
      throw illegalArgument(`percent must be in [0,100], got [${percent.toFixed(1)}]: [${aggregation}]`);
    }
  }
  return keys;
});

export const percentileRanks = distribution('percentile_ranks', ranksFields, (values, aggregation) => {
  if (values === undefined) throw illegalArgument(`[values] must not be null: [${aggregation}]`);
  if (values.length === 0) throw illegalArgument(`[values] must not be an empty array: [${aggregation}]`);
  return values;
});

function distribution(
  name: PercentilesShape['type'],
  table: Partial<typeof fields>,
  checkKeys: (keys: readonly number[] | undefined, aggregation: string) => readonly number[],
): AggregationType {
  return {
    name,
    family: 'metric',
    parse(json, aggregation) {
      const options = parseObject(json, table as typeof fields, {
        parser: name,
        aggregation,
        aliases: valuesAliases,
      });
      requireFieldOrScript(options);
      const keys = built(name, () => {
        if (options.tdigest && options.hdr) {
          throw illegalArgument('Only one percentiles method should be declared.');
        }
        return checkKeys(options.percents ?? options.values, aggregation);
      });
      return {
        create(place) {
          const config = resolveValues(place, options, {
            aggregation: name,
            kinds: ['numeric', 'date', 'boolean'],
            defaultKind: 'numeric',
          });
          const shape: PercentilesShape = {
            type: name,
            method: options.hdr ?? options.tdigest ?? { kind: 'tdigest', compression: 100 },
            keys: [...keys].sort((a, b) => a - b),
            keyed: options.keyed ?? true,
            format: config.format,
          };
          return metricAggregator(percentilesState(shape), config, place);
        },
      };
    },
  };
}

/** The original builds the aggregation when its last member is read, and wraps errors found then. */
function built<T>(parser: string, build: () => T): T {
  try {
    return build();
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    throw contentError(`Failed to build [${parser}] after last required field arrived`, null, error);
  }
}

function percentilesState(shape: PercentilesShape): MetricState {
  const sketches = new Sketches<Sketch>(() => createSketch(shape.method));
  const result = (owner: number) => new InternalPercentiles(shape, sketches.get(owner));
  return {
    add: (block, run) => sketches.add(block, run),
    result,
    sortValue: (key) => multiValueSort(key, result),
  };
}
