import { illegalArgument } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { DocBlock } from '../framework/aggregator.ts';
import { Aggregations } from '../framework/internalAggregation.ts';
import { intField, parseObject, stringField } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { compareKeys, type KeySource } from '../values/keys.ts';
import { valueKeys } from '../values/sources.ts';
import { requireFieldOrScript, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import {
  compareSamples,
  keptAtMost,
  type Sample,
  SampleAggregator,
  type SampleRule,
} from './sampleAggregator.ts';
import { InternalSingleBucket } from './singleBucket.ts';
import { checkExecutionHint } from './terms.ts';
import { unmappedAggregator } from './unmapped.ts';

const notNegative = (name: string) =>
  intField((value, { aggregation }) => {
    if (value >= 0) return value;
    throw illegalArgument(
      `[${name}] must be greater than or equal to 0. Found [${value}] in [${aggregation}]`,
    );
  });

const HINTS = ['map', 'bytes_hash', 'global_ordinals'];

const fields = {
  ...valuesFields,
  shard_size: notNegative('shardSize'),
  max_docs_per_value: notNegative('maxDocsPerValue'),
  execution_hint: stringField(),
} as const;

/** The best-scoring documents of each shard, limited per value. */
export const diversifiedSampler: AggregationType = {
  name: 'diversified_sampler',
  family: 'bucket',
  parse(json, aggregation) {
    const options = parseObject(json, fields, {
      parser: 'diversified_sampler',
      aggregation,
      aliases: valuesAliases,
    });
    requireFieldOrScript(options);
    const { shard_size: shardSize = 100, max_docs_per_value: perValue = 1 } = options;
    return {
      needsScores: true,
      create(place) {
        const config = resolveValues(place, options, {
          aggregation: 'diversified_sampler',
          kinds: ['bytes', 'ip', 'numeric', 'date', 'boolean'],
          defaultKind: 'bytes',
        });
        if (!config.hasValues) {
          return unmappedAggregator(
            place,
            () => new InternalSingleBucket('sampler', 0, Aggregations.none, false),
          );
        }
        if (config.kind === 'bytes') checkExecutionHint(options.execution_hint, HINTS);
        const { keys } = valueKeys(config, place.context, null);
        const byOrdinal = config.kind === 'bytes' && options.execution_hint !== 'map';
        const missing = byOrdinal ? firstKey(keys, place.context.leaves) : keyOfZero(keys);
        return new SampleAggregator(place, diverse(keys, missing, { shardSize, perValue }));
      },
    };
  },
};

/** As in the original, documents without a value count as having the first term, or the number zero. */
function diverse(
  keys: KeySource,
  missing: () => number,
  limits: { readonly shardSize: number; readonly perValue: number },
): SampleRule {
  return {
    keysOf(leaf) {
      const reader = keys.leaf(leaf);
      return (block: DocBlock) => {
        const run = reader.read(block);
        const found = new Float64Array(block.count).fill(-1);
        for (let i = 0; i < run.count; i++) {
          if (found[run.positions[i]] !== -1) {
            throw illegalArgument('Sample diversifying key must be a single valued-field');
          }
          found[run.positions[i]] = run.ids[i];
        }
        return found;
      };
    },
    most: keptAtMost(limits.shardSize + limits.perValue),
    // Documents without a value count towards a term that is not known yet, so keep a few more.
    narrow: (samples) => pick(samples, -1, { ...limits, shardSize: limits.shardSize + limits.perValue }),
    best: (samples) => pick(samples, missing(), limits),
  };
}

function pick(
  samples: readonly Sample[],
  missing: number,
  { shardSize, perValue }: { readonly shardSize: number; readonly perValue: number },
): readonly Sample[] {
  const taken = new Map<number, number>();
  const best: Sample[] = [];
  for (const sample of [...samples].sort(compareSamples)) {
    if (best.length >= shardSize) break;
    const key = sample.key === -1 ? missing : sample.key;
    const count = taken.get(key) ?? 0;
    if (count >= perValue) continue;
    taken.set(key, count + 1);
    best.push(sample);
  }
  return best;
}

/** The id of the shard's first term. */
function firstKey(keys: KeySource, leaves: readonly LeafContext[]): () => number {
  return () => {
    keys.addAll(leaves);
    let first = -1;
    for (let id = 0; id < keys.size; id++) {
      if (first === -1 || compareKeys(keys.key(id), keys.key(first)) < 0) first = id;
    }
    return first;
  };
}

function keyOfZero(keys: KeySource): () => number {
  return () => {
    for (let id = 0; id < keys.size; id++) {
      const key = keys.key(id);
      if (key === 0 || key === 0n) return id;
    }
    return -1;
  };
}
