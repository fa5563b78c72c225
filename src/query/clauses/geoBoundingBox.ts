import { illegalArgument, type JsonObject, javaDouble } from '../../common/index.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import type { GeoBox } from '../geo/distance.ts';
import { geoFieldName } from '../geo/fieldName.ts';
import { readValidationMethod } from '../geo/options.ts';
import { geoField, inBox, pointQuery, readBox } from '../geo/shapes.ts';
import { validBox } from '../geo/validation.ts';
import { readCommon, readText } from '../reader.ts';
import { booleanAt } from '../tokens.ts';

const OPTIONS = ['validation_method', 'ignore_unmapped', 'type', 'ignore_malformed', 'coerce'];

const LAT_STEP = 180 / 2 ** 32;
const LON_STEP = 360 / 2 ** 32;

/** Lucene stores coordinates in 32 bits, and prints the resulting box. */
function shown(field: string, box: GeoBox) {
  const up = (value: number, step: number): string => javaDouble(Math.ceil(value / step) * step);
  const down = (value: number, step: number): string => javaDouble(Math.floor(value / step) * step);
  const bottom = up(box.bottom, LAT_STEP);
  const top = down(box.top, LAT_STEP);
  const left = up(box.left, LON_STEP);
  const right = down(box.right, LON_STEP);
  return {
    key: `box${JSON.stringify(box)}`,
    type: 'IndexOrDocValuesQuery',
    text: `${field}:[${bottom} TO ${top}],[${left} TO ${right}]`,
    explained: `${field}:box(minLat=${bottom}, maxLat=${top}, minLon=${left}, maxLon=${right})`,
  };
}

export const geoBoundingBoxClause: ClauseType = {
  names: ['geo_bounding_box', 'geo_bbox'],
  doc: 'documents with a point inside a box; score 1',
  passesNulls: true,
  parse(body) {
    const method = readValidationMethod(body);
    checkType(body);
    const ignore = body.ignore_unmapped !== undefined && booleanAt(body, 'ignore_unmapped');
    const name = geoFieldName('geo_bounding_box', body, OPTIONS);
    const given = readBox(body[name] as JsonObject);
    return makeBuilder({
      clause: 'geo_bounding_box',
      json: body,
      ...readCommon(body),
      bind: (context) => {
        const field = geoField(context, name, ignore);
        const box = validBox(context, method, given);
        return pointQuery(field, shown(name, box), (lat, lon) => inBox(box, lat, lon));
      },
    });
  },
};

/** `type` is deprecated, but validated. */
function checkType(body: JsonObject): void {
  if (body.type === undefined) return;
  const type = readText(body.type);
  if (!['memory', 'indexed'].includes(type.toLowerCase())) {
    throw illegalArgument(`no type can be parsed from ordinal ${type}`);
  }
}
