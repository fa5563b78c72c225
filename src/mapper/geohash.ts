import { decodeGeohash } from './geo.ts';

const ALPHABET = '0123456789bcdefghjkmnpqrstuvwxyz';

/** The geohash of a point with 1 to 12 characters. */
export function encodeGeohash(lat: number, lon: number, length: number): string {
  let [south, north, west, east] = [-90, 90, -180, 180];
  let hash = '';
  for (let i = 0; i < length; i++) {
    let digit = 0;
    for (let bit = 0; bit < 5; bit++) {
      const byLongitude = (i * 5 + bit) % 2 === 0;
      const middle = byLongitude ? (west + east) / 2 : (south + north) / 2;
      const upper = (byLongitude ? lon : lat) >= middle;
      digit = digit * 2 + (upper ? 1 : 0);
      if (byLongitude && upper) west = middle;
      else if (byLongitude) east = middle;
      else if (upper) south = middle;
      else north = middle;
    }
    hash += ALPHABET[digit];
  }
  return hash;
}

const CIRCUMFERENCE_METERS = 40_075_016.69;

/** What the original takes for a distance of 0. */
const LONGEST = 24;

/**
 * The geohash length whose cells are at most this large, up to 24. Each bit halves the longitude or latitude in turn.
 */
export function geohashLengthFor(meters: number): number {
  for (let length = 1; length < LONGEST; length++) {
    const lonBits = Math.ceil((length * 5) / 2);
    const latBits = Math.floor((length * 5) / 2);
    const width = CIRCUMFERENCE_METERS / 2 ** lonBits;
    const height = CIRCUMFERENCE_METERS / 2 / 2 ** latBits;
    if (Math.sqrt(width * width + height * height) <= Math.abs(meters)) return length;
  }
  return LONGEST;
}

/** The cells around a geohash, excluding itself; fewer at the poles. */
export function geohashNeighbours(hash: string): string[] {
  const corner = decodeGeohash(hash);
  const height = 180 / 2 ** Math.floor((hash.length * 5) / 2);
  const width = 360 / 2 ** Math.ceil((hash.length * 5) / 2);
  const around: string[] = [];
  for (const up of [1, 0, -1]) {
    for (const right of [-1, 0, 1]) {
      const lat = corner.lat + height * (up + 0.5);
      if ((up === 0 && right === 0) || Math.abs(lat) > 90) continue;
      const lon = ((corner.lon + width * (right + 0.5) + 540) % 360) - 180;
      around.push(encodeGeohash(lat, lon, hash.length));
    }
  }
  return around;
}
