import { illegalArgument, type JsonValue, OpenSearchError } from '../common/index.ts';

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
