import { illegalArgument, javaDouble, OpenSearchError } from '../../common/index.ts';
import { normalizePoint } from '../../mapper/index.ts';
import { shardError } from '../fieldQueries.ts';
import type { QueryShardContext } from '../types.ts';
import type { GeoBox } from './distance.ts';
import type { ValidationMethod } from './options.ts';
import type { GeoPoint } from './point.ts';

/** A coordinate of a geo clause, with its name in messages. */
interface Coordinate {
  readonly name: string;
  readonly value: number;
  readonly limit: 90 | 180;
}

const isInvalid = ({ value, limit }: Coordinate): boolean => !(Math.abs(value) <= limit);

/** Throws a query_shard_exception that lists the invalid coordinates. */
function refuse(context: QueryShardContext, clause: string, coordinates: readonly Coordinate[]): void {
  const problems = coordinates
    .filter(isInvalid)
    .map(({ name, value }, i) => `${i + 1}: [${clause}] ${name} is invalid: ${javaDouble(value)};`);
  if (problems.length === 0) return;
  const cause = new OpenSearchError('query_validation_exception', `Validation Failed: ${problems.join('')}`);
  throw shardError(context, "couldn't validate latitude/ longitude values", cause);
}

/** The same check as Lucene's. */
function checkGlobe({ lat, lon }: GeoPoint): void {
  if (!(Math.abs(lat) <= 90)) {
    throw illegalArgument(`invalid latitude ${javaDouble(lat)}; must be between -90.0 and 90.0`);
  }
  if (!(Math.abs(lon) <= 180)) {
    throw illegalArgument(`invalid longitude ${javaDouble(lon)}; must be between -180.0 and 180.0`);
  }
}

/** The centre of a circle according to the validation method. */
export function validCentre(context: QueryShardContext, method: ValidationMethod, point: GeoPoint): GeoPoint {
  if (method === 'COERCE') return normalizePoint(point);
  if (method === 'STRICT') {
    refuse(context, 'geo_distance', [
      { name: 'center point latitude', value: point.lat, limit: 90 },
      { name: 'center point longitude', value: point.lon, limit: 180 },
    ]);
  }
  checkGlobe(point);
  return point;
}

/** The corners of a polygon according to the validation method. */
export function validPolygon(
  context: QueryShardContext,
  method: ValidationMethod,
  points: readonly GeoPoint[],
): readonly GeoPoint[] {
  if (method === 'COERCE') return points.map(normalizePoint);
  for (const { lat, lon } of method === 'STRICT' ? points : []) {
    if (!(Math.abs(lat) <= 90)) {
      throw shardError(context, `illegal latitude value [${javaDouble(lat)}] for [geo_polygon]`);
    }
    if (!(Math.abs(lon) <= 180)) {
      throw shardError(context, `illegal longitude value [${javaDouble(lon)}] for [geo_polygon]`);
    }
  }
  points.forEach(checkGlobe);
  return points;
}

/** A box according to the validation method. One that spans the whole globe keeps doing so. */
export function validBox(context: QueryShardContext, method: ValidationMethod, box: GeoBox): GeoBox {
  const { top, bottom, left, right } = box;
  if (method === 'COERCE') {
    const from = normalizePoint({ lat: top, lon: left });
    const to = normalizePoint({ lat: bottom, lon: right });
    const isWhole = right > left && (right - left) % 360 === 0;
    return {
      top: from.lat,
      bottom: to.lat,
      left: isWhole ? -180 : from.lon,
      right: isWhole ? 180 : to.lon,
    };
  }
  if (method === 'STRICT') {
    refuse(context, 'geo_bounding_box', [
      { name: 'top latitude', value: top, limit: 90 },
      { name: 'left longitude', value: left, limit: 180 },
      { name: 'bottom latitude', value: bottom, limit: 90 },
      { name: 'right longitude', value: right, limit: 180 },
    ]);
  }
  checkGlobe({ lat: bottom, lon: 0 });
  checkGlobe({ lat: top, lon: left });
  checkGlobe({ lat: 0, lon: right });
  return box;
}
