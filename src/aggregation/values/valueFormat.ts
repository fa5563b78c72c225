import { decimalFormat, type JsonValue } from '../../common/index.ts';
import { dateFormatter, type MappedFieldType, parseDateMath, parseZone, UTC } from '../../mapper/index.ts';

/** How an aggregation's values print besides their plain form (`value_as_string`, `key_as_string`). */
export interface ValueFormat {
  /** Whether only the plain form is printed. */
  readonly raw: boolean;
  number(value: number): string;
}

export const RAW: ValueFormat = { raw: true, number: (value) => String(value) };

export const BOOLEAN: ValueFormat = { raw: false, number: (value) => (value !== 0 ? 'true' : 'false') };

/** Dates in the field's format, or the one given in the aggregation. */
export function dateFormat(
  field: MappedFieldType,
  format: string | null,
  timeZone: string | null,
): ValueFormat {
  if (format !== null) dateFormatter(format);
  return {
    raw: false,
    number: (value) => String(field.render(Math.trunc(value), { format, timeZone })),
  };
}

export function numberFormatOf(pattern: string | null): ValueFormat {
  if (pattern === null) return RAW;
  return { raw: false, number: decimalFormat(pattern) };
}

const DEFAULT_FORMAT = 'strict_date_optional_time||epoch_millis';

/** Dates without a mapping. */
export function plainDateFormat(format: string | null, timeZone: string | null): ValueFormat {
  const formatter = dateFormatter(format ?? DEFAULT_FORMAT);
  const zone = timeZone === null ? UTC : parseZone(timeZone);
  return { raw: false, number: (value) => formatter.print(Math.trunc(value), 0, zone) };
}

/** How dates in a request are parsed: the format and zone given in the aggregation. */
export interface DateReading {
  readonly format: string | null;
  readonly timeZone: string | null;
}

/** A date in a request without a mapping: text, date math, or milliseconds. */
export function parsePlainDate(
  value: JsonValue,
  now: () => number,
  reading: DateReading | null = null,
): number {
  const format = reading?.format ?? null;
  if (typeof value === 'number' && format === null) return value;
  const zone = reading?.timeZone == null ? null : parseZone(reading.timeZone);
  return parseDateMath(String(value), dateFormatter(format ?? DEFAULT_FORMAT), {
    now,
    roundUp: false,
    zone,
  }).epochMs;
}
