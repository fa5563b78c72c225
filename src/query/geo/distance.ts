import { illegalArgument, isJsonObject, type JsonValue, OpenSearchError } from '../../common/index.ts';

/** Distances on the sphere and the forms in which requests carry points. */

/** Mean earth radius, metres. */
const EARTH_RADIUS = 6371008.7714;

const UNITS: Readonly<Record<string, number>> = {
  in: 0.0254,
  inch: 0.0254,
  yd: 0.9144,
  yards: 0.9144,
  ft: 0.3048,
  feet: 0.3048,
  km: 1000,
  kilometers: 1000,
  nmi: 1852,
  NM: 1852,
  nauticalmiles: 1852,
  mm: 0.001,
  millimeters: 0.001,
  cm: 0.01,
  centimeters: 0.01,
  mi: 1609.344,
  miles: 1609.344,
  m: 1,
  meters: 1,
};

export interface GeoPoint {
  readonly lat: number;
  readonly lon: number;
}

/** Great-circle distance in metres (haversine). */
export function arcDistance(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const radians = Math.PI / 180;
  const dLat = Math.sin(((lat2 - lat1) * radians) / 2);
  const dLon = Math.sin(((lon2 - lon1) * radians) / 2);
  const h = dLat * dLat + Math.cos(lat1 * radians) * Math.cos(lat2 * radians) * dLon * dLon;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Metres of a unit. Throws illegal_argument for an unknown one. */
export function metresPer(unit: string): number {
  if (!Object.hasOwn(UNITS, unit)) throw illegalArgument(`No distance unit match [${unit}]`);
  return UNITS[unit];
}

/** `12km`, `500`, 500 → metres; `defaultUnit` for a bare number. */
export function parseDistance(value: JsonValue, defaultUnit = 'm'): number {
  const text = String(value).trim();
  let end = text.length;
  while (end > 0 && !(text[end - 1] >= '0' && text[end - 1] <= '9') && text[end - 1] !== '.') end--;
  const number = Number(text.slice(0, end));
  if (end === 0 || Number.isNaN(number))
    throw new OpenSearchError('number_format_exception', `For input string: "${text}"`);
  return number * metresPer(text.slice(end).trim() || defaultUnit);
}

/** `{lat, lon}`, `"lat,lon"`, `[lon, lat]`, a geohash, or WKT. Throws parse_exception. */
export function readPoint(value: JsonValue): GeoPoint {
  if (Array.isArray(value)) {
    const [lon, lat] = value.map(Number);
    if (value.length < 2 || Number.isNaN(lon) || Number.isNaN(lat)) {
      throw new OpenSearchError('parse_exception', 'geo_point expected');
    }
    return { lat, lon };
  }
  if (isJsonObject(value)) return pointOfObject(value);
  if (typeof value !== 'string') throw new OpenSearchError('parse_exception', 'geo_point expected');
  if (value.includes(',')) {
    const [lat, lon] = value.split(',').map(coordinate);
    return { lat, lon };
  }
  if (value.toUpperCase().startsWith('POINT')) {
    const [lon, lat] = value
      .slice(value.indexOf('(') + 1, value.lastIndexOf(')'))
      .trim()
      .split(/\s+/)
      .map(coordinate);
    return { lat, lon };
  }
  return geohashCenter(value);
}

function pointOfObject(value: { readonly [key: string]: JsonValue }): GeoPoint {
  if (value.geohash !== undefined) return geohashCenter(String(value.geohash));
  if (value.lat === undefined) throw new OpenSearchError('parse_exception', 'field [lat] missing');
  if (value.lon === undefined) throw new OpenSearchError('parse_exception', 'field [lon] missing');
  return { lat: coordinate(value.lat), lon: coordinate(value.lon) };
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

function geohashCenter(hash: string): GeoPoint {
  const { top, bottom, left, right } = geohashBox(hash);
  return { lat: (top + bottom) / 2, lon: (left + right) / 2 };
}
