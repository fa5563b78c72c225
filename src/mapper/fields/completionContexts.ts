import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  tokenName,
} from '../../common/index.ts';
import { parseDistance } from '../distance.ts';
import { classCast } from '../errors.ts';
import { parseGeoPoint } from '../geo.ts';
import { encodeGeohash, geohashLengthFor } from '../geohash.ts';
import { javaTextInOrder } from '../javaText.ts';
import { checkNothingLeft } from '../leftovers.ts';

/** A context of a completion field, whose values filter suggestions. */
export interface CompletionContext {
  readonly name: string;
  readonly type: 'category' | 'geo';
  /** The document's field that holds the values; `null` if they are given with the input. */
  readonly path: string | null;
  /** In characters of a geohash. */
  readonly precision: number;
}

const DEFAULT_PRECISION = 6;

/** Parses a mapping's `contexts`: a list or a single one. Throws as the original does. */
export function completionContexts(json: JsonValue): CompletionContext[] {
  if (json === null) return [];
  if (!Array.isArray(json)) return [readContext(json)];
  if (json.length === 0) throw contextError('expected at least one context mapping');
  return json.map(readContext);
}

function contextError(reason: string): OpenSearchError {
  return new OpenSearchError('parse_exception', reason);
}

function readContext(json: JsonValue): CompletionContext {
  if (!isJsonObject(json)) throw classCast(json, 'java.util.Map');
  const { name: givenName, type: givenType, path = null, ...rest } = json;
  if ((givenName ?? null) === null) throw contextError('missing [name] in context mapping');
  if ((givenType ?? null) === null) throw contextError('missing [type] in context mapping');
  const [name, type] = [javaTextInOrder(givenName), javaTextInOrder(givenType).toLowerCase()];
  if (type !== 'category' && type !== 'geo') {
    throw illegalArgument(`No context type for [${javaTextInOrder(givenType)}]`);
  }
  const precision = readPrecision(rest.precision);
  if (type === 'geo') delete rest.precision;
  checkNothingLeft(`Mapping definition for [${name}]`, rest);
  return { name, type, path: path === null ? null : javaTextInOrder(path), precision };
}

/** As `_mapping` prints them. */
export function contextsJson(contexts: readonly CompletionContext[]): JsonValue {
  return contexts.map(({ name, type, path, precision }) => ({
    name,
    type: type.toUpperCase(),
    ...(type === 'geo' ? { precision } : {}),
    ...(path === null ? {} : { path }),
  }));
}

function readPrecision(value: JsonValue | undefined): number {
  if (value === undefined) return DEFAULT_PRECISION;
  const level = Number(value);
  return Number.isNaN(level) ? Math.min(12, geohashLengthFor(parseDistance(value))) : level;
}

/** The values of each context, by its name. */
export type ContextValues = Readonly<Record<string, readonly string[]>>;

/**
 * The contexts of an entry: those given with it, and those in other fields of the document; `null` if the
 * field has none. Throws illegal_argument_exception for an unknown context.
 */
export function contextValues(
  contexts: readonly CompletionContext[],
  given: JsonValue | undefined,
  field: { readonly name: string; readonly valuesAt: (path: string) => readonly JsonValue[] },
): ContextValues | null {
  const own = given === undefined ? {} : checkNames(contexts, given, field.name);
  const values: [string, readonly string[]][] = [];
  for (const context of contexts) {
    const value = own[context.name];
    const listed = value === undefined ? [] : valuesOf(context, value);
    const found =
      context.path === null ? [] : field.valuesAt(context.path).flatMap((v) => valuesOf(context, v));
    const all = [...new Set([...listed, ...found])];
    if (all.length > 0) values.push([context.name, all]);
  }
  return values.length > 0 ? Object.fromEntries(values) : null;
}

function checkNames(contexts: readonly CompletionContext[], given: JsonValue, field: string): JsonObject {
  if (contexts.length === 0) {
    throw illegalArgument(`contexts field is not supported for field: [${field}]`);
  }
  if (!isJsonObject(given))
    throw illegalArgument(`contexts must be an object or an array , but was [${tokenName(given)}]`);
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
  // The original takes any text for a geohash, without checking it.
  if (typeof value === 'string') return [value.slice(0, context.precision)];
  const isPair = Array.isArray(value) && typeof value[0] === 'number';
  if (Array.isArray(value) && !isPair) return value.flatMap((item) => geoValues(context, item));
  const { lat, lon } = parseGeoPoint(value, true);
  return [encodeGeohash(lat, lon, Math.min(12, context.precision))];
}
