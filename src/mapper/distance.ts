import { illegalArgument, type JsonValue, numberFormat } from '../common/index.ts';

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

/** The length of a unit in metres. Throws illegal_argument for an unknown unit. */
export function metresPer(unit: string): number {
  if (!Object.hasOwn(UNITS, unit)) throw illegalArgument(`No distance unit match [${unit}]`);
  return UNITS[unit];
}

const DOUBLE = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?[df]?$/i;

/**
 * `12km`, `500`, 500 → metres; `defaultUnit` for a bare number. Throws number_format_exception for what precedes the
 * first unit that fits the end.
 */
export function parseDistance(value: JsonValue, defaultUnit = 'm'): number {
  const text = String(value);
  const unit = Object.keys(UNITS).find((name) => text.endsWith(name));
  const digits = (unit === undefined ? text : text.slice(0, -unit.length)).trim();
  if (!DOUBLE.test(digits)) throw numberFormat(digits);
  return Number.parseFloat(digits) * metresPer(unit ?? defaultUnit);
}
