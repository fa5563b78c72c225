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

export const localeParameter: Parameter = {
  ...stringParameter('locale', ''),
  parse: (value) => {
    const text = javaTextInOrder(value);
    checkLocale(text);
    return text;
  },
};

/** Throws for a language or country unknown to Java. */
function checkLocale(text: string): void {
  const [language, country] = text.split(/[-_]/);
  if (language !== '' && !isKnown('language', language)) throw unknownLocale('language', language);
  if (country !== undefined && !isKnown('region', country)) throw unknownLocale('country', country);
}

function isKnown(type: 'language' | 'region', code: string): boolean {
  try {
    return new Intl.DisplayNames(['en'], { type, fallback: 'none' }).of(code) !== undefined;
  } catch {
    return false;
  }
}

function unknownLocale(what: string, code: string): OpenSearchError {
  const reason = `Couldn't find 3-letter ${what} code for ${code}`;
  return illegalArgument(
    `Unknown ${what}: ${code}`,
    new OpenSearchError('missing_resource_exception', reason),
  );
}

function dateParameters(defaultFormat: string): readonly Parameter[] {
  return [
    indexParameter,
    docValuesParameter,
    storeParameter,
    formatParameter(defaultFormat),
    localeParameter,
    stringParameter('null_value', null, { acceptsNull: true }),
    ignoreMalformedParameter,
    boostParameter,
    metaParameter,
  ];
}

/** A range bound of a date field: supports date math, formats and zones. */
export function dateBound(value: JsonValue, formatter: DateFormatter, options: RangeBoundOptions): Instant {
  const used = options.format === null ? formatter : dateFormatter(options.format);
  const zone = options.timeZone === null ? null : parseZone(options.timeZone);
  return parseDateMath(String(value), used, { now: options.now, roundUp: options.roundUp, zone });
}

/** Milliseconds for the field's main column; the additional precision of date_nanos is in a second column. */
interface Resolution {
  readonly nanoseconds: boolean;
  readonly toMs: (instant: Instant) => number;
}

const MILLISECONDS: Resolution = { nanoseconds: false, toMs: (instant) => instant.epochMs };

const NANOSECONDS: Resolution = {
  nanoseconds: true,
  toMs: (instant) => {
    if (instant.epochMs < 0) throw outside(instant, 'is before the epoch in 1970');
    if (toNanos(instant) > MAX_NANOS) throw outside(instant, 'is after 2262-04-11T23:47:16.854775807');
    return instant.epochMs + instant.nanos / 1e6;
  },
};

const MAX_NANOS = 2n ** 63n - 1n;

function toNanos(instant: Instant): bigint {
  return BigInt(instant.epochMs) * 1_000_000n + BigInt(instant.nanos);
}

function instantOf(value: IndexValue): Instant {
  if (typeof value === 'bigint') {
    const epochMs = value / 1_000_000n;
    return { epochMs: Number(epochMs), nanos: Number(value - epochMs * 1_000_000n) };
  }
  const epochMs = Math.floor(Number(value));
  return { epochMs, nanos: Math.round((Number(value) - epochMs) * 1e6) };
}

const ISO = dateFormatter('strict_date_optional_time_nanos');

function outside(instant: Instant, where: string): Error {
  const shown = ISO.print(instant.epochMs, instant.nanos).replace(/\.000Z$/, 'Z');
  return illegalArgument(`date[${shown}] ${where} and cannot be stored in nanosecond resolution`);
}

function nanosColumn(fieldName: string): string {
  return `${fieldName}\u0000nanos`;
}

function dateMappedType(
  field: FieldContext,
  formatter: DateFormatter,
  resolution: Resolution,
): MappedFieldType {
  const bound = (value: JsonValue, options: RangeBoundOptions): number =>
    resolution.toMs(dateBound(value, formatter, options));
  const nanos = {
    column: nanosColumn(field.name),
    toBound: (value: JsonValue, options: RangeBoundOptions) => toNanos(dateBound(value, formatter, options)),
  };
  return mappedFieldType(field, {
    family: 'date',
    ...(resolution.nanoseconds ? { nanos } : {}),
    toIndexValue: (value) => bound(value, { roundUp: false, format: null, timeZone: null, now: () => 0 }),
    toRangeBound: bound,
    render: (value: IndexValue, options = {}) => {
      const format = options.format ?? null;
      const printer = format === null ? formatter : dateFormatter(format);
      const zone = options.timeZone ? parseZone(options.timeZone) : UTC;
      const instant = instantOf(value);
      return printer.print(instant.epochMs, instant.nanos, zone);
    },
  });
}

/** Creates a function that adds a date to the document by its text. */
function dateAdder(
  field: FieldContext,
  formatter: DateFormatter,
  resolution: Resolution,
): (text: string, context: DocumentContext) => void {
  const kept = field.values.boolean('index') || field.values.boolean('doc_values');
  if (!resolution.nanoseconds) {
    return (text, context) => {
      const date = formatter.parseMs(text);
      if (kept) context.doc.addNumber(field, date);
    };
  }
  const slot = { name: nanosColumn(field.name), slot: -1 };
  return (text, context) => {
    const instant = formatter.parse(text);
    const date = resolution.toMs(instant);
    if (!kept) return;
    context.doc.addNumber(field, date);
    context.doc.addNumber(slot, toNanos(instant));
  };
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
      const nullText = nullValueOf(values, formatter, resolution);
      const add = dateAdder(field, formatter, resolution);
      return {
        type: dateMappedType(field, formatter, resolution),
        parse: (value, context) => {
          if (value === null) {
            if (nullText !== null) add(nullText, context);
            return;
          }
          const text = documentText(value, context);
          try {
            add(text, context);
          } catch (error) {
            if (!ignoreMalformed || !(error instanceof OpenSearchError)) throw error;
            context.ignore(field.name);
          }
        },
      };
    },
  };
}

/** The text of `null_value`; ignored if it is not a date. */
function nullValueOf(
  values: ParameterValues,
  formatter: DateFormatter,
  resolution: Resolution,
): string | null {
  const text = values.text('null_value');
  if (text === null) return null;
  try {
    resolution.toMs(formatter.parse(text));
    return text;
  } catch (error) {
    if (error instanceof OpenSearchError) return null;
    throw error;
  }
}

export const dateTypes: readonly FieldTypeDefinition[] = [
  dateType('date', DEFAULT_DATE_FORMAT, MILLISECONDS),
  dateType('date_nanos', DEFAULT_DATE_FORMAT, NANOSECONDS),
];
