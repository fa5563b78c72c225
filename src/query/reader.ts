import {
  contentErrorAt,
  isJsonObject,
  type JsonObject,
  type JsonPlace,
  type JsonValue,
  jsonAt,
  noText,
  numberFormat,
  OpenSearchError,
  parseMember,
  tokenName,
  unknownMember,
} from '../common/index.ts';
import { numberAt } from './numberTokens.ts';

/** Reads the members of clauses, with the original's errors at the original's positions. */

export type Edge = JsonPlace['edge'];

/** A `parsing_exception` at a token of the request. */
export function parsingErrorAt(
  reason: string,
  container: object,
  key: string | number | null,
  edge: Edge = 'value',
  causedBy?: OpenSearchError,
): OpenSearchError {
  return new OpenSearchError('parsing_exception', reason, {
    metadata: { line: 1, col: 1 },
    at: { container, key, edge },
    causedBy,
  });
}

/** The error for a value where a query is expected. */
export function malformedQuery(
  container: object,
  key: string | number | null,
  edge: Edge = 'value',
): OpenSearchError {
  return parsingErrorAt('[_na] query malformed, must start with start_object', container, key, edge);
}

/** Runs `read`; an error without a place gets the position of the original's parser. */
export function placedAt<T>(place: JsonPlace, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof OpenSearchError) || error.at !== null) throw error;
    throw error.placedAt(place);
  }
}

export { contentErrorAt, parseMember, tokenName };

type Scalar = string | number | bigint | boolean | null;

export function isScalar(value: JsonValue): value is Scalar {
  return typeof value !== 'object' || value === null;
}

/** For clauses that wrap errors of their object parser, at its current token. */
export function toldTwice<T>(body: JsonObject, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    const { container, key } = error.at ?? { container: body, key: null };
    throw parsingErrorAt(error.reason, container, key, key === null ? 'end' : 'value', error);
  }
}

/** Reads a number, or a number in a string. Throws number_format_exception. */
export function readNumber(value: JsonValue): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  const text = String(value).trim();
  const number = Number(text);
  if (text === '' || Number.isNaN(number)) throw numberFormat(String(value));
  return number;
}

/** Reads an int with the original's coercion: fractions are truncated. */
export function readInt(value: JsonValue): number {
  return Math.trunc(readNumber(value));
}

/** Reads a boolean, or "true" or "false". */
export function readBoolean(value: JsonValue): boolean {
  if (typeof value === 'boolean') return value;
  if (value === 'true') return true;
  // The original takes an empty string for false.
  if (value === 'false' || value === '') return false;
  throw new OpenSearchError(
    'illegal_argument_exception',
    `Failed to parse value [${value}] as only [true] or [false] are allowed.`,
  );
}

/** Reads a string, or a number or boolean as text. */
export function textAt(container: JsonObject | readonly JsonValue[], key: string | number): string {
  const value = jsonAt(container, key);
  if (value !== null && isScalar(value)) return String(value);
  throw noText(container, key);
}

export function readText(value: JsonValue): string {
  return typeof value === 'string' ? value : String(value);
}

/** The members that every clause accepts. */
export interface CommonMembers {
  readonly boost: number;
  readonly queryName: string | null;
}

export const NO_COMMON: CommonMembers = { boost: 1, queryName: null };

export function readCommon(body: JsonObject): CommonMembers {
  return {
    boost: body.boost === undefined ? 1 : Math.fround(numberAt(body, 'boost')),
    queryName: body._name === undefined || body._name === null ? null : readText(body._name),
  };
}

/** Removes null members, for parsers that ignore them. */
export function withoutNulls(json: JsonObject): JsonObject {
  if (!Object.values(json).includes(null)) return json;
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
}

/**
 * Throws `[term] query does not support [x]` for members not in `known` (boost and _name are always allowed).
 */
export function checkMembers(clause: string, body: JsonObject, known: readonly string[]): void {
  for (const key of Object.keys(body)) {
    if (key === 'boost' || key === '_name' || known.includes(key)) continue;
    const value = body[key];
    if (isScalar(value)) throw parsingErrorAt(`[${clause}] query does not support [${key}]`, body, key);
    if (Array.isArray(value)) {
      throw parsingErrorAt(`[${clause}] unknown token [START_ARRAY] after [${key}]`, body, key);
    }
    throw parsingErrorAt(`[${clause}] query does not support [${key}]`, body, key);
  }
}

/** What a member may be: a scalar other than null, an object, an array; `any` if its reader checks that. */
export type MemberKind = 'value' | 'object' | 'array' | 'any';

interface KindOptions {
  /** Arrays pass, as the original's parser steps over their brackets. */
  readonly passesArrays?: boolean;
  /** Whether the error for something other than a scalar names its token. */
  readonly namesTokens?: boolean;
}

/** Like `checkMembers`, also for the kinds of values. */
export function checkKinds(
  clause: string,
  body: JsonObject,
  kinds: Readonly<Record<string, MemberKind>>,
  { passesArrays = false, namesTokens = false }: KindOptions = {},
): void {
  for (const key of Object.keys(body)) {
    const value = body[key];
    const kind = key === 'boost' || key === '_name' ? 'value' : kinds[key];
    const given = kindOf(value);
    if (kind === 'any' || (kind !== undefined && kind === given)) continue;
    if (passesArrays && kind !== undefined && given === 'array') continue;
    if (namesTokens && given !== 'value') {
      throw parsingErrorAt(`[${clause}] unknown token [${tokenName(value)}] after [${key}]`, body, key);
    }
    throw parsingErrorAt(`[${clause}] query does not support [${key}]`, body, key);
  }
}

function kindOf(value: JsonValue): MemberKind | 'null' {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isJsonObject(value) ? 'object' : 'value';
}

export interface FieldMembers extends CommonMembers {
  readonly field: string;
  /** The object of the field, or `{[shortKey]: value}`. */
  readonly options: JsonObject;
}

/**
 * Reads clauses of the form `{field: {…options}}` or `{field: value}`. Throws for several fields, for none,
 * and for unknown options.
 */
export function readFieldClause(
  clause: string,
  body: JsonObject,
  shortKey: string,
  known: readonly string[],
  check = checkMembers,
): FieldMembers {
  let field: string | null = null;
  let options: JsonObject = {};
  let common: CommonMembers = NO_COMMON;
  for (const key of Object.keys(body)) {
    const value = body[key];
    if ((key === '_name' || key === 'boost') && isScalar(value)) {
      common = {
        ...common,
        ...(key === '_name' ? { queryName: readText(value) } : { boost: numberAt(body, 'boost') }),
      };
      continue;
    }
    if (clause === 'term' && value === null) continue;
    if (field !== null) {
      const reason = `[${clause}] query doesn't support multiple fields, found [${field}] and [${key}]`;
      throw parsingErrorAt(reason, body, key);
    }
    if (Array.isArray(value)) {
      if (clause === 'fuzzy' || clause === 'span_term') throw severalTokens(clause, key, value);
      if (clause !== 'term') throw noText(body, key);
      throw parsingErrorAt('[term] query does not support array of values', body, key);
    }
    field = key;
    if (isJsonObject(value)) {
      check(clause, value, known);
      options = value;
      common = { ...common, ...readCommon(value) };
    } else options = { [shortKey]: value };
  }
  if (field === null) {
    const problem = clause === 'fuzzy' ? 'cannot be null or empty' : 'is null or empty';
    throw new OpenSearchError('illegal_argument_exception', `field name ${problem}`);
  }
  return { field, options, ...common };
}

/**
 * What the original takes for a value: its last token, which for a list is the closing bracket. Undefined for objects and
 * lists of objects.
 */
export function lastToken(value: JsonValue): Scalar | undefined {
  if (isScalar(value)) return value;
  return Array.isArray(value) && value.every(isScalar) ? ']' : undefined;
}

/** The original takes the bracket for the value, and the next token for that of another field. */
function severalTokens(clause: string, field: string, list: readonly JsonValue[]): OpenSearchError {
  const named = list.length === 0 || isJsonObject(list[0]) ? field : null;
  const reason = `[${clause}] query doesn't support multiple fields, found [${field}] and [${named}]`;
  return list.length === 0 ? parsingErrorAt(reason, list, null, 'end') : parsingErrorAt(reason, list, 0);
}

/**
 * Checks members for clauses with object parsers: an unknown one is `[bool] unknown field [x]`, with
 * suggestions.
 */
export function checkFields(clause: string, body: JsonObject, known: readonly string[]): void {
  for (const key of Object.keys(body)) {
    if (known.includes(key) || key === 'boost' || key === '_name') continue;
    throw unknownMember(clause, body, key, [...known, 'boost', '_name']);
  }
}
