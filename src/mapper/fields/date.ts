import { illegalArgument, type JsonValue, OpenSearchError } from '../../common/index.ts';
import {
  type DateFormatter,
  dateFormatter,
  type Instant,
  parseDateMath,
  parseZone,
  UTC,
} from '../dates/index.ts';
import type { DocumentContext } from '../documentContext.ts';
import { wrapping } from '../errors.ts';
import {
  type FieldContext,
  type FieldTypeDefinition,
  mappedFieldType,
  type ParameterValues,
} from '../fieldTypes.ts';
import { javaTextInOrder } from '../javaText.ts';
import {
  boostParameter,
  docValuesParameter,
  ignoreMalformedParameter,
  indexParameter,
  metaParameter,
  type Parameter,
  storeParameter,
  stringParameter,
} from '../parameters.ts';
import type { IndexValue, MappedFieldType, RangeBoundOptions } from '../types.ts';

export const DEFAULT_DATE_FORMAT = 'strict_date_optional_time||epoch_millis';

export function formatParameter(defaultFormat: string): Parameter {
  return {
    name: 'format',
    defaultValue: defaultFormat,
    updateable: false,
    parse: (value, { fieldName }) => {
      const format = javaTextInOrder(value);
      wrapping(
        () => dateFormatter(format),
        (cause) => illegalArgument(`Error parsing [format] on field [${fieldName}]: ${cause.reason}`, cause),
      );
      return format;
    },
  };
}

function dateParameters(defaultFormat: string): readonly Parameter[] {
  return [
    indexParameter,
    docValuesParameter,
    storeParameter,
    formatParameter(defaultFormat),
    stringParameter('locale', ''),
    stringParameter('null_value', null, { acceptsNull: true }),
    ignoreMalformedParameter,
    boostParameter,
    metaParameter,
  ];
}

/** A bound of a range over dates: date math, formats and zones. */
export function dateBound(value: JsonValue, formatter: DateFormatter, options: RangeBoundOptions): Instant {
  const used = options.format === null ? formatter : dateFormatter(options.format);
  const zone = options.timeZone === null ? null : parseZone(options.timeZone);
  return parseDateMath(String(value), used, { nowMs: options.nowMs, roundUp: options.roundUp, zone });
}

interface Resolution {
  /** The indexed form: milliseconds; with a fraction where the field keeps nanoseconds. */
  readonly toValue: (instant: Instant) => number;
  readonly fast: boolean;
}

const MILLISECONDS: Resolution = { toValue: (instant) => instant.epochMs, fast: true };

const NANOSECONDS: Resolution = {
  toValue: (instant) => {
    if (instant.epochMs < 0) throw outside(instant, 'is before the epoch in 1970');
    if (instant.epochMs > 9_223_372_036_854) throw outside(instant, 'is after 2262-04-11T23:47:16.854775807');
    return instant.epochMs + instant.nanos / 1e6;
  },
  fast: false,
};

function outside(instant: Instant, where: string): Error {
  const shown = new Date(instant.epochMs).toISOString();
  return illegalArgument(`date[${shown}] ${where} and cannot be stored in nanosecond resolution`);
}

function dateMappedType(
  field: FieldContext,
  formatter: DateFormatter,
  resolution: Resolution,
): MappedFieldType {
  const bound = (value: JsonValue, options: RangeBoundOptions): number =>
    resolution.toValue(dateBound(value, formatter, options));
  return mappedFieldType(field, {
    family: 'date',
    toIndexValue: (value) => bound(value, { roundUp: false, format: null, timeZone: null, nowMs: 0 }),
    toRangeBound: bound,
    render: (value: IndexValue, options = {}) => {
      const printer = options.format ? dateFormatter(options.format) : formatter;
      const zone = options.timeZone ? parseZone(options.timeZone) : UTC;
      const epochMs = Math.floor(Number(value));
      return printer.print(epochMs, Math.round((Number(value) - epochMs) * 1e6), zone);
    },
  });
}

function documentText(value: JsonValue, context: DocumentContext): string {
  if (typeof value === 'string') return value;
  return Number.isSafeInteger(value) ? String(value) : context.textOf(value);
}

function dateType(typeName: string, defaultFormat: string, resolution: Resolution): FieldTypeDefinition {
  return {
    typeName,
    parameters: dateParameters(defaultFormat),
    create: (field) => {
      const { values } = field;
      const formatter = dateFormatter(values.text('format') ?? defaultFormat);
      const ignoreMalformed = values.boolean('ignore_malformed');
      const nullValue = parsedNullValue(values, formatter, resolution, field.name);
      const kept = values.boolean('index') || values.boolean('doc_values');
      const parse = resolution.fast
        ? (text: string): number => formatter.parseMs(text)
        : (text: string): number => resolution.toValue(formatter.parse(text));
      return {
        type: dateMappedType(field, formatter, resolution),
        parse: (value, context) => {
          if (value === null) {
            if (nullValue !== null && kept) context.doc.addNumber(field, nullValue);
            return;
          }
          const text = documentText(value, context);
          let date: number;
          try {
            date = parse(text);
          } catch (error) {
            if (!ignoreMalformed || !(error instanceof OpenSearchError)) throw error;
            context.ignored.add(field.name);
            return;
          }
          if (kept) context.doc.addNumber(field, date);
        },
      };
    },
  };
}

function parsedNullValue(
  values: ParameterValues,
  formatter: DateFormatter,
  resolution: Resolution,
  fieldName: string,
): number | null {
  const text = values.text('null_value');
  if (text === null) return null;
  return wrapping(
    () => resolution.toValue(formatter.parse(text)),
    (cause) => illegalArgument(`Error parsing [null_value] on field [${fieldName}]: ${cause.reason}`, cause),
  );
}

export const dateTypes: readonly FieldTypeDefinition[] = [
  dateType('date', DEFAULT_DATE_FORMAT, MILLISECONDS),
  dateType('date_nanos', DEFAULT_DATE_FORMAT, NANOSECONDS),
];
