import {
  illegalArgument,
  type JsonObject,
  type JsonValue,
  javaDouble,
  OpenSearchError,
  type Steps,
} from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { scanPairColumn } from '../bound/columnScan.ts';
import { constantQuery, matchNoneQuery } from '../bound/constantQuery.ts';
import { decorated } from '../bound/decorated.ts';
import type { BoundQuery } from '../bound/query.ts';
import { plainShape } from '../bound/shape.ts';
import { NO_DOCS } from '../docSet.ts';
import { shardError } from '../fieldQueries.ts';
import { numberAt } from '../numberTokens.ts';
import { isScalar, parsingErrorAt, placedAt, tokenName } from '../reader.ts';
import type { DocSet, LeafContext, QueryShardContext } from '../types.ts';
import { type GeoBox, geohashBox } from './distance.ts';
import { type GeoPoint, readPoint } from './point.ts';

/** Queries on the points of geo_point fields. */

/** The field of a geo clause; `null` if it is unmapped and may be. */
export function geoField(
  context: QueryShardContext,
  name: string,
  ignoreUnmapped: boolean,
  word = 'geo',
): MappedFieldType | null {
  const field = context.mapper.field(name);
  if (field === undefined) {
    if (ignoreUnmapped) return null;
    throw shardError(context, `failed to find ${word} field [${name}]`);
  }
  if (field.family !== 'geo_point') throw shardError(context, `field [${name}] is not a geo_point field`);
  return field;
}

/** Documents with a point that passes `test`. */
export function pointQuery(
  field: MappedFieldType | null,
  shown: { readonly key: string; readonly type: string; readonly text: string; readonly explained: string },
  test: (lat: number, lon: number) => boolean,
  mayReachOthers = true,
): BoundQuery {
  if (field === null) return matchNoneQuery;
  const match = ({ reader }: LeafContext): DocSet | Steps<DocSet> => {
    const column = reader.column(field.name);
    if (column === null || column.kind !== 'pairs') return NO_DOCS;
    return scanPairColumn(column, reader.maxDoc, test);
  };
  const { key, type, text, explained } = shown;
  const query = constantQuery(`${field.name}:${key}`, match, () => plainShape(type, text, { explained }));
  return mayReachOthers ? query : decorated(query, { mayReach: (test) => test(field.name) });
}

/** Whether a point is in a box, which crosses the date line if its left exceeds its right. */
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

/**
 * Reads corners, single edges, or `wkt: BBOX(left, right, top, bottom)`. Throws parse errors in the
 * original's words.
 */
export function readBox(json: JsonObject): GeoBox {
  let box: GeoBox;
  try {
    box = edgesOf(json);
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    const failed = parseError(`failed to parse [geo_bounding_box] query. [${error.reason}]`);
    throw error.at === null ? failed : failed.placedAt(error.at);
  }
  const [top, bottom, left, right] = [box.top, box.bottom, box.left, box.right].map(javaDouble);
  if (Number.isNaN(box.top)) throw illegalArgument(`top latitude is invalid: ${top}`);
  if (Number.isNaN(box.left)) throw illegalArgument(`left longitude is invalid: ${left}`);
  if (Number.isNaN(box.bottom)) throw illegalArgument(`bottom latitude is invalid: ${bottom}`);
  if (Number.isNaN(box.right)) throw illegalArgument(`right longitude is invalid: ${right}`);
  if (box.top < box.bottom) throw illegalArgument(`top is below bottom corner: ${top} vs. ${bottom}`);
  if (box.top === box.bottom) {
    throw illegalArgument(`top cannot be the same as bottom: ${top} == ${bottom}`);
  }
  if (box.left === box.right) {
    throw illegalArgument(`left cannot be the same as right: ${left} == ${right}`);
  }
  return box;
}

function parseError(reason: string): OpenSearchError {
  return new OpenSearchError('parse_exception', reason);
}

/** Like `readBox`, with NaN for missing edges. */
export function edgesOf(json: JsonObject): GeoBox {
  const edges = { top: Number.NaN, bottom: Number.NaN, left: Number.NaN, right: Number.NaN };
  for (const key of Object.keys(json)) {
    const corner = CORNERS.find(([name]) => name === key);
    if (key === 'wkt') return boxOfText(String(json[key]));
    if (corner !== undefined) Object.assign(edges, cornerAt(json, key, corner[1]));
    else if (key === 'top' || key === 'bottom' || key === 'left' || key === 'right')
      edges[key] = numberAt(json, key);
    else {
      const at = { container: json, key, edge: 'value' } as const;
      throw parseError(`failed to parse bounding box. unexpected field [${key}]`).placedAt(at);
    }
  }
  return edges;
}

function cornerAt(json: JsonObject, key: string, names: readonly (keyof GeoBox)[]): Partial<GeoBox> {
  const edge = isScalar(json[key]) ? 'value' : 'end';
  return placedAt({ container: json, key, edge }, () => cornerEdges(names, json[key]));
}

/** A corner may be a geohash, which is itself a box. */
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

const WKT_WORDS: ReadonlySet<string> = new Set([
  'POINT',
  'MULTIPOINT',
  'LINESTRING',
  'MULTILINESTRING',
  'POLYGON',
  'MULTIPOLYGON',
  'GEOMETRYCOLLECTION',
]);

function boxOfText(text: string): GeoBox {
  const parts = text
    .slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
    .split(',')
    .map(Number);
  const word = /^\s*([a-z]+)\s*\(/i.exec(text)?.[1].toUpperCase();
  if (word !== undefined && word !== 'BBOX' && WKT_WORDS.has(word)) {
    throw parseError(`failed to parse WKT bounding box. [${word}] found. expected [ENVELOPE]`);
  }
  if (word !== 'BBOX' || parts.length !== 4 || parts.some(Number.isNaN)) {
    throw parseError('failed to parse WKT bounding box');
  }
  const [left, right, top, bottom] = parts;
  return { top, bottom, left, right };
}

/** The `points` of a polygon, at least three. */
export function readPolygon(json: JsonObject): GeoPoint[] {
  let points: GeoPoint[] = [];
  for (const key of Object.keys(json)) {
    const given = json[key];
    if (key !== 'points') throw parsingErrorAt(`[geo_polygon] query does not support [${key}]`, json, key);
    if (!Array.isArray(given)) {
      const reason = `[geo_polygon] query does not support token type [${tokenName(given)}] under [points]`;
      throw parsingErrorAt(reason, json, key);
    }
    points = given.map(readPoint);
  }
  if (points.length === 0) throw illegalArgument('polygon must not be null or empty');
  if (points.length < 3) throw illegalArgument('too few points defined for geo_polygon query');
  return points;
}

/** Whether a point is inside a polygon, by counting the edges east of it. */
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
