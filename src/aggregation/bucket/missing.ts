import { parseObject } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { valueCounter } from '../values/sources.ts';
import { requireFieldOrScript, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import { filterBlocks, SingleBucketAggregator } from './singleBucket.ts';

/** Documents without a value. */
export const missing: AggregationType = {
  name: 'missing',
  family: 'bucket',
  parse(json, aggregation) {
    const options = parseObject(json, valuesFields, {
      parser: 'missing',
      aggregation,
      aliases: valuesAliases,
    });
    requireFieldOrScript(options);
    return {
      create(place) {
        const config = resolveValues(place, options, {
          aggregation: 'missing',
          kinds: ['bytes', 'ip', 'numeric', 'date', 'boolean', 'geo_point', 'range'],
          defaultKind: 'bytes',
        });
        const children = place.children({ manyOwners: false });
        return new SingleBucketAggregator('missing', children, (leaf) => {
          const count = valueCounter(config, place.context, leaf);
          const keep = filterBlocks();
          return (block) => keep(block, (doc) => count(doc) === 0);
        });
      },
    };
  },
};
