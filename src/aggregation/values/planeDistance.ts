/** Mean radius of the earth. */
const EARTH_METERS = 6_371_008.7714;

/** Meters on the flat map: fast, and wrong over long distances. */
export function planeDistance(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const radians = Math.PI / 180;
  const x = (lon2 - lon1) * radians * Math.cos(((lat1 + lat2) / 2) * radians);
  const y = (lat2 - lat1) * radians;
  return Math.sqrt(x * x + y * y) * EARTH_METERS;
}
