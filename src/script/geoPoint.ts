import type { PainlessObject } from './painless/values.ts';

/** org.opensearch.common.geo.GeoPoint. */
export class GeoPoint implements PainlessObject {
  readonly className = 'org.opensearch.common.geo.GeoPoint';
  readonly lat: number;
  readonly lon: number;

  constructor(lat: number, lon: number) {
    this.lat = lat;
    this.lon = lon;
  }

  toString(): string {
    return `${this.lat}, ${this.lon}`;
  }
}

const EARTH_RADIUS_M = 6_371_008.7714;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Distance in metres on a flat map. */
export function planeDistance(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const x = radians(lon2 - lon1) * Math.cos(radians((lat1 + lat2) / 2));
  const y = radians(lat2 - lat1);
  return Math.sqrt(x * x + y * y) * EARTH_RADIUS_M;
}

/** Haversine distance in metres. */
export function arcDistance(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const [a, b] = [radians(lat1), radians(lat2)];
  const h1 = 1 - Math.cos(a - b);
  const h2 = 1 - Math.cos(radians(lon1) - radians(lon2));
  const h = h1 + Math.cos(a) * Math.cos(b) * h2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h * 0.5)));
}
