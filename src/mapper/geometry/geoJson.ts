import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  javaDouble,
  OpenSearchError,
} from '../../common/index.ts';
import {
  boxGeometry,
  EMPTY_GEOMETRY,
  type Geometry,
  joinGeometries,
  type Polygon,
  type Position,
} from './geometry.ts';
import { parseWkt } from './wkt.ts';

export interface ShapeOptions {
  readonly ignoreZ: boolean;
  /** Closes open rings. */
  readonly coerce: boolean;
}

/** Parses GeoJSON or WKT. Throws parse_exception and illegal_argument_exception in the original's words. */
export function parseGeometry(value: JsonValue, options: ShapeOptions): Geometry {
  if (typeof value === 'string') return readShape(parseWkt(value), options);
  if (isJsonObject(value)) return readShape(value, options);
  throw parseError('shape must be an object consisting of type and coordinates');
}

function parseError(reason: string): OpenSearchError {
  return new OpenSearchError('parse_exception', reason);
}

function readShape(json: JsonObject, options: ShapeOptions): Geometry {
  if (json.type === undefined || json.type === null) throw parseError('shape type not included');
  const type = String(json.type).toLowerCase();
  if (type === 'geometrycollection') {
    if (!Array.isArray(json.geometries)) throw parseError('geometries not included');
    return joinGeometries(json.geometries.map((part) => parseGeometry(part, options)));
  }
  const read = READERS.get(type);
  if (read === undefined) throw illegalArgument(`unknown geo_shape [${json.type}]`);
  if (json.coordinates === undefined || json.coordinates === null)
    throw parseError('coordinates not included');
  return read(json.coordinates, options);
}

type Reader = (coordinates: JsonValue, options: ShapeOptions) => Geometry;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['point', (c, o) => ({ ...EMPTY_GEOMETRY, points: [position(c, o)] })],
  ['multipoint', (c, o) => ({ ...EMPTY_GEOMETRY, points: positions(c, o) })],
  ['linestring', (c, o) => ({ ...EMPTY_GEOMETRY, lines: [line(c, o)] })],
  ['multilinestring', (c, o) => ({ ...EMPTY_GEOMETRY, lines: list(c).map((one) => line(one, o)) })],
  ['polygon', (c, o) => ({ ...EMPTY_GEOMETRY, polygons: [polygon(c, o)] })],
  ['multipolygon', (c, o) => ({ ...EMPTY_GEOMETRY, polygons: list(c).map((one) => polygon(one, o)) })],
  ['envelope', envelope],
  [
    'circle',
    () => {
      throw illegalArgument('CIRCLE geometry is not supported');
    },
  ],
]);

function list(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value;
  throw parseError('geo coordinates must be numbers');
}

function position(value: JsonValue, { ignoreZ }: ShapeOptions): Position {
  const numbers = list(value).map((member) => {
    if (typeof member === 'number' && Number.isFinite(member)) return member;
    if (member === null) throw illegalArgument('coordinates cannot contain NULL values)');
    throw parseError('geo coordinates must be numbers');
  });
  if (numbers.length < 2) throw parseError('geo coordinates must be numbers');
  if (numbers.length > 3) throw parseError('geo coordinates greater than 3 dimensions are not supported');
  if (numbers.length === 3 && !ignoreZ) {
    throw parseError(
      `Exception parsing coordinates: found Z value [${javaDouble(numbers[2])}] but [ignore_z_value] parameter is [false]`,
    );
  }
  const [lon, lat] = numbers;
  if (!(lat >= -90 && lat <= 90)) {
    throw illegalArgument(`invalid latitude ${javaDouble(lat)}; must be between -90.0 and 90.0`);
  }
  if (!(lon >= -180 && lon <= 180)) {
    throw illegalArgument(`invalid longitude ${javaDouble(lon)}; must be between -180.0 and 180.0`);
  }
  return [lon, lat];
}

function positions(value: JsonValue, options: ShapeOptions): Position[] {
  return list(value).map((member) => position(member, options));
}

function line(value: JsonValue, options: ShapeOptions): Position[] {
  const found = positions(value, options);
  if (found.length >= 2) return found;
  throw parseError(`invalid number of points in LineString (found [${found.length}] - must be >= 2)`);
}

function polygon(value: JsonValue, options: ShapeOptions): Polygon {
  const rings = list(value).map((ring) => closedRing(positions(ring, options), options.coerce));
  if (rings.length === 0)
    throw parseError(
      'invalid LinearRing provided for type polygon. Linear ring must be an array of coordinates',
    );
  return rings;
}

function closedRing(ring: Position[], coerce: boolean): Position[] {
  const [first] = ring;
  const last = ring[ring.length - 1];
  const open = first !== undefined && (first[0] !== last[0] || first[1] !== last[1]);
  const closed = open && coerce ? [...ring, first] : ring;
  if (closed.length === 0) throw parseError('Invalid LinearRing found. No coordinate array provided');
  if (closed.length < 4) {
    throw parseError(`invalid number of points in LinearRing (found [${closed.length}] - must be >= [4])`);
  }
  if (open && !coerce) throw parseError('invalid LinearRing found (coordinates are not closed)');
  return closed;
}

/** `[[left, top], [right, bottom]]` */
function envelope(value: JsonValue, options: ShapeOptions): Geometry {
  const corners = positions(value, options);
  if (corners.length !== 2) {
    throw parseError(
      `invalid number of points [${corners.length}] provided for geo_shape [envelope] when expecting an array of 2 coordinates`,
    );
  }
  const [[left, top], [right, bottom]] = corners;
  // The original names the wrong axis.
  if (top < bottom) throw illegalArgument('max y cannot be less than min x');
  return boxGeometry(left, right, top, bottom);
}
