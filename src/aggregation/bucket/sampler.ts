import { topN } from '../../common/index.ts';
import { toInt } from '../framework/objectParser.ts';
import { noHitsWanted, parsingErrorAt } from '../framework/parseErrors.ts';
import type { AggregationType } from '../framework/specs.ts';
import { compareSamples, keptAtMost, SampleAggregator, type SampleRule } from './sampleAggregator.ts';

/** The best-scoring documents of each shard. */
export const sampler: AggregationType = {
  name: 'sampler',
  family: 'bucket',
  parse(json, aggregation) {
    let shardSize = 100;
    for (const [key, value] of Object.entries(json)) {
      if (key !== 'shard_size' || (typeof value !== 'number' && typeof value !== 'bigint')) {
        const reason = `Unsupported property "${key}" for aggregation "${aggregation}`;
        throw parsingErrorAt(reason, { container: json, key, edge: 'value' });
      }
      shardSize = toInt(value);
    }
    const best: SampleRule['best'] = (samples) => topN(samples, shardSize, compareSamples);
    const rule: SampleRule = { keysOf: () => null, most: keptAtMost(shardSize), narrow: best, best };
    return {
      needsScores: true,
      create: (place) => {
        const aggregator = new SampleAggregator(place, rule);
        if (shardSize <= 0) throw noHitsWanted();
        return aggregator;
      },
    };
  },
};
