import { illegalArgument, type JsonObject, type OpenSearchError } from '../../common/index.ts';
import type { Aggregator, AggregatorPlace } from '../framework/aggregator.ts';
import { identity } from '../framework/growable.ts';
import { objectField, parseObject, stringField } from '../framework/objectParser.ts';
import { executionError } from '../framework/parseErrors.ts';
import type { AggregationType } from '../framework/specs.ts';
import type { NumberSource } from '../values/numbers.ts';
import { numberSource } from '../values/sources.ts';
import { numberFormatOf, plainDateFormat, RAW, type ValueFormat } from '../values/valueFormat.ts';
import {
  partFields,
  resolveValues,
  type ValueKind,
  type ValuesOptions,
  valuesFields,
} from '../values/valuesConfig.ts';
import { CompensatedSums, kahanSum } from './compensatedSums.ts';
import { checkSingleValueKey, renderValue } from './singleValue.ts';

const { field, missing, script } = partFields;

const part = objectField((json: JsonObject, { aggregation }): ValuesOptions => {
  const options = parseObject(json, { field, missing, script }, { parser: 'field_config', aggregation });
  if (!options.field && options.script === undefined) {
    throw illegalArgument('[field] and [script] cannot both be null.  Please specify one or the other.');
  }
  return options;
});

const fields = {
  value: part,
  weight: part,
  value_type: valuesFields.value_type,
  format: stringField(),
} as const;

/** The mean of values, weighted per document. */
export const weightedAvg: AggregationType = {
  name: 'weighted_avg',
  family: 'metric',
  parse(json, aggregation) {
    const {
      value,
      weight,
      format = null,
      value_type: type,
    } = parseObject(json, fields, { parser: 'weighted_avg', aggregation });
    return {
      create(place) {
        if (!value || !weight) {
          throw illegalArgument(
            `Could not find field name [${value ? 'weight' : 'value'}] in multiValuesSource`,
          );
        }
        const values = bind(value, place);
        const weights = bind(weight, place);
        return new WeightedAvgAggregator(values, weights, formatOf(type?.kind ?? null, format));
      },
    };
  },
};

/** Of the types that a request may name, only dates have a format. */
function formatOf(kind: ValueKind | null, format: string | null): ValueFormat {
  if (kind === null) return numberFormatOf(format);
  return kind === 'date' ? plainDateFormat(format, null) : RAW;
}

/** `null` if the field is unmapped. */
function bind(options: ValuesOptions, place: AggregatorPlace): NumberSource | null {
  const config = resolveValues(place, options, {
    aggregation: 'weighted_avg',
    kinds: ['numeric', 'date', 'boolean'],
    defaultKind: 'numeric',
    expected: 'numeric',
  });
  return config.hasValues ? numberSource(config, place.context) : null;
}

class WeightedAvgAggregator implements Aggregator {
  readonly #values: NumberSource | null;
  readonly #weights: NumberSource | null;
  readonly #format: ValueFormat;
  readonly #sums = new CompensatedSums();
  readonly #weightSums = new CompensatedSums();

  constructor(values: NumberSource | null, weights: NumberSource | null, format: ValueFormat) {
    this.#values = values;
    this.#weights = weights;
    this.#format = format;
  }

  leaf(leaf: Parameters<Aggregator['leaf']>[0]): ReturnType<Aggregator['leaf']> {
    const values = this.#values?.leaf(leaf);
    const weights = this.#weights?.leaf(leaf);
    return {
      collect: (block) => {
        if (!values || !weights) return;
        const weightOf = new Map<number, number>();
        const weightRun = weights.read(block);
        for (let i = 0; i < weightRun.count; i++) {
          const position = weightRun.positions[i];
          if (weightOf.has(position)) throw tooManyWeights();
          weightOf.set(position, weightRun.values[weightRun.places[i]]);
        }
        const run = values.read(block);
        const products = new Float64Array(run.count);
        const counted = new Float64Array(run.count);
        const positions = new Uint32Array(run.count);
        let count = 0;
        for (let i = 0; i < run.count; i++) {
          const weight = weightOf.get(run.positions[i]);
          if (weight === undefined) continue;
          products[count] = run.values[run.places[i]] * weight;
          counted[count] = weight;
          positions[count++] = run.positions[i];
        }
        const shared = { places: identity(count), positions, count, dense: false };
        this.#sums.add(block, { values: products, ...shared });
        this.#weightSums.add(block, { values: counted, ...shared });
      },
    };
  }

  build(owner: number): InternalWeightedAvg {
    return new InternalWeightedAvg(this.#sums.get(owner), this.#weightSums.get(owner), this.#format);
  }

  sortValue(key: string | null): (owner: number) => number {
    checkSingleValueKey(key, 'weighted_avg');
    return (owner) => this.#sums.get(owner) / this.#weightSums.get(owner);
  }
}

function tooManyWeights(): OpenSearchError {
  return executionError(
    'Encountered more than one weight for a single document. Use a script to combine multiple weights-per-doc into a single value.',
  );
}

class InternalWeightedAvg {
  readonly type = 'weighted_avg';
  readonly sum: number;
  readonly weight: number;
  readonly #format: ValueFormat;

  constructor(sum: number, weight: number, format: ValueFormat) {
    this.sum = sum;
    this.weight = weight;
    this.#format = format;
  }

  reduce(results: readonly InternalWeightedAvg[]): InternalWeightedAvg {
    const sum = kahanSum(results.map((result) => result.sum));
    const weight = kahanSum(results.map((result) => result.weight));
    return new InternalWeightedAvg(sum, weight, this.#format);
  }

  number(key: string | null): number | null {
    return key === null || key === 'value' ? this.sum / this.weight : null;
  }

  render() {
    return renderValue(this.weight === 0 ? null : this.sum / this.weight, this.#format);
  }
}
