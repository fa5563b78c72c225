import { illegalArgument, isJsonObject, type JsonObject } from '../../common/index.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { geoFieldName } from '../geo/fieldName.ts';
import { readStrict } from '../geo/options.ts';
import { geoField, inBox, pointQuery, readBox } from '../geo/shapes.ts';
import { readBoolean, readCommon, readText } from '../reader.ts';

const OPTIONS = ['validation_method', 'ignore_unmapped', 'type', 'ignore_malformed', 'coerce'];

export const geoBoundingBoxClause: ClauseType = {
  names: ['geo_bounding_box', 'geo_bbox'],
  doc: 'documents with a point inside a box; score 1',
  parse(body) {
    const name = geoFieldName('geo_bounding_box', body, OPTIONS);
    const box = readBox(isJsonObject(body[name]) ? (body[name] as JsonObject) : {});
    readStrict(body);
    checkType(body);
    const ignore = body.ignore_unmapped !== undefined && readBoolean(body.ignore_unmapped);
    return makeBuilder({
      clause: 'geo_bounding_box',
      json: body,
      ...readCommon(body),
      bind: (context) =>
        pointQuery(geoField(context, name, ignore), `box${JSON.stringify(box)}`, (lat, lon) =>
          inBox(box, lat, lon),
        ),
    });
  },
};

/** `type` is deprecated, and checked. */
function checkType(body: JsonObject): void {
  if (body.type === undefined) return;
  const type = readText(body.type);
  if (!['memory', 'indexed'].includes(type.toLowerCase())) {
    throw illegalArgument(`no type can be parsed from ordinal ${type}`);
  }
}
