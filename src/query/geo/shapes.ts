import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
} from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { scanPairColumn } from '../bound/columnScan.ts';
import { constantQuery, matchNoneQuery } from '../bound/constantQuery.ts';
import { decorated } from '../bound/decorated.ts';
import type { BoundQuery } from '../bound/query.ts';
import { plainShape } from '../bound/shape.ts';
import { docSetOfBits, NO_DOCS } from '../docSet.ts';
import { shardError } from '../fieldQueries.ts';
import type { DocSet, LeafContext, QueryShardContext } from '../types.ts';
import { type GeoBox, type GeoPoint, geohashBox, readPoint } from './distance.ts';

/** Queries over the points of a geo_point field. */

/** The field of a geo clause; null where it may be unmapped. */
export function geoField(
  context: QueryShardContext,
  name: string,
  ignoreUnmapped: boolean,
): MappedFieldType | null {
  const field = context.mapper.field(name);
  if (field === undefined) {
    if (ignoreUnmapped) return null;
    throw shardError(context, `failed to find geo field [${name}]`);
  }
  if (field.family !== 'geo_point') throw shardError(context, `field [${name}] is not a geo_point field`);
  return field;
}

/** Documents of which a point passes `test`. */
export function pointQuery(
  field: MappedFieldType | null,
  shown: { readonly key: string; readonly type: string; readonly text: string; readonly explained: string },
  test: (lat: number, lon: number) => boolean,
  mayReachOthers = true,
): BoundQuery {
  if (field === null) return matchNoneQuery;
  const match = ({ reader }: LeafContext): DocSet => {
    const column = reader.column(field.name);
    if (column === null || column.kind !== 'pairs') return NO_DOCS;
    return docSetOfBits(scanPairColumn(column, reader.maxDoc, test));
  };
  const { key, type, text, explained } = shown;
  const query = constantQuery(`${field.name}:${key}`, match, () => plainShape(type, text, { explained }));
  return mayReachOthers ? query : decorated(query, { mayReach: (test) => test(field.name) });
}

/** Whether a point lies in a box; one whose left is past its right spans the date line. */
export function inBox(box: GeoBox, lat: number, lon: number): boolean {
  if (lat > box.top || lat < box.bottom) return false;
  return box.left <= box.right ? lon >= box.left && lon <= box.right : lon >= box.left || lon <= box.right;
}

const CORNERS: readonly (readonly [string, readonly (keyof GeoBox)[]])[] = [
  ['top_left', ['top', 'left']],
  ['topLeft', ['top', 'left']],
  ['bottom_right', ['bottom', 'right']],
  ['bottomRight', ['bottom', 'right']],
  ['top_right', ['top', 'right']],
  ['bottom_left', ['bottom', 'left']],
];

/** Corners, single edges, or `wkt: BBOX(left, right, top, bottom)`. Throws parse errors in the original's words. */
export function readBox(json: JsonObject): GeoBox {
  const edges: Partial<Record<keyof GeoBox, number>> = {};
  for (const key of Object.keys(json)) {
    const corner = CORNERS.find(([name]) => name === key);
    if (key === 'wkt') return boxOfText(String(json[key]));
    if (corner !== undefined) Object.assign(edges, cornerEdges(corner[1], json[key]));
    else if (key === 'top' || key === 'bottom' || key === 'left' || key === 'right')
      edges[key] = Number(json[key]);
    else {
      throw new OpenSearchError('parse_exception', `failed to parse bounding box. unexpected field [${key}]`);
    }
  }
  const { top, bottom, left, right } = edges;
  if (top === undefined || bottom === undefined || left === undefined || right === undefined) {
    throw new OpenSearchError('parse_exception', 'failed to parse bounding box. corners are missing');
  }
  if (top < bottom) throw illegalArgument(`top is below bottom corner: ${top} vs. ${bottom}`);
  return { top, bottom, left, right };
}

/** A corner may be a geohash, which is a box of its own. */
function cornerEdges(
  names: readonly (keyof GeoBox)[],
  value: JsonValue,
): Partial<Record<keyof GeoBox, number>> {
  const hash = typeof value === 'string' && !value.includes(',') && !value.toUpperCase().startsWith('POINT');
  const box = hash ? geohashBox(value) : null;
  const point = box === null ? readPoint(value) : null;
  return Object.fromEntries(
    names.map((name) => {
      if (box !== null) return [name, box[name]];
      const { lat, lon } = point as GeoPoint;
      return [name, name === 'top' || name === 'bottom' ? lat : lon];
    }),
  );
}

function boxOfText(text: string): GeoBox {
  const parts = text
    .slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
    .split(',')
    .map(Number);
  if (!text.trim().toUpperCase().startsWith('BBOX') || parts.length !== 4 || parts.some(Number.isNaN)) {
    throw new OpenSearchError('parse_exception', `failed to parse WKT bounding box. [${text}]`);
  }
  const [left, right, top, bottom] = parts;
  return { top, bottom, left, right };
}

/** `{points: […]}` of a polygon, at least three. */
export function readPolygon(json: JsonValue): GeoPoint[] {
  const points = isJsonObject(json) && Array.isArray(json.points) ? json.points.map(readPoint) : [];
  if (points.length < 3) throw illegalArgument('too few points defined for geo_polygon query');
  return points;
}

/** Whether a point lies inside a polygon, by the number of edges to its east. */
export function inPolygon(points: readonly GeoPoint[], lat: number, lon: number): boolean {
  let inside = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const a = points[i];
    const b = points[j];
    if (a.lat > lat === b.lat > lat) continue;
    if (lon < ((b.lon - a.lon) * (lat - a.lat)) / (b.lat - a.lat) + a.lon) inside = !inside;
  }
  return inside;
}
