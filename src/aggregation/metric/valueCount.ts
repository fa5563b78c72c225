import type { Aggregator, DocCount } from '../framework/aggregator.ts';
import { countEach } from '../framework/countEach.ts';
import { BucketCounts } from '../framework/growable.ts';
import { parseObject } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import type { AggregationContext } from '../types.ts';
import { oneValue, valueCounter } from '../values/sources.ts';
import {
  requireFieldOrScript,
  resolveValues,
  type ValuesConfig,
  valuesAliases,
  valuesFields,
} from '../values/valuesConfig.ts';
import { InternalValueCount } from './internalValueCount.ts';
import { checkSingleValueKey } from './singleValue.ts';

/** The number of values of any type. */
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
        const { context, docCount } = place;
        const isOneEach = context.leaves.every((leaf) => valueCounter(config, context, leaf) === oneValue);
        return docCount !== null && isOneEach ? counted(docCount) : counting(config, context);
      },
    };
  },
};

/** Each document has one value, and they are counted already. */
function counted(docCount: DocCount): Aggregator {
  return { leaf: () => ({ collect() {}, collectKeyed() {} }), ...resultsOf(docCount) };
}

function counting(config: ValuesConfig, context: AggregationContext): Aggregator {
  const counts = new BucketCounts();
  return {
    leaf(leaf) {
      const count = valueCounter(config, context, leaf);
      return {
        collect(block) {
          const values = counts.ensure(block.ownerBound);
          if (count === oneValue) countEach(block.owners, block.count, values);
          else for (let i = 0; i < block.count; i++) values[block.owners[i]] += count(block.docs[i]);
        },
      };
    },
    ...resultsOf((owner) => counts.get(owner)),
  };
}

function resultsOf(count: DocCount): Pick<Aggregator, 'build' | 'sortValue'> {
  return {
    build: (owner) => new InternalValueCount(count(owner)),
    sortValue(key) {
      checkSingleValueKey(key, 'value_count');
      return count;
    },
  };
}
