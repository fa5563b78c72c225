import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberFormat,
  OpenSearchError,
} from '../../common/index.ts';
import { geohashBox } from './distance.ts';

/** Parses points in all forms that requests may use. */

export interface GeoPoint {
  readonly lat: number;
  readonly lon: number;
}

const FORMS: readonly (readonly string[])[] = [['lat', 'lon'], ['type', 'coordinates'], ['geohash']];

/** `{lat, lon}`, `"lat,lon"`, `[lon, lat]`, a geohash, WKT, or GeoJSON. Throws parse_exception. */
export function readPoint(value: JsonValue): GeoPoint {
  if (Array.isArray(value)) return pointOfList(value);
  if (isJsonObject(value)) return pointOfObject(value);
  if (typeof value !== 'string') throw refused('geo_point expected');
  if (value.includes(',')) return pointOfPair(value);
  return value.toUpperCase().startsWith('POINT') ? pointOfWkt(value) : geohashCorner(value);
}

function refused(reason: string, causedBy?: OpenSearchError): OpenSearchError {
  return new OpenSearchError('parse_exception', reason, { causedBy });
}

function pointOfList(list: readonly JsonValue[]): GeoPoint {
  if (!list.every((item) => typeof item === 'number')) throw refused('numeric value expected');
  const [lon, lat, height] = list;
  if (list.length < 2) throw refused('[geo_point] field type should have at least two dimensions');
  if (height === undefined) return { lat, lon };
  const shown = Number.isInteger(height) ? `${height}.0` : String(height);
  const reason = `Exception parsing coordinates: found Z value [${shown}] but [ignore_z_value] parameter is [false]`;
  throw refused(reason);
}

function pointOfObject(json: JsonObject): GeoPoint {
  const keys = Object.keys(json);
  if (keys.length === 0) throw refused('token [END_OBJECT] not allowed');
  const form = FORMS.find((names) => names.includes(keys[0]));
  if (form === undefined || keys.some((key) => !form.includes(key))) {
    throw refused('field must be either [lon|lat], [type|coordinates], or [geohash]');
  }
  const missing = form.find((name) => json[name] === undefined);
  if (missing !== undefined) throw refused(`field [${missing}] missing`);
  switch (form[0]) {
    case 'geohash':
      if (typeof json.geohash !== 'string') throw refused('geohash must be a string');
      return geohashCorner(json.geohash);
    case 'type':
      return readPoint(json.coordinates);
    default:
      return { lat: coordinate(json, 'lat'), lon: coordinate(json, 'lon') };
  }
}

function coordinate(json: JsonObject, name: 'lat' | 'lon'): number {
  const value = json[name];
  if (typeof value !== 'number' && typeof value !== 'string') throw refused(`${name} must be a number`);
  const number = Number(value);
  if (value !== '' && !Number.isNaN(number)) return number;
  throw refused('[lon] and [lat] must be valid double values', numberFormat(String(value)));
}

function pointOfPair(text: string): GeoPoint {
  const parts = text.split(',');
  if (parts.length > 3) {
    throw refused(`failed to parse [${text}], expected 2 or 3 coordinates but found: [${parts.length}]`);
  }
  return { lat: partOf(parts[0], 'latitude'), lon: partOf(parts[1], 'longitude') };
}

function partOf(text: string, name: string): number {
  const number = Number(text);
  if (text.trim() !== '' && !Number.isNaN(number)) return number;
  throw refused(`${name} must be a number`);
}

function pointOfWkt(text: string): GeoPoint {
  const inner = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')).trim();
  const [lon, lat] = inner.split(/\s+/).map(Number);
  if (Number.isNaN(lon) || Number.isNaN(lat)) throw refused('latitude must be a valid double value');
  return { lat, lon };
}

function geohashCorner(hash: string): GeoPoint {
  if (hash === '') {
    const cause = new OpenSearchError('illegal_argument_exception', 'empty geohash');
    throw refused('empty geohash', cause);
  }
  const { bottom, left } = geohashBox(hash);
  return { lat: bottom, lon: left };
}
