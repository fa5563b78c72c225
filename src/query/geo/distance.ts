import { isJsonObject, type JsonValue, OpenSearchError } from '../../common/index.ts';

export { metresPer, parseDistance } from '../../mapper/index.ts';

/** Distances on the sphere and the forms in which requests carry points. */

/** Mean earth radius, metres. */
const EARTH_RADIUS = 6371008.7714;

export interface GeoPoint {
  readonly lat: number;
  readonly lon: number;
}

const RADIANS = Math.PI / 180;
const bits = new DataView(new ArrayBuffer(8));

/**
 * Great-circle distance in metres (haversine). As in Lucene, the last three bits of the half chord are dropped: points
 * that are nearer to each other than the doubles can tell are 0 apart.
 */
export function arcDistance(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const latitudes = 1 - Math.cos((lat1 - lat2) * RADIANS);
  const longitudes = 1 - Math.cos((lon1 - lon2) * RADIANS);
  const chord = latitudes + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * longitudes;
  bits.setFloat64(0, chord);
  bits.setUint8(7, bits.getUint8(7) & 0xf8);
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(bits.getFloat64(0) * 0.5)));
}

/** Metres on the flat map: fast, and wrong over long distances. */
export function planeDistance(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const x = (lon2 - lon1) * RADIANS * Math.cos(((lat1 + lat2) / 2) * RADIANS);
  const y = (lat2 - lat1) * RADIANS;
  return Math.sqrt(x * x + y * y) * EARTH_RADIUS;
}

/** `{lat, lon}`, `"lat,lon"`, `[lon, lat]`, a geohash, or WKT. Throws parse_exception. */
export function readPoint(value: JsonValue): GeoPoint {
  if (Array.isArray(value)) {
    const [lon, lat] = value.map(Number);
    if (value.length < 2) {
      const reason = '[geo_point] field type should have at least two dimensions';
      throw new OpenSearchError('parse_exception', reason);
    }
    if (Number.isNaN(lon) || Number.isNaN(lat)) {
      throw new OpenSearchError('parse_exception', 'geo_point expected');
    }
    return { lat, lon };
  }
  if (isJsonObject(value)) return pointOfObject(value);
  if (typeof value !== 'string') throw new OpenSearchError('parse_exception', 'geo_point expected');
  if (value.includes(',')) {
    const [lat, lon] = value.split(',');
    return { lat: partOf(lat, 'latitude'), lon: partOf(lon, 'longitude') };
  }
  if (value.toUpperCase().startsWith('POINT')) {
    const [lon, lat] = value
      .slice(value.indexOf('(') + 1, value.lastIndexOf(')'))
      .trim()
      .split(/\s+/)
      .map(coordinate);
    return { lat, lon };
  }
  return geohashCorner(value);
}

function pointOfObject(value: { readonly [key: string]: JsonValue }): GeoPoint {
  if (value.geohash !== undefined) return geohashCorner(String(value.geohash));
  if (value.lat === undefined) throw new OpenSearchError('parse_exception', 'field [lat] missing');
  if (value.lon === undefined) throw new OpenSearchError('parse_exception', 'field [lon] missing');
  return { lat: coordinate(value.lat), lon: coordinate(value.lon) };
}

function partOf(text: string, name: string): number {
  const number = Number(text);
  if (text.trim() !== '' && !Number.isNaN(number)) return number;
  throw new OpenSearchError('parse_exception', `${name} must be a number`);
}

function coordinate(value: JsonValue): number {
  const number = Number(value);
  if (value === null || value === '' || Number.isNaN(number)) {
    throw new OpenSearchError('parse_exception', 'latitude must be a valid double value');
  }
  return number;
}

const BASE32 = '0123456789bcdefghjkmnpqrstuvwxyz';

export interface GeoBox {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export function geohashBox(hash: string): GeoBox {
  let [left, right, bottom, top] = [-180, 180, -90, 90];
  let even = true;
  for (const c of hash) {
    const index = BASE32.indexOf(c);
    if (index < 0)
      throw new OpenSearchError('parse_exception', `unsupported symbol [${c}] in geohash [${hash}]`);
    for (let bit = 4; bit >= 0; bit--) {
      const high = ((index >> bit) & 1) === 1;
      if (even) {
        const middle = (left + right) / 2;
        if (high) left = middle;
        else right = middle;
      } else {
        const middle = (bottom + top) / 2;
        if (high) bottom = middle;
        else top = middle;
      }
      even = !even;
    }
  }
  return { top, bottom, left, right };
}

/** A geohash in a query stands for the south-west corner of its cell. */
function geohashCorner(hash: string): GeoPoint {
  const { bottom, left } = geohashBox(hash);
  return { lat: bottom, lon: left };
}
