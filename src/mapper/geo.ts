import { illegalArgument, type JsonValue, OpenSearchError } from '../common/index.ts';
import { isJavaDouble, parseJavaDouble } from './fields/numericKinds.ts';

export interface GeoPoint {
  readonly lat: number;
  readonly lon: number;
}

function geoError(reason: string): OpenSearchError {
  return new OpenSearchError('parse_exception', reason);
}

/**
 * Parses a point in any form: `{lat, lon}`, `{geohash}`, GeoJSON, `[lon, lat]`, `"lat,lon"`, a geohash,
 * `POINT (lon lat)`. Does not check the range of coordinates. Throws parse_exception in the original's words.
 */
export function parseGeoPoint(value: JsonValue, ignoreZ: boolean): GeoPoint {
  if (typeof value === 'string') return parseGeoText(value, ignoreZ);
  if (Array.isArray(value)) return pointFromArray(value, ignoreZ);
  if (typeof value !== 'object' || value === null) throw geoError('geo_point expected');
  if ('type' in value || 'coordinates' in value) return pointFromGeoJson(value, ignoreZ);
  let lat: number | null = null;
  let lon: number | null = null;
  let geohash: string | null = null;
  for (const [key, member] of Object.entries(value)) {
    if (key === 'lat') lat = coordinate(member, 'latitude');
    else if (key === 'lon') lon = coordinate(member, 'longitude');
    else if (key === 'geohash' && typeof member === 'string') geohash = member;
    else if (key === 'geohash') throw geoError('geohash must be a string');
    else throw geoError('field must be either [lat], [lon] or [geohash]');
  }
  if (geohash !== null) {
    if (lat !== null || lon !== null) throw geoError('field must be either lat/lon or geohash');
    return decodeGeohash(geohash);
  }
  if (lat === null) throw geoError('field [lat] missing');
  if (lon === null) throw geoError('field [lon] missing');
  return { lat, lon };
}

function coordinate(value: JsonValue, name: string): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && isJavaDouble(value)) return parseJavaDouble(value);
  throw geoError(`${name} must be a number`);
}

function pointFromGeoJson(value: { [key: string]: JsonValue }, ignoreZ: boolean): GeoPoint {
  if (typeof value.type !== 'string' || value.type.toLowerCase() !== 'point') {
    throw geoError('type must be Point');
  }
  if (!Array.isArray(value.coordinates)) throw geoError('coordinates must be an array');
  return pointFromArray(value.coordinates, ignoreZ);
}

export function pointFromArray(value: readonly JsonValue[], ignoreZ: boolean): GeoPoint {
  if (value.length > 3) throw geoError('[geo_point] field type does not accept > 3 dimensions');
  const numbers = value.map((member) => {
    if (typeof member === 'number') return member;
    throw geoError('numeric value expected');
  });
  if (numbers.length < 2) throw geoError('geo_point expected');
  if (numbers.length === 3) checkZ(numbers[2], ignoreZ);
  return { lon: numbers[0], lat: numbers[1] };
}

function checkZ(z: number, ignoreZ: boolean): void {
  if (ignoreZ) return;
  const shown = Number.isInteger(z) ? z.toFixed(1) : String(z);
  throw geoError(
    `Exception parsing coordinates: found Z value [${shown}] but [ignore_z_value] parameter is [false]`,
  );
}

const WKT = /^\s*point\s*\(\s*(\S+)\s+(\S+?)(?:\s+(\S+?))?\s*\)\s*$/i;

function parseGeoText(text: string, ignoreZ: boolean): GeoPoint {
  if (/^\s*point/i.test(text)) {
    const match = WKT.exec(text);
    if (match === null) throw geoError(`Invalid WKT format`);
    if (match[3] !== undefined) checkZ(coordinate(match[3], 'z'), ignoreZ);
    return { lon: coordinate(match[1], 'longitude'), lat: coordinate(match[2], 'latitude') };
  }
  if (!text.includes(',')) return decodeGeohash(text);
  const parts = text.split(',');
  if (parts.length > 3) {
    throw geoError(`failed to parse [${text}], expected 2 or 3 coordinates but found: [${parts.length}]`);
  }
  const lat = coordinate(parts[0].trim(), 'latitude');
  const lon = coordinate(parts[1].trim(), 'longitude');
  if (parts.length === 3) checkZ(coordinate(parts[2].trim(), 'z'), ignoreZ);
  return { lat, lon };
}

const GEOHASH_DIGITS = '0123456789bcdefghjkmnpqrstuvwxyz';

/** The lower left corner of a geohash cell. */
export function decodeGeohash(geohash: string): GeoPoint {
  if (geohash === '') throw geoError('empty geohash');
  let [latMin, latMax, lonMin, lonMax] = [-90, 90, -180, 180];
  let even = true;
  for (const char of geohash.slice(0, 12)) {
    const digit = GEOHASH_DIGITS.indexOf(char.toLowerCase());
    if (digit < 0) {
      const cause = illegalArgument(`unsupported symbol [${char}] in geohash [${geohash}]`);
      throw new OpenSearchError('parse_exception', cause.reason, { causedBy: cause });
    }
    for (let bit = 16; bit > 0; bit >>= 1) {
      const high = (digit & bit) !== 0;
      if (even) [lonMin, lonMax] = half(lonMin, lonMax, high);
      else [latMin, latMax] = half(latMin, latMax, high);
      even = !even;
    }
  }
  return { lat: latMin, lon: lonMin };
}

function half(min: number, max: number, high: boolean): [number, number] {
  const middle = (min + max) / 2;
  return high ? [middle, max] : [min, middle];
}

const LAT_STEP = 180 / 2 ** 32;
const LON_STEP = 360 / 2 ** 32;

/** The precision of the index: 32 bits per coordinate, rounded down. */
export function quantize(point: GeoPoint): GeoPoint {
  const lat = Math.min(Math.floor(point.lat / LAT_STEP), 2 ** 31 - 1) * LAT_STEP;
  const lon = Math.min(Math.floor(point.lon / LON_STEP), 2 ** 31 - 1) * LON_STEP;
  return { lat, lon };
}

/** Wraps the latitude into ±90 and the longitude into ±180, as if travelling around the globe. */
export function normalizePoint(point: GeoPoint): GeoPoint {
  const turn = (value: number, period: number): number => ((value % period) + period) % period;
  let lat = turn(point.lat + 180, 360) - 180;
  let lon = point.lon;
  if (lat > 90 || lat < -90) {
    lat = (lat > 0 ? 180 : -180) - lat;
    lon += 180;
  }
  return { lat, lon: turn(lon + 180, 360) - 180 };
}
