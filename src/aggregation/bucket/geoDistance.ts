import {
  type ExactJsonObject,
  illegalArgument,
  type JsonValue,
  javaDouble,
  jsonDouble,
} from '../../common/index.ts';
import { type GeoPoint, parseGeoPoint } from '../../mapper/index.ts';
import { arcDistance, metresPer, planeDistance } from '../../query/index.ts';
import { anyField, booleanField, parseObject, stringField, toDouble } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { forEachPoint } from '../values/geoPoints.ts';
import type { NumberReader, NumberSource } from '../values/numbers.ts';
import { requireFieldOrScript, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import type { RangeRow } from './internalRange.ts';
import { rangesField } from './range.ts';
import { RangeAggregator, RangeKeys } from './rangeAggregator.ts';

const fields = {
  ...valuesFields,
  ranges: rangesField,
  keyed: booleanField(),
  origin: anyField(
    ['START_OBJECT', 'START_ARRAY', 'VALUE_STRING'],
    (value): GeoPoint => parseGeoPoint(value, true),
  ),
  unit: stringField(metresPer),
  distance_type: stringField((name) => {
    if (name === 'arc') return arcDistance;
    if (name === 'plane') return planeDistance;
    throw illegalArgument(`No geo distance for [${name}]`);
  }),
} as const;

/** Rings around a point. */
export const geoDistance: AggregationType = {
  name: 'geo_distance',
  family: 'bucket',
  parse(json, aggregation) {
    const options = parseObject(json, fields, {
      parser: 'geo_distance',
      aggregation,
      aliases: { ...valuesAliases, center: 'origin', point: 'origin', por: 'origin' },
    });
    const { origin, unit = 1, distance_type: distance = arcDistance } = options;
    requireFieldOrScript(options);
    if (!origin) throw illegalArgument(`Aggregation [${aggregation}] must define an [origin].`);
    return {
      create(place) {
        const config = resolveValues(place, options, {
          aggregation: 'geo_distance',
          kinds: ['geo_point'],
          defaultKind: 'geo_point',
        });
        const ranges = (options.ranges ?? []).map(({ key, from, to }) => ({
          key,
          from: bound(from, Number.NEGATIVE_INFINITY),
          to: bound(to, Number.POSITIVE_INFINITY),
        }));
        if (ranges.length === 0) {
          throw illegalArgument(`No [ranges] specified for the [${aggregation}] aggregation`);
        }
        ranges.sort((a, b) => a.from - b.from || a.to - b.to || 0);
        const source: NumberSource = {
          integral: false,
          leaf: (leaf) =>
            distanceReader(
              forEachPoint(leaf, config),
              (lat, lon) => distance(origin.lat, origin.lon, lat, lon) / unit,
            ),
        };
        const keys = new RangeKeys(source, ranges);
        const rows = ranges.map(distanceRow);
        return new RangeAggregator(place, keys, {
          type: 'geo_distance',
          rows,
          keyed: options.keyed ?? false,
        });
      },
    };
  },
};

function bound(value: JsonValue, absent: number): number {
  return value === null ? absent : toDouble(value);
}

function distanceRow({ key, from, to }: { key: string | null; from: number; to: number }): RangeRow {
  const lower = Math.max(from, 0);
  const members: ExactJsonObject = { from: jsonDouble(lower) };
  if (Number.isFinite(to)) members.to = jsonDouble(to);
  const end = Number.isFinite(to) ? javaDouble(to) : '*';
  const start = from > 0 ? javaDouble(from) : '*';
  return { key: key ?? `${start}-${end}`, members };
}

function distanceReader(
  points: ReturnType<typeof forEachPoint>,
  distanceTo: (lat: number, lon: number) => number,
): NumberReader {
  return {
    bounds: null,
    read(block) {
      const values: number[] = [];
      const positions: number[] = [];
      points(block, (lat, lon, position) => {
        values.push(distanceTo(lat, lon));
        positions.push(position);
      });
      const count = values.length;
      return {
        values: Float64Array.from(values),
        positions: Uint32Array.from(positions),
        count,
        dense: false,
      };
    },
  };
}
