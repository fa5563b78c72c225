import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { geoFieldName } from '../geo/fieldName.ts';
import { geoField, inPolygon, pointQuery, readPolygon } from '../geo/shapes.ts';
import { readBoolean, readCommon } from '../reader.ts';

export const geoPolygonClause: ClauseType = {
  names: ['geo_polygon'],
  doc: 'documents with a point inside a polygon; score 1',
  parse(body) {
    const name = geoFieldName('geo_polygon', body, ['validation_method', 'ignore_unmapped']);
    const points = readPolygon(body[name]);
    const ignore = body.ignore_unmapped !== undefined && readBoolean(body.ignore_unmapped);
    return makeBuilder({
      clause: 'geo_polygon',
      json: body,
      ...readCommon(body),
      bind: (context) =>
        pointQuery(geoField(context, name, ignore), `polygon${JSON.stringify(points)}`, (lat, lon) =>
          inPolygon(points, lat, lon),
        ),
    });
  },
};
