import { decimalFormat, type JsonValue } from '../../common/index.ts';
import { dateFormatter, type MappedFieldType, parseDateMath, parseZone, UTC } from '../../mapper/index.ts';

/** How values of an aggregation are printed beside their plain form (`value_as_string`, `key_as_string`). */
export interface ValueFormat {
  /** Nothing is printed beside the plain form. */
  readonly raw: boolean;
  number(value: number): string;
}

export const RAW: ValueFormat = { raw: true, number: (value) => String(value) };

export const BOOLEAN: ValueFormat = { raw: false, number: (value) => (value !== 0 ? 'true' : 'false') };

/** Dates by the field's format, or by the one that the aggregation asks for. */
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

/** How dates of a request are read: by the format and in the zone that the aggregation asks for. */
export interface DateReading {
  readonly format: string | null;
  readonly timeZone: string | null;
}

/** A date as a request gives it where there is no mapping: text, date math, or milliseconds. */
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
