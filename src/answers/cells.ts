const SHOWN_COMPONENTS = 3;
const SHOWN_DIGITS = 4;

/** Formats a value for a table; vectors are abbreviated. `json` serialises objects and lists. */
export function cellText(value: unknown, json: (value: object) => string): string {
  if (value === null) return 'NULL';
  if (value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  return isVector(value) ? vectorText(value) : json(value);
}

function isVector(value: object): value is readonly number[] {
  return Array.isArray(value) && value.length > SHOWN_COMPONENTS && value.every((x) => typeof x === 'number');
}

function vectorText(vector: readonly number[]): string {
  const shown = vector.slice(0, SHOWN_COMPONENTS).map((x) => String(Number(x.toPrecision(SHOWN_DIGITS))));
  return `[${shown.join(', ')}, … ${vector.length - SHOWN_COMPONENTS} more]`;
}
