import { illegalArgument } from '../../common/index.ts';

/** Mean radius of the earth. */
const EARTH_METERS = 6_371_008.7714;

const UNITS_METERS: Readonly<Record<string, number>> = {
  mm: 0.001,
  cm: 0.01,
  m: 1,
  km: 1000,
  in: 0.0254,
  ft: 0.3048,
  yd: 0.9144,
  mi: 1609.344,
  nmi: 1852,
  NM: 1852,
  nauticalmiles: 1852,
  millimeters: 0.001,
  centimeters: 0.01,
  meters: 1,
  kilometers: 1000,
  inch: 0.0254,
  feet: 0.3048,
  yards: 0.9144,
  miles: 1609.344,
};

/** Throws illegal_argument_exception for names of no unit. */
export function unitMeters(name: string): number {
  if (Object.hasOwn(UNITS_METERS, name)) return UNITS_METERS[name];
  throw illegalArgument(`No matching unit found in [${name}]`);
}

interface Point {
  readonly lat: number;
  readonly lon: number;
}

/** Along the great circle. */
export function arcMeters(a: Point, b: Point): number {
  const lat1 = radians(a.lat);
  const lat2 = radians(b.lat);
  const h =
    1 - Math.cos(lat1 - lat2) + Math.cos(lat1) * Math.cos(lat2) * (1 - Math.cos(radians(a.lon - b.lon)));
  return 2 * EARTH_METERS * Math.asin(Math.min(1, Math.sqrt(h * 0.5)));
}

/** On the flat map: fast, and wrong over long distances. */
export function planeMeters(a: Point, b: Point): number {
  const x = radians(b.lon - a.lon) * Math.cos(radians((a.lat + b.lat) / 2));
  const y = radians(b.lat - a.lat);
  return Math.sqrt(x * x + y * y) * EARTH_METERS;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
