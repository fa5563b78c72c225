import { type ExactJsonObject, illegalArgument } from '../../common/index.ts';
import { type Aggregator, type AggregatorPlace, NO_BUCKET } from '../framework/aggregator.ts';
import { type BucketGroups, BucketOrds } from '../framework/bucketOrds.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { longField, parseObject, stringField } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { valueKeys } from '../values/keySource.ts';
import type { Key, KeySource } from '../values/keys.ts';
import { requireFieldOrScript, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import { checkSingleValueKey } from './singleValue.ts';

const { format: _format, ...sharedFields } = valuesFields;
const fields = {
  ...sharedFields,
  precision_threshold: longField((value, { aggregation }) => {
    if (value >= 0) return value;
    throw illegalArgument(
      `[precisionThreshold] must be greater than or equal to 0. Found [${value}] in [${aggregation}]`,
    );
  }),
  rehash: stringField(),
  execution_hint: stringField(),
} as const;

/**
 * The number of distinct values, exact at every size. The original estimates above `precision_threshold`; below it
 * its estimates are exact but for rare collisions.
 */
export const cardinality: AggregationType = {
  name: 'cardinality',
  family: 'metric',
  parse(json, aggregation) {
    const options = parseObject(json, fields, { parser: 'cardinality', aggregation, aliases: valuesAliases });
    requireFieldOrScript(options);
    return {
      create(place) {
        const config = resolveValues(place, options, {
          aggregation: 'cardinality',
          kinds: ['bytes', 'ip', 'numeric', 'date', 'boolean'],
          defaultKind: 'bytes',
        });
        if (!config.hasValues) return emptyAggregator();
        return new CardinalityAggregator(place, valueKeys(config, place.context, null).keys);
      },
    };
  },
};

function emptyAggregator(): Aggregator {
  return {
    leaf: () => ({ collect() {} }),
    build: () => new InternalCardinality(0, () => []),
    sortValue: () => () => 0,
  };
}

class CardinalityAggregator implements Aggregator {
  readonly #keys: KeySource;
  /** null where there is one owner: then every key that was met counts. */
  readonly #pairs: BucketOrds | null;
  #groups: BucketGroups | null = null;

  constructor(place: AggregatorPlace, keys: KeySource) {
    this.#keys = keys;
    this.#pairs = place.singleOwner ? null : new BucketOrds();
  }

  leaf(...[leaf]: Parameters<Aggregator['leaf']>): ReturnType<Aggregator['leaf']> {
    const reader = this.#keys.leaf(leaf);
    const pairs = this.#pairs;
    return {
      collect(block) {
        const run = reader.read(block);
        if (pairs === null) return;
        for (let i = 0; i < run.count; i++) pairs.add(block.owners[run.positions[i]], run.ids[i]);
      },
    };
  }

  #count(owner: number): number {
    if (this.#pairs === null) return owner === NO_BUCKET ? 0 : this.#keys.size;
    return this.#ids(owner).length;
  }

  #ids(owner: number): Uint32Array {
    if (this.#pairs === null) {
      return Uint32Array.from({ length: owner === NO_BUCKET ? 0 : this.#keys.size }, (_, id) => id);
    }
    this.#groups ??= this.#pairs.groupByOwner();
    return this.#groups.of(owner);
  }

  build(owner: number): InternalAggregation {
    const pairs = this.#pairs;
    return new InternalCardinality(this.#count(owner), () =>
      Array.from(this.#ids(owner), (id) => this.#keys.key(pairs === null ? id : pairs.id(id))),
    );
  }

  sortValue(key: string | null): (owner: number) => number {
    checkSingleValueKey(key, 'cardinality');
    return (owner) => this.#count(owner);
  }
}

class InternalCardinality implements InternalAggregation {
  readonly type = 'cardinality';
  readonly value: number;
  /** The distinct keys: read only where several shards are put together. */
  readonly keys: () => readonly Key[];

  constructor(value: number, keys: () => readonly Key[]) {
    this.value = value;
    this.keys = keys;
  }

  reduce(results: readonly InternalCardinality[]): InternalAggregation {
    if (results.length === 1) return results[0];
    const union = new Set(results.flatMap((result) => result.keys()));
    return new InternalCardinality(union.size, () => [...union]);
  }

  number(key: string | null): number | null {
    return key === null || key === 'value' ? this.value : null;
  }

  render(): ExactJsonObject {
    return { value: this.value };
  }
}
