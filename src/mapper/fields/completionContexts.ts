import { illegalArgument, isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import { parseDistance } from '../distance.ts';
import { mapperParsing } from '../errors.ts';
import { parseGeoPoint } from '../geo.ts';
import { encodeGeohash, geohashLengthFor } from '../geohash.ts';

/** One context of a completion field: suggestions are filtered by its values. */
export interface CompletionContext {
  readonly name: string;
  readonly type: 'category' | 'geo';
  /** The field of the document that has the values; null: they are given with the input. */
  readonly path: string | null;
  /** Characters of a geohash. */
  readonly precision: number;
}

const DEFAULT_PRECISION = 6;

/** Reads `contexts` of a mapping: a list, or one alone. Throws mapper_parsing_exception. */
export function completionContexts(json: JsonValue): CompletionContext[] {
  if (json === null) return [];
  return (Array.isArray(json) ? json : [json]).map(readContext);
}

function readContext(json: JsonValue): CompletionContext {
  if (!isJsonObject(json)) throw mapperParsing('contexts must be a list of objects');
  const { name, type } = json;
  if (name === undefined) throw mapperParsing('[name] is missing in one of the completion contexts');
  if (type === undefined) throw mapperParsing(`[type] is missing in context [${String(name)}]`);
  if (type !== 'category' && type !== 'geo') {
    throw mapperParsing(`unknown context type [${String(type)}]`);
  }
  const path = json.path === undefined ? null : String(json.path);
  return { name: String(name), type, path, precision: readPrecision(json.precision) };
}

function readPrecision(value: JsonValue | undefined): number {
  if (value === undefined) return DEFAULT_PRECISION;
  const level = Number(value);
  const precision = Number.isNaN(level) ? geohashLengthFor(parseDistance(value)) : level;
  if (precision >= 1 && precision <= 12) return precision;
  throw illegalArgument(`precision must be between 1 and 12, but was ${precision}`);
}

/** What an entry is filtered by: the values of each context, by its name. */
export type ContextValues = Readonly<Record<string, readonly string[]>>;

/**
 * The contexts of one entry: those given with it, and those that stand elsewhere in the document. Throws
 * illegal_argument_exception for an unknown context, and where there is none at all.
 */
export function contextValues(
  contexts: readonly CompletionContext[],
  given: JsonValue | undefined,
  field: { readonly name: string; readonly valuesAt: (path: string) => readonly JsonValue[] },
): ContextValues {
  const own = given === undefined || given === null ? {} : checkNames(contexts, given, field.name);
  const values: [string, readonly string[]][] = [];
  for (const context of contexts) {
    const value = own[context.name];
    const listed = value === undefined ? [] : valuesOf(context, value);
    const found =
      context.path === null ? [] : field.valuesAt(context.path).flatMap((v) => valuesOf(context, v));
    const all = [...new Set([...listed, ...found])];
    if (all.length > 0) values.push([context.name, all]);
  }
  if (values.length > 0) return Object.fromEntries(values);
  throw illegalArgument(`Contexts are mandatory in context enabled completion field [${field.name}]`);
}

function checkNames(contexts: readonly CompletionContext[], given: JsonValue, field: string): JsonObject {
  if (!isJsonObject(given))
    throw illegalArgument(`contexts must be an object or an array , but was [${given}]`);
  if (contexts.length === 0) {
    throw illegalArgument(`contexts not supported for field: [${field}]`);
  }
  const known = contexts.map(({ name }) => name);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    throw illegalArgument(`Unknown context name [${name}], must be one of [${known.sort().join(', ')}]`);
  }
  return given;
}

function valuesOf(context: CompletionContext, value: JsonValue): string[] {
  if (context.type === 'geo') return geoValues(context, value);
  if (value === null || isJsonObject(value)) {
    throw illegalArgument(
      'contexts must be a string, number or boolean or a list of string, number or boolean',
    );
  }
  return Array.isArray(value) ? value.flatMap((item) => valuesOf(context, item)) : [String(value)];
}

function geoValues(context: CompletionContext, value: JsonValue): string[] {
  const isPair = Array.isArray(value) && typeof value[0] === 'number';
  if (Array.isArray(value) && !isPair) return value.flatMap((item) => geoValues(context, item));
  const { lat, lon } = parseGeoPoint(value, true);
  return [encodeGeohash(lat, lon, context.precision)];
}
