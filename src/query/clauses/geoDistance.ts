import { illegalArgument, isJsonObject, type JsonObject, javaDouble } from '../../common/index.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { arcDistance, metresPer, parseDistance } from '../geo/distance.ts';
import { geoFieldName } from '../geo/fieldName.ts';
import { checkDistanceType, readValidationMethod } from '../geo/options.ts';
import { type GeoPoint, readPoint } from '../geo/point.ts';
import { geoField, pointQuery } from '../geo/shapes.ts';
import { validCentre } from '../geo/validation.ts';
import { parsingErrorAt, readCommon, readText } from '../reader.ts';
import { booleanAt } from '../tokens.ts';

const OPTIONS = ['distance', 'unit', 'distance_type', 'validation_method', 'ignore_unmapped'];

function shown(field: string, lat: number, lon: number, distance: number) {
  const [y, x, metres] = [lat, lon, distance].map(javaDouble);
  return {
    key: `within(${lat},${lon},${distance})`,
    type: 'IndexOrDocValuesQuery',
    text: `${field}:${y},${x} +/- ${metres} meters`,
    explained: `${field}:INTERSECTS:geometries([CIRCLE([${y},${x}] radius = ${metres} meters)])`,
  };
}

/** Objects follow a different rule here than elsewhere. */
function readCentre(body: JsonObject, field: string): GeoPoint {
  const value = body[field];
  if (!isJsonObject(value)) return readPoint(value);
  const given = Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null));
  const unknown = Object.keys(given).find((key) => !['lat', 'lon', 'geohash'].includes(key));
  if (unknown === undefined) return readPoint(given);
  throw parsingErrorAt(`[geo_distance] query does not support [${field}]`, value, unknown);
}

export const geoDistanceClause: ClauseType = {
  names: ['geo_distance'],
  doc: 'documents with a point within a distance of another; score 1',
  passesNulls: true,
  parse(body) {
    const common = readCommon(body);
    const unit = body.unit === undefined ? 'm' : readText(body.unit);
    metresPer(unit);
    checkDistanceType(body);
    const method = readValidationMethod(body);
    const ignore = body.ignore_unmapped !== undefined && booleanAt(body, 'ignore_unmapped');
    if (body.distance === undefined || body.distance === null) {
      throw parsingErrorAt("geo_distance requires 'distance' to be specified", body, null, 'end');
    }
    const name = geoFieldName('geo_distance', body, OPTIONS);
    const centre = readCentre(body, name);
    if (body.distance === '') throw illegalArgument('distance must not be null or empty');
    const distance = parseDistance(body.distance, unit);
    if (distance <= 0) throw illegalArgument('distance must be greater than zero');
    return makeBuilder({
      clause: 'geo_distance',
      json: body,
      ...common,
      bind: (context) => {
        const own = geoField(context, name, ignore);
        const { lat, lon } = validCentre(context, method, centre);
        return pointQuery(
          own,
          shown(name, lat, lon, distance),
          (ownLat, ownLon) => arcDistance(lat, lon, ownLat, ownLon) <= distance,
        );
      },
    });
  },
};
