import {
  type ExactJsonObject,
  illegalArgument,
  type JsonValue,
  type OpenSearchError,
  type Pacer,
  topN,
} from '../../common/index.ts';
import { encodeGeohash, geohashLengthFor } from '../../mapper/index.ts';
import { parseDistance } from '../../query/index.ts';
import type { Aggregator, AggregatorPlace } from '../framework/aggregator.ts';
import type {
  InternalAggregation,
  MultiBucketResult,
  ReduceContext,
  RenderContext,
} from '../framework/internalAggregation.ts';
import { KeyedBuckets } from '../framework/keyedBuckets.ts';
import { anyField, intField, parseObject, toInt } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { geoBoundsField, isOutside } from '../values/geoBounds.ts';
import { geoKeySource, printTile, tileKey } from '../values/geoPoints.ts';
import { type KeyFormat, STRING_KEYS } from '../values/keyFormat.ts';
import { compareTerms, type KeySource } from '../values/keys.ts';
import { requireField, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import { BestBuckets } from './bestBuckets.ts';
import { groupByKey, KeyedBucket, mergeKeyed, renderKeyed } from './keyedBucket.ts';

const positive = (name: string) =>
  intField((value, { aggregation }) => {
    if (value > 0) return value;
    throw illegalArgument(`[${name}] must be greater than 0. Found [${value}] in [${aggregation}]`);
  });

interface GridRow {
  readonly name: 'geohash_grid' | 'geotile_grid';
  readonly defaultPrecision: number;
  readPrecision(value: JsonValue): number;
  encode(lat: number, lon: number, precision: number): string;
  /** The printed form of a key; keys compare as text. */
  print(key: string): string;
}

function isLength(length: number): boolean {
  return length >= 1 && length <= 12;
}

function badLength(length: number): OpenSearchError {
  return illegalArgument(`Invalid geohash aggregation precision of ${length}. Must be between 1 and 12.`);
}

/** The length of the largest cells that are not larger than a distance. */
function lengthWithin(distance: string): number {
  const length = geohashLengthFor(parseDistance(distance));
  if (isLength(length)) return length;
  throw illegalArgument(`precision too high [${distance}]`, badLength(length));
}

/** Cells of geohashes. */
export const geohashGrid = geoGrid({
  name: 'geohash_grid',
  defaultPrecision: 5,
  readPrecision: (value) => {
    if (typeof value === 'string' && !/^[+-]?\d+$/.test(value)) return lengthWithin(value);
    const length = toInt(value);
    if (!isLength(length)) throw badLength(length);
    return length;
  },
  encode: encodeGeohash,
  print: (key) => key,
});

/** Map tiles. */
export const geotileGrid = geoGrid({
  name: 'geotile_grid',
  defaultPrecision: 7,
  readPrecision: (value) => {
    const precision = toInt(value);
    if (precision >= 0 && precision <= 29) return precision;
    throw illegalArgument(`Invalid geotile_grid precision of ${precision}. Must be between 0 and 29.`);
  },
  encode: tileKey,
  print: printTile,
});

function geoGrid(row: GridRow): AggregationType {
  const fields = {
    ...valuesFields,
    precision: anyField(['VALUE_NUMBER', 'VALUE_STRING'], row.readPrecision),
    size: positive('size'),
    shard_size: positive('shardSize'),
    bounds: geoBoundsField,
  } as const;
  return {
    name: row.name,
    family: 'bucket',
    parse(json, aggregation) {
      const options = parseObject(json, fields, { parser: row.name, aggregation, aliases: valuesAliases });
      requireField(options);
      const { precision = row.defaultPrecision, size = 10_000, bounds = null } = options;
      const shardSize = Math.max(size, options.shard_size ?? Math.floor(size * 1.5 + 10));
      return {
        create(place) {
          const config = resolveValues(place, options, {
            aggregation: row.name,
            kinds: ['geo_point'],
            defaultKind: 'geo_point',
          });
          const keys = geoKeySource(config, (lat, lon) =>
            isOutside(bounds, lat, lon) ? null : row.encode(lat, lon, precision),
          );
          return new GridAggregator(place, keys, { row, size, shardSize });
        },
      };
    },
  };
}

interface GridLimits {
  readonly row: GridRow;
  readonly size: number;
  readonly shardSize: number;
}

class GridAggregator implements Aggregator {
  readonly #buckets: KeyedBuckets;
  readonly #limits: GridLimits;
  readonly #format: KeyFormat;
  readonly #best: BestBuckets;

  constructor(place: AggregatorPlace, keys: KeySource, limits: GridLimits) {
    this.#buckets = new KeyedBuckets(keys, place);
    this.#limits = limits;
    this.#format = { ...STRING_KEYS, json: (key) => limits.row.print(String(key)) };
    const buckets = this.#buckets;
    const compare = (a: number, b: number): number =>
      buckets.docCount(b) - buckets.docCount(a) || buckets.compareKeys(b, a);
    this.#best = new BestBuckets(() => ({ size: limits.shardSize, compare }));
  }

  leaf(leaf: Parameters<Aggregator['leaf']>[0]): ReturnType<Aggregator['leaf']> {
    return this.#buckets.leaf(leaf);
  }

  async settle(pacer: Pacer): Promise<void> {
    const all = this.#buckets.ordsOf(0);
    await this.#best.settle(all, pacer);
    await this.#buckets.children.buildAhead(this.#best.of(0, all), pacer);
  }

  build(owner: number): InternalAggregation {
    const { keys, children } = this.#buckets;
    const key = (ord: number) => String(keys.key(this.#buckets.keyOf(ord)));
    const buckets = this.#best
      .of(owner, this.#buckets.ordsOf(owner))
      .map(
        (ord) => new KeyedBucket(key(ord), this.#buckets.docCount(ord), children.build(ord), this.#format),
      );
    return new InternalGrid(this.#limits, buckets);
  }
}

class InternalGrid implements MultiBucketResult {
  readonly type: string;
  readonly buckets: readonly KeyedBucket[];
  readonly #limits: GridLimits;

  constructor(limits: GridLimits, buckets: readonly KeyedBucket[]) {
    this.type = limits.row.name;
    this.buckets = buckets;
    this.#limits = limits;
  }

  reduce(results: readonly InternalGrid[], context: ReduceContext): InternalAggregation {
    const { size } = this.#limits;
    const merged = groupByKey(results.flatMap((result) => result.buckets)).map((group) =>
      mergeKeyed(group, context),
    );
    const order = (a: KeyedBucket, b: KeyedBucket): number =>
      b.docCount - a.docCount || compareTerms(String(b.key), String(a.key));
    const buckets = topN(merged, size, order);
    context.consumeBuckets(buckets.length);
    return this.withBuckets(buckets);
  }

  withBuckets(buckets: readonly KeyedBucket[]): InternalGrid {
    return new InternalGrid(this.#limits, buckets);
  }

  render(context: RenderContext): ExactJsonObject {
    return { buckets: this.buckets.map((bucket) => renderKeyed(bucket, context)) };
  }
}
