import type { MappedFieldType } from '../../mapper/index.ts';
import { decimalFormat } from './decimalFormat.ts';

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
  return {
    raw: false,
    number: (value) => String(field.render(Math.trunc(value), { format, timeZone })),
  };
}

export function numberFormatOf(pattern: string | null): ValueFormat {
  if (pattern === null) return RAW;
  return { raw: false, number: decimalFormat(pattern) };
}

/** Dates without a mapping: ISO 8601, as strict_date_optional_time prints them. */
export const ISO_DATE: ValueFormat = {
  raw: false,
  number: (value) => new Date(Math.trunc(value)).toISOString(),
};
