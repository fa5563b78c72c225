import type { JsonValue } from '../../../common/index.ts';

/**
 * A date of a `_source` as the legacy engine's JDBC format prints it: `yyyy-MM-dd HH:mm:ss.SSS` in UTC. What is not
 * a date text (epoch numbers, unknown formats) stays as it is.
 */
export function jdbcDate(value: JsonValue, format: string | null = null): JsonValue {
  if (format !== null && /^-?\d+$/.test(String(value))) return epochDate(value, format.split('||'));
  if (typeof value !== 'string') return value;
  const match = DATE_TEXT.exec(value);
  if (!match) return value;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  const millis = fraction.padEnd(3, '0').slice(0, 3);
  const offset = zone === '' ? 'Z' : zone;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millis}${colon(offset)}`);
  if (Number.isNaN(time)) return value;
  return printedDate(time);
}

const DATE_TEXT =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

function epochDate(value: JsonValue, formats: readonly string[]): JsonValue {
  const unit = formats.includes('epoch_second') ? 1000 : 1;
  if (unit === 1 && !formats.includes('epoch_millis')) return value;
  const time = Number(value) * unit;
  return Math.abs(time) <= LAST_MILLIS ? printedDate(time) : value;
}

/** Of a JavaScript date. */
const LAST_MILLIS = 8.64e15;

function printedDate(millis: number): string {
  return new Date(millis).toISOString().replace('T', ' ').replace('Z', '');
}

/** `+0200` → `+02:00`. */
function colon(offset: string): string {
  return /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset;
}
