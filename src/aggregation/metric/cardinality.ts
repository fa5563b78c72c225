import {
  atOnce,
  type ExactJsonObject,
  illegalArgument,
  inTurns,
  type Pacer,
  type Steps,
} from '../../common/index.ts';
import { type Aggregator, type AggregatorPlace, NO_BUCKET } from '../framework/aggregator.ts';
import { type BucketGroups, BucketOrds } from '../framework/bucketOrds.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { longField, parseObject, stringField } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { type Hash64, hash64 } from '../values/hashes.ts';
import type { Key, KeySource } from '../values/keys.ts';
import { valueKeys } from '../values/sources.ts';
import { requireFieldOrScript, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import { estimate, exactUpTo, precisionOf } from './hyperLogLog.ts';
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
} as const;

/**
 * The number of distinct values: exact up to about `precision_threshold`, then estimated like the original.
 * Above MOST_ESTIMATED values it is exact again.
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
          kinds: ['bytes', 'ip', 'numeric', 'date', 'boolean', 'range'],
          defaultKind: 'bytes',
        });
        if (!config.hasValues) return emptyAggregator();
        const { keys, integral } = valueKeys(config, place.context, null);
        const precision = precisionOf(Math.min(options.precision_threshold ?? 3000, 40_000));
        return new CardinalityAggregator(place, keys, { precision, whole: integral });
      },
    };
  },
};

function emptyAggregator(): Aggregator {
  return {
    leaf: () => ({ collect() {} }),
    build: () => new InternalCardinality(0, () => [], { precision: 4, whole: false }),
    sortValue: () => () => 0,
  };
}

/** Hashing more values would take too long. */
const MOST_ESTIMATED = 100_000;
/** Values hashed per step. */
const HASHES_IN_A_STEP = 64;

interface Counting {
  readonly precision: number;
  /** Integers use the bits of a long. */
  readonly whole: boolean;
}

class CardinalityAggregator implements Aggregator {
  readonly #keys: KeySource;
  readonly #counting: Counting;
  /** `null` with a single owner, to which all keys belong. */
  readonly #pairs: BucketOrds | null;
  #groups: BucketGroups | null = null;
  #settled: InternalCardinality | null = null;

  constructor(place: AggregatorPlace, keys: KeySource, counting: Counting) {
    this.#keys = keys;
    this.#counting = counting;
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

  /** With a single owner, there may be many values to hash. */
  async settle(pacer: Pacer): Promise<void> {
    if (this.#pairs !== null) return;
    const result = this.build(0);
    await inTurns(result.settle(), pacer, 1);
    this.#settled = result;
  }

  build(owner: number): InternalCardinality {
    if (owner === 0 && this.#settled !== null) return this.#settled;
    const pairs = this.#pairs;
    const source = this.#keys;
    const ids = (): Uint32Array => this.#ids(owner);
    function* keys(): Generator<Key> {
      for (const id of ids()) yield source.key(pairs === null ? id : pairs.id(id));
    }
    return new InternalCardinality(this.#count(owner), keys, this.#counting);
  }

  sortValue(key: string | null): (owner: number) => number {
    checkSingleValueKey(key, 'cardinality');
    return (owner) => this.build(owner).value;
  }
}

class InternalCardinality implements InternalAggregation {
  readonly type = 'cardinality';
  /** The distinct keys, only read to merge shards or to estimate their number. */
  readonly keys: () => Iterable<Key>;
  readonly #count: number;
  readonly #counting: Counting;
  #value: number | null = null;

  constructor(count: number, keys: () => Iterable<Key>, counting: Counting) {
    this.keys = keys;
    this.#count = count;
    this.#counting = counting;
  }

  get value(): number {
    this.#value ??= atOnce(this.#estimate());
    return this.#value;
  }

  /** Computes the value. */
  *settle(): Steps<void> {
    this.#value ??= yield* this.#estimate();
  }

  *#estimate(): Steps<number> {
    const { precision, whole } = this.#counting;
    const count = this.#count;
    if (count <= exactUpTo(precision) || count > MOST_ESTIMATED) return count;
    const hashes: Hash64[] = [];
    for (const key of this.keys()) {
      if (hashes.push(hash64(key, whole)) % HASHES_IN_A_STEP === 0) yield;
    }
    return estimate(hashes, precision, count);
  }

  reduce(results: readonly InternalCardinality[]): InternalAggregation {
    if (results.length === 1) return results[0];
    const union = new Set<Key>();
    for (const result of results) for (const key of result.keys()) union.add(key);
    return new InternalCardinality(union.size, () => union, this.#counting);
  }

  number(key: string | null): number | null {
    return key === null || key === 'value' ? this.value : null;
  }

  render(): ExactJsonObject {
    return { value: this.value };
  }
}
