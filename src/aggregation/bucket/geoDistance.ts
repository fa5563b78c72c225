import {
  type ExactJsonObject,
  illegalArgument,
  isJsonObject,
  type JsonPlace,
  type JsonValue,
  javaDouble,
  jsonDouble,
} from '../../common/index.ts';
import { type GeoPoint, parseGeoPoint } from '../../mapper/index.ts';
import { arcDistance, metresPer, planeDistance } from '../../query/index.ts';
import { identity } from '../framework/growable.ts';
import { anyField, booleanField, parseObject, stringField, toDouble } from '../framework/objectParser.ts';
import { parsingErrorAt } from '../framework/parseErrors.ts';
import type { AggregationType } from '../framework/specs.ts';
import { forEachPoint } from '../values/geoPoints.ts';
import type { NumberReader, NumberSource } from '../values/numbers.ts';
import { requireFieldOrScript, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import { type Distances, distancesField } from './geoDistanceRanges.ts';
import type { RangeRow } from './internalRange.ts';
import { RangeAggregator, RangeKeys } from './rangeAggregator.ts';

const fields = {
  ...valuesFields,
  ranges: distancesField,
  keyed: booleanField(),
  origin: anyField(
    ['START_OBJECT', 'START_ARRAY', 'VALUE_STRING'],
    (value, { key }): GeoPoint => readOrigin(value, key),
  ),
  unit: stringField(metresPer),
  distance_type: stringField((name) => {
    if (name === 'arc') return arcDistance;
    if (name === 'plane') return planeDistance;
    throw illegalArgument(`No geo distance for [${name}]`);
  }),
} as const;

/** Unlike in documents, coordinates in an object must be numbers, and its other members are ignored. */
function readOrigin(value: JsonValue, key: string): GeoPoint {
  if (Array.isArray(value)) {
    if (value.length > 2) {
      const reason = `malformed [${key}]: a geo point array must be of the form [lon, lat]`;
      throw parsingErrorAt(reason, { container: value, key: 2, edge: 'value' });
    }
    const [lon = Number.NaN, lat = Number.NaN] = value.map(toDouble);
    return { lat, lon };
  }
  if (!isJsonObject(value)) return parseGeoPoint(value, true);
  let [lat, lon] = [Number.NaN, Number.NaN];
  let last: string | null = null;
  let end: JsonPlace = { container: value, key: null, edge: 'end' };
  for (const name of Object.keys(value)) {
    last = name;
    const number = lastNumber(value[name]);
    if (name === 'lat') lat = number ?? lat;
    else if (name === 'lon') lon = number ?? lon;
    if (!isJsonObject(value[name])) continue;
    // The original takes the end of this object for the end of the point.
    end = { container: value, key: name, edge: 'end' };
    break;
  }
  if (!Number.isNaN(lat) && !Number.isNaN(lon)) return { lat, lon };
  const reason = `malformed [${last}] geo point object. either [lat] or [lon] (or both) are missing`;
  throw parsingErrorAt(reason, end);
}

/** A number, or the last one of a list, as the original steps over brackets. */
function lastNumber(value: JsonValue): number | null {
  if (Array.isArray(value)) return value.map(lastNumber).findLast((number) => number !== null) ?? null;
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null;
}

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
        const ranges: readonly Distances[] = options.ranges ?? [];
        if (ranges.length === 0) {
          throw illegalArgument(`No [ranges] specified for the [${aggregation}] aggregation`);
        }
        const source: NumberSource = {
          integral: false,
          isComputed: true,
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

function distanceRow({ key, from, to }: { key: string | null; from: number; to: number }): RangeRow {
  const lower = from === Number.NEGATIVE_INFINITY ? 0 : from;
  const members: ExactJsonObject = { from: jsonDouble(lower) };
  if (Number.isFinite(to)) members.to = jsonDouble(to);
  const end = Number.isFinite(to) ? javaDouble(to) : '*';
  const start = lower === 0 ? '*' : javaDouble(lower);
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
        places: identity(count),
        positions: Uint32Array.from(positions),
        count,
        dense: false,
      };
    },
  };
}
