import { type ExactJsonObject, jsonDouble } from '../../common/index.ts';
import { BucketCounts, identity } from '../framework/growable.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { parseObject } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { forEachPoint } from '../values/geoPoints.ts';
import { requireFieldOrScript, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import { CompensatedSums } from './compensatedSums.ts';

/** The mean of all points. */
export const geoCentroid: AggregationType = {
  name: 'geo_centroid',
  family: 'metric',
  parse(json, aggregation) {
    const options = parseObject(json, valuesFields, {
      parser: 'geo_centroid',
      aggregation,
      aliases: valuesAliases,
    });
    requireFieldOrScript(options);
    return {
      create(place) {
        const config = resolveValues(place, options, {
          aggregation: 'geo_centroid',
          kinds: ['geo_point'],
          defaultKind: 'geo_point',
        });
        const lats = new CompensatedSums();
        const lons = new CompensatedSums();
        const counts = new BucketCounts();
        return {
          leaf(leaf) {
            const points = forEachPoint(leaf, config);
            return {
              collect(block) {
                const lat: number[] = [];
                const lon: number[] = [];
                const positions: number[] = [];
                points(block, (pointLat, pointLon, position) => {
                  lat.push(pointLat);
                  lon.push(pointLon);
                  positions.push(position);
                });
                const count = positions.length;
                const places = identity(count);
                const run = { places, positions: Uint32Array.from(positions), count, dense: false };
                lats.add(block, { ...run, values: Float64Array.from(lat) });
                lons.add(block, { ...run, values: Float64Array.from(lon) });
                const values = counts.ensure(block.ownerBound);
                for (const position of positions) values[block.owners[position]]++;
              },
            };
          },
          build: (owner) => new InternalGeoCentroid(lats.get(owner), lons.get(owner), counts.get(owner)),
        };
      },
    };
  },
};

class InternalGeoCentroid implements InternalAggregation {
  readonly type = 'geo_centroid';
  readonly latSum: number;
  readonly lonSum: number;
  readonly count: number;

  constructor(latSum: number, lonSum: number, count: number) {
    this.latSum = latSum;
    this.lonSum = lonSum;
    this.count = count;
  }

  reduce(results: readonly InternalGeoCentroid[]): InternalAggregation {
    const add = (member: (result: InternalGeoCentroid) => number) =>
      results.reduce((sum, result) => sum + member(result), 0);
    return new InternalGeoCentroid(
      add((result) => result.latSum),
      add((result) => result.lonSum),
      add((result) => result.count),
    );
  }

  number(key: string | null): number | null {
    if (key === 'count') return this.count;
    if (key === 'lat') return this.latSum / this.count;
    return key === 'lon' ? this.lonSum / this.count : null;
  }

  render(): ExactJsonObject {
    if (this.count === 0) return { count: 0 };
    const location = {
      lat: jsonDouble(this.latSum / this.count),
      lon: jsonDouble(this.lonSum / this.count),
    };
    return { location, count: this.count };
  }
}
