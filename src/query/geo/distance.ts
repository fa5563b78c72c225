import { illegalArgument, OpenSearchError } from '../../common/index.ts';
import { arcSine, cosine } from './sloppyMath.ts';

export { metresPer, parseDistance } from '../../mapper/index.ts';

/** Distances on the sphere, and geohashes. */

/** Mean earth radius in metres. */
const EARTH_RADIUS = 6371008.7714;

const RADIANS = Math.PI / 180;
const bits = new DataView(new ArrayBuffer(8));

/**
 * Great-circle distance in metres (haversine). Like Lucene, drops the last three bits of the half chord, so
 * that points closer than the precision of doubles have distance 0.
 */
export function arcDistance(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const [x1, x2] = [lat1 * RADIANS, lat2 * RADIANS];
  const latitudes = 1 - cosine(x1 - x2);
  const longitudes = 1 - cosine((lon1 - lon2) * RADIANS);
  const chord = latitudes + cosine(x1) * cosine(x2) * longitudes;
  bits.setFloat64(0, chord);
  bits.setUint8(7, bits.getUint8(7) & 0xf8);
  return 2 * EARTH_RADIUS * arcSine(Math.min(1, Math.sqrt(bits.getFloat64(0) * 0.5)));
}

/** Distance on a flat map in metres: fast, but inaccurate over long distances. */
export function planeDistance(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const x = (lon2 - lon1) * RADIANS * Math.cos(((lat1 + lat2) / 2) * RADIANS);
  const y = (lat2 - lat1) * RADIANS;
  return Math.sqrt(x * x + y * y) * EARTH_RADIUS;
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
    if (index < 0) {
      const causedBy = illegalArgument(`unsupported symbol [${c}] in geohash [${hash}]`);
      throw new OpenSearchError('parse_exception', causedBy.reason, { causedBy });
    }
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

/** In a query, a geohash means the south-west corner of its cell. */
