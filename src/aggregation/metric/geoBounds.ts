import { type ExactJsonObject, jsonDouble } from '../../common/index.ts';
import { BucketDoubles } from '../framework/growable.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { booleanField, parseObject } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { forEachPoint } from '../values/geoPoints.ts';
import { requireField, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';

const fields = { ...valuesFields, wrap_longitude: booleanField() } as const;

/** Extremes of latitude, and of longitude on either side of the prime meridian. */
const SIDES = ['top', 'bottom', 'eastMin', 'eastMax', 'westMin', 'westMax'] as const;
type Sides = { readonly [S in (typeof SIDES)[number]]: number };

const LARGEST: Readonly<Record<keyof Sides, boolean>> = {
  top: true,
  bottom: false,
  eastMin: false,
  eastMax: true,
  westMin: false,
  westMax: true,
};

/** The bounding box of all points. */
export const geoBounds: AggregationType = {
  name: 'geo_bounds',
  family: 'metric',
  parse(json, aggregation) {
    const options = parseObject(json, fields, { parser: 'geo_bounds', aggregation, aliases: valuesAliases });
    requireField(options);
    const wrap = options.wrap_longitude ?? true;
    return {
      create(place) {
        const config = resolveValues(place, options, {
          aggregation: 'geo_bounds',
          kinds: ['geo_point'],
          defaultKind: 'geo_point',
        });
        const state = new BoundsState();
        return {
          leaf(leaf) {
            const points = forEachPoint(leaf, config);
            return {
              collect(block) {
                state.ensure(block.ownerBound);
                points(block, (lat, lon, position) => {
                  state.add(block.owners[position], lat, lon);
                });
              },
            };
          },
          build: (owner) => new InternalGeoBounds(state.get(owner), wrap),
        };
      },
    };
  },
};

class BoundsState {
  readonly #values = new Map(
    SIDES.map((side) => [
      side,
      new BucketDoubles(LARGEST[side] ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY),
    ]),
  );
  #arrays = new Map<keyof Sides, Float64Array>();

  ensure(size: number): void {
    this.#arrays = new Map(SIDES.map((side) => [side, this.#values.get(side)!.ensure(size)]));
  }

  add(owner: number, lat: number, lon: number): void {
    this.#extend('top', owner, lat);
    this.#extend('bottom', owner, lat);
    this.#extend(lon >= 0 ? 'eastMin' : 'westMin', owner, lon);
    this.#extend(lon >= 0 ? 'eastMax' : 'westMax', owner, lon);
  }

  #extend(side: keyof Sides, owner: number, value: number): void {
    const values = this.#arrays.get(side)!;
    values[owner] = LARGEST[side] ? Math.max(values[owner], value) : Math.min(values[owner], value);
  }

  get(owner: number): Sides {
    return Object.fromEntries(SIDES.map((side) => [side, this.#values.get(side)!.get(owner)])) as Sides;
  }
}

class InternalGeoBounds implements InternalAggregation {
  readonly type = 'geo_bounds';
  readonly sides: Sides;
  readonly #wrap: boolean;

  constructor(sides: Sides, wrap: boolean) {
    this.sides = sides;
    this.#wrap = wrap;
  }

  reduce(results: readonly InternalGeoBounds[]): InternalAggregation {
    const merged = SIDES.map((side) => {
      const values = results.map((result) => result.sides[side]);
      return [side, LARGEST[side] ? Math.max(...values) : Math.min(...values)];
    });
    return new InternalGeoBounds(Object.fromEntries(merged) as Sides, this.#wrap);
  }

  render(): ExactJsonObject {
    const { top, bottom } = this.sides;
    if (!Number.isFinite(top)) return {};
    const [left, right] = this.#longitudes();
    return {
      bounds: {
        top_left: { lat: jsonDouble(top), lon: jsonDouble(left) },
        bottom_right: { lat: jsonDouble(bottom), lon: jsonDouble(right) },
      },
    };
  }

  /** Crosses the date line if that box is narrower. */
  #longitudes(): readonly [number, number] {
    const { eastMin, eastMax, westMin, westMax } = this.sides;
    if (!Number.isFinite(eastMin)) return [westMin, westMax];
    if (!Number.isFinite(westMin)) return [eastMin, eastMax];
    const plain = eastMax - westMin;
    const wrapped = 180 - eastMin - (-180 - westMax);
    return this.#wrap && wrapped < plain ? [eastMin, westMax] : [westMin, eastMax];
  }
}
