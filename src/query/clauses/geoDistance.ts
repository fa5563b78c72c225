import { illegalArgument } from '../../common/index.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { arcDistance, parseDistance, readPoint } from '../geo/distance.ts';
import { geoFieldName } from '../geo/fieldName.ts';
import { geoField, pointQuery } from '../geo/shapes.ts';
import { readBoolean, readCommon, readText } from '../reader.ts';

const OPTIONS = ['distance', 'unit', 'distance_type', 'validation_method', 'ignore_unmapped'];

export const geoDistanceClause: ClauseType = {
  names: ['geo_distance'],
  doc: 'documents with a point within a distance of another; score 1',
  parse(body) {
    const name = geoFieldName('geo_distance', body, OPTIONS);
    if (body.distance === undefined)
      throw illegalArgument("geo_distance requires 'distance' to be specified");
    const unit = body.unit === undefined ? 'm' : readText(body.unit);
    const distance = parseDistance(body.distance, unit);
    if (distance <= 0) throw illegalArgument('distance must be greater than zero');
    const { lat, lon } = readPoint(body[name]);
    const ignore = body.ignore_unmapped !== undefined && readBoolean(body.ignore_unmapped);
    return makeBuilder({
      clause: 'geo_distance',
      json: body,
      ...readCommon(body),
      bind: (context) =>
        pointQuery(
          geoField(context, name, ignore),
          `within(${lat},${lon},${distance})`,
          (ownLat, ownLon) => arcDistance(lat, lon, ownLat, ownLon) <= distance,
        ),
    });
  },
};
