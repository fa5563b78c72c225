import type { ExactJsonObject } from '../../common/index.ts';
import { BucketCounts } from '../framework/growable.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { parseObject } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { valueCounter } from '../values/sources.ts';
import { requireFieldOrScript, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import { checkSingleValueKey } from './singleValue.ts';

/** The number of values, of any kind. */
export const valueCount: AggregationType = {
  name: 'value_count',
  family: 'metric',
  parse(json, aggregation) {
    const options = parseObject(json, valuesFields, {
      parser: 'value_count',
      aggregation,
      aliases: valuesAliases,
    });
    requireFieldOrScript(options);
    return {
      create(place) {
        const config = resolveValues(place, options, {
          aggregation: 'value_count',
          kinds: ['bytes', 'ip', 'numeric', 'date', 'boolean', 'geo_point', 'range'],
          defaultKind: 'bytes',
        });
        const counts = new BucketCounts();
        return {
          leaf(leaf) {
            const count = valueCounter(config, place.context, leaf);
            return {
              collect(block) {
                const values = counts.ensure(block.ownerBound);
                for (let i = 0; i < block.count; i++) values[block.owners[i]] += count(block.docs[i]);
              },
            };
          },
          build: (owner) => new InternalValueCount(counts.get(owner)),
          sortValue(key) {
            checkSingleValueKey(key, 'value_count');
            return (owner) => counts.get(owner);
          },
        };
      },
    };
  },
};

class InternalValueCount implements InternalAggregation {
  readonly type = 'value_count';
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }

  reduce(results: readonly InternalValueCount[]): InternalAggregation {
    return new InternalValueCount(results.reduce((sum, result) => sum + result.value, 0));
  }

  number(key: string | null): number | null {
    return key === null || key === 'value' ? this.value : null;
  }

  render(): ExactJsonObject {
    return { value: this.value };
  }
}
