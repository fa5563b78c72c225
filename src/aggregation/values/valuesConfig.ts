import { illegalArgument, type JsonObject, type JsonValue, OpenSearchError } from '../../common/index.ts';
import { checkUse, columnRefusal, hoursOutOfRange, type MappedFieldType } from '../../mapper/index.ts';
import { checkIdFieldData } from '../../query/index.ts';
import { parseScriptSource } from '../../script/index.ts';
import { zoneOffsets } from '../dates/zoneOffsets.ts';
import type { AggregatorPlace } from '../framework/aggregator.ts';
import {
  anyField,
  type Field,
  type FieldPlace,
  requireOneOf,
  stringField,
  valueField,
} from '../framework/objectParser.ts';
import { executionError } from '../framework/parseErrors.ts';
import {
  BOOLEAN,
  type DateReading,
  dateFormat,
  numberFormatOf,
  plainDateFormat,
  RAW,
  type ValueFormat,
} from './valueFormat.ts';

/** Types of values that aggregations work on. */
export type ValueKind = 'numeric' | 'date' | 'boolean' | 'bytes' | 'ip' | 'geo_point' | 'range';

/** A script as given: source, language, parameters. */
export interface ScriptSource {
  readonly json: JsonValue;
}

/** Members shared by most aggregations. */
export interface ValuesOptions {
  readonly field?: string;
  readonly missing?: JsonValue;
  readonly value_type?: ValueType;
  readonly format?: string;
  readonly script?: ScriptSource;
  readonly time_zone?: string;
}

interface ValueType {
  /** The name used in errors. */
  readonly name: string;
  readonly kind: ValueKind;
  readonly integral: boolean;
}

const LONG: ValueType = { name: 'long', kind: 'numeric', integral: true };
const DOUBLE: ValueType = { name: 'double', kind: 'numeric', integral: false };
const NUMBER: ValueType = { name: 'number', kind: 'numeric', integral: false };

const VALUE_TYPES: Readonly<Record<string, ValueType>> = {
  string: { name: 'string', kind: 'bytes', integral: false },
  byte: LONG,
  short: LONG,
  integer: LONG,
  long: LONG,
  float: DOUBLE,
  double: DOUBLE,
  number: NUMBER,
  numeric: NUMBER,
  date: { name: 'date', kind: 'date', integral: true },
  ip: { name: 'ip', kind: 'ip', integral: false },
  boolean: { name: 'boolean', kind: 'boolean', integral: true },
};

function valueType(text: string): ValueType {
  const type = Object.hasOwn(VALUE_TYPES, text) ? VALUE_TYPES[text] : undefined;
  if (type === undefined) throw illegalArgument(`Unknown value type [${text}]`);
  return type;
}

function missingValue(value: JsonValue, place: FieldPlace): JsonValue {
  if (value === null) throw illegalArgument(`[missing] must not be null: [${place.aggregation}]`);
  return value;
}

export const scriptField: Field<ScriptSource> = anyField(['START_OBJECT', 'VALUE_STRING'], (json) => {
  parseScriptSource(json);
  return { json };
});

/** The fields of the original's `ValuesSourceAggregationBuilder`. */
export const valuesFields = {
  field: stringField(),
  missing: { ...valueField(), read: missingValue } as Field<JsonValue>,
  value_type: stringField(valueType),
  format: stringField(),
  script: scriptField,
} as const;

/** Where several sources of values are given, each one's table: here null and unknown types are no mistakes. */
export const partFields = {
  ...valuesFields,
  missing: anyField(['VALUE_STRING', 'VALUE_NUMBER', 'VALUE_BOOLEAN', 'VALUE_NULL'], (value) =>
    value === null ? undefined : value,
  ) as Field<JsonValue | undefined>,
  value_type: stringField((text) => (Object.hasOwn(VALUE_TYPES, text) ? VALUE_TYPES[text] : undefined)),
} as const;

export const valuesAliases = { valueType: 'value_type' } as const;

export const timeZoneField: Field<string> = anyField(['VALUE_STRING', 'VALUE_NUMBER'], (value) =>
  checkZone(typeof value === 'number' ? offsetOfHours(Math.trunc(value)) : String(value)),
);

function checkZone(id: string): string {
  zoneOffsets(id);
  return id;
}

function offsetOfHours(hours: number): string {
  if (Math.abs(hours) > 18) throw new OpenSearchError('date_time_exception', hoursOutOfRange(hours));
  const sign = hours < 0 ? '-' : '+';
  return `${sign}${String(Math.abs(hours)).padStart(2, '0')}:00`;
}

/** For aggregations without scripts. */
export function requireField(parsed: Readonly<Record<string, unknown>>): void {
  requireOneOf(parsed, ['field']);
}

export function requireFieldOrScript(parsed: Readonly<Record<string, unknown>>): void {
  requireOneOf(parsed, ['field', 'script']);
}

/** What an aggregation works on, bound to one index. */
export interface ValuesConfig {
  readonly kind: ValueKind;
  /** `null` if unmapped, or if only a script is used. */
  readonly field: MappedFieldType | null;
  readonly script: ScriptSource | null;
  readonly missing: JsonValue | undefined;
  readonly format: ValueFormat;
  /** Numbers to be treated as strings, because of `value_type`. */
  readonly asText: boolean;
  /** How dates in the request are parsed. */
  readonly dates: DateReading;
  /** Whether every value is an integer. */
  readonly integral: boolean;
  /** `false` without mapping, script and missing value; the result is then the unmapped one. */
  readonly hasValues: boolean;
}

interface ResolveOptions {
  readonly aggregation: string;
  readonly kinds: readonly ValueKind[];
  /** The type of scripts and of unmapped fields. */
  readonly defaultKind: ValueKind;
  /** If set, the error for a field of another kind names this kind instead of the aggregation. */
  readonly expected?: ValueKind;
}

/** Binds the options to the index. Throws for unsupported fields. */
export function resolveValues(
  place: AggregatorPlace,
  options: ValuesOptions,
  { aggregation, kinds, defaultKind, expected }: ResolveOptions,
): ValuesConfig {
  if (options.field === '_id') checkIdFieldData(place.context);
  const field = options.field === undefined ? null : (place.context.mapper.field(options.field) ?? null);
  const kind = field === null ? (options.value_type?.kind ?? defaultKind) : kindOf(field);
  const asText = field !== null && readsAsText(field, kind, options.value_type);
  if (field !== null && kinds.includes(kind)) checkUse(field, 'values');
  const format = formatOf(kind, field, options);
  // A script on the values of an unmapped field has nothing to run on.
  const isUnmapped = options.field !== undefined && field === null;
  const script = isUnmapped ? null : (options.script ?? null);
  if (kind === 'geo_point' && field === null && script !== null) {
    throw executionError('value source of type [geopoint] is not supported by scripts');
  }
  if (!kinds.includes(asText ? 'bytes' : kind)) {
    if (expected !== undefined && field !== null) {
      const { name, typeName } = field;
      throw illegalArgument(`Expected ${expected} type on field [${name}], but got [${typeName}]`);
    }
    const what = describeValues(field, script, options.value_type);
    throw illegalArgument(`${what} is not supported for aggregation [${aggregation}]`);
  }
  return {
    kind,
    field,
    script,
    missing: options.missing,
    format,
    asText,
    dates: { format: options.format ?? null, timeZone: options.time_zone ?? null },
    integral: isIntegral(kind, field, options),
    hasValues: field !== null || script !== null || options.missing !== undefined,
  };
}

/** The original trusts `value_type` over the mapping, if the field's column can be read that way. */
function readsAsText(field: MappedFieldType, kind: ValueKind, type: ValueType | undefined): boolean {
  if (type === undefined) return false;
  const isNumber = NUMBERS.has(kind);
  if (NUMBERS.has(type.kind)) {
    if (isNumber) return false;
    throw illegalArgument(`Expected numeric type on field [${field.name}], but got [${field.typeName}]`);
  }
  return isNumber;
}

const NUMBERS: ReadonlySet<ValueKind> = new Set(['numeric', 'date', 'boolean']);

/** Describes the source of values, for errors. */
function describeValues(
  field: MappedFieldType | null,
  script: ScriptSource | null,
  type: ValueType | undefined,
): string {
  if (script !== null) return `Script yielding [${type?.name ?? 'unknown type'}]`;
  return field === null ? 'unmapped field' : `Field [${field.name}] of type [${field.typeName}]`;
}

const WHOLE_KINDS = new Set(['byte', 'short', 'integer', 'long', 'unsigned_long']);

function isIntegral(kind: ValueKind, field: MappedFieldType | null, options: ValuesOptions): boolean {
  if (kind !== 'numeric') return kind === 'date' || kind === 'boolean';
  if (field === null) return options.value_type?.integral ?? false;
  return field.numericKind !== null && WHOLE_KINDS.has(field.numericKind) && options.script === undefined;
}

function formatOf(kind: ValueKind, field: MappedFieldType | null, options: ValuesOptions): ValueFormat {
  switch (kind) {
    case 'date': {
      const { format = null, time_zone: timeZone = null } = options;
      return field ? dateFormat(field, format, timeZone) : plainDateFormat(format, timeZone);
    }
    case 'boolean':
      checkNoFormat(field, options);
      return BOOLEAN;
    case 'numeric':
      checkNoZone(field, options);
      return numberFormatOf(options.format ?? null);
    case 'range': {
      if (field?.typeName !== 'date_range') return numberFormatOf(options.format ?? null);
      const format = typeof field.params.format === 'string' ? field.params.format : null;
      return plainDateFormat(options.format ?? format, options.time_zone ?? null);
    }
    default:
      checkNoFormat(field, options);
      checkNoZone(field, options);
      return RAW;
  }
}

function checkNoZone(field: MappedFieldType | null, { time_zone: timeZone }: ValuesOptions): void {
  if (field === null || timeZone === undefined) return;
  throw illegalArgument(
    `Field [${field.name}] of type [${field.typeName}] does not support custom time zones`,
  );
}

function checkNoFormat(field: MappedFieldType | null, { format }: ValuesOptions): void {
  if (field === null || format === undefined) return;
  throw illegalArgument(`Field [${field.name}] of type [${field.typeName}] does not support custom formats`);
}

/** Throws if the field has no doc values. */
function kindOf(field: MappedFieldType): ValueKind {
  if (field.family === 'text' && !hasFielddata(field.params)) throw textError(field.name);
  if (!field.hasDocValues && field.family !== 'text' && field.family !== 'metadata') {
    throw illegalArgument(columnRefusal(field));
  }
  switch (field.family) {
    case 'numeric':
    case 'date':
    case 'boolean':
    case 'ip':
    case 'geo_point':
    case 'range':
      return field.family;
    case 'metadata':
      return ['_seq_no', '_version', '_primary_term'].includes(field.name) ? 'numeric' : 'bytes';
    default:
      return 'bytes';
  }
}

function hasFielddata(params: JsonObject): boolean {
  return params.fielddata === true || params.fielddata === 'true';
}

function textError(name: string) {
  return illegalArgument(
    'Text fields are not optimised for operations that require per-document field data like aggregations ' +
      'and sorting, so these operations are disabled by default. Please use a keyword field instead. ' +
      `Alternatively, set fielddata=true on [${name}] in order to load field data by uninverting the inverted ` +
      'index. Note that this can use significant memory.',
  );
}
