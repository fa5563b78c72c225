import { type JsonObject, javaDouble } from '../../common/index.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { geoFieldName } from '../geo/fieldName.ts';
import { readValidationMethod } from '../geo/options.ts';
import type { GeoPoint } from '../geo/point.ts';
import { geoField, inPolygon, pointQuery, readPolygon } from '../geo/shapes.ts';
import { validPolygon } from '../geo/validation.ts';
import { readCommon } from '../reader.ts';
import { booleanAt } from '../tokens.ts';

function shown(field: string, points: readonly GeoPoint[]) {
  const last = points[points.length - 1];
  const isClosed = last.lat === points[0].lat && last.lon === points[0].lon;
  const closed = (isClosed ? points : [...points, points[0]])
    .map(({ lat, lon }) => `[${javaDouble(lat)}, ${javaDouble(lon)}] `)
    .join('');
  return {
    key: `polygon${JSON.stringify(points)}`,
    type: 'IndexOrDocValuesQuery',
    text: `LatLonPointQuery: field=${field}:[${closed},]`,
    explained: `${field}:INTERSECTS:geometries([${closed}])`,
  };
}

export const geoPolygonClause: ClauseType = {
  names: ['geo_polygon'],
  doc: 'documents with a point inside a polygon; score 1',
  parse(body) {
    const common = readCommon(body);
    const name = geoFieldName('geo_polygon', body, ['validation_method', 'ignore_unmapped']);
    const given = readPolygon(body[name] as JsonObject);
    const method = readValidationMethod(body);
    const ignore = body.ignore_unmapped !== undefined && booleanAt(body, 'ignore_unmapped');
    return makeBuilder({
      clause: 'geo_polygon',
      json: body,
      ...common,
      bind: (context) => {
        const field = geoField(context, name, ignore, 'geo_point');
        const points = validPolygon(context, method, given);
        return pointQuery(field, shown(name, points), (lat, lon) => inPolygon(points, lat, lon));
      },
    });
  },
};
