import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  parseJson,
  type StopSignal,
} from '../../common/index.ts';
import { SqlError } from '../errors.ts';
import { plainText, type StatementText } from '../grammar/index.ts';
import type { SqlFormat, SqlHttpRequest } from '../types.ts';
import { illegal, listMember, textMember, unfit } from './members.ts';
import { bindParameters } from './parameters.ts';

/** What a request asks for: a page of a cursor, or a statement. */
export type SqlCall = CursorCall | StatementCall;

export interface CursorCall {
  readonly kind: 'cursor';
  readonly cursor: string;
}

export interface StatementCall {
  readonly kind: 'statement';
  /** The statement with its parameters filled in. */
  readonly sql: string;
  readonly given: StatementText['given'];
  /** Null when absent, which is different from 0 (no paging). */
  readonly fetchSize: number | null;
  readonly filter: JsonObject | null;
  /** The original's error for an invalid `filter`, thrown when its legacy engine searches; null if it is valid. */
  readonly filterRefusal: SqlError | null;
  /** The original's V2 engine accepts only query, fetch_size and parameters. */
  readonly hasOtherMembers: boolean;
  /** The original's error for parameters of types that only Rockpool accepts; null if there are none. */
  readonly refusal: SqlError | null;
  readonly signal?: StopSignal;
}

/** In strict mode rejects what the original rejects. Throws SqlError (400). */
export function parseCall(request: SqlHttpRequest, isStrict: boolean): SqlCall {
  if (request.body === null) return parseUrl(request);
  const body = parseBody(request.body);
  if (body.cursor !== undefined) return { kind: 'cursor', cursor: cursorOf(body) };
  const fetchSize = parseFetchSize(body.fetch_size);
  const query = textMember(body, 'query');
  const isPrepared = body.parameters !== undefined;
  const { text, refusal } = isPrepared
    ? bindParameters(query, listMember(body, 'parameters'), isStrict)
    : { text: plainText(query), refusal: null };
  const others = Object.keys(body).filter((key) => !['query', 'fetch_size', 'parameters'].includes(key));
  const filter = isJsonObject(body.filter) && Object.keys(body.filter).length > 0 ? body.filter : null;
  const filterRefusal = refusalOfFilter(body);
  const hasOtherMembers = others.length > 0;
  return { kind: 'statement', ...text, fetchSize, filter, filterRefusal, hasOtherMembers, refusal };
}

function parseUrl({ sqlParameter }: SqlHttpRequest): StatementCall {
  if (sqlParameter === null) throw illegal('Cannot find sql parameter from the URL');
  const absent = { fetchSize: null, filter: null, filterRefusal: null, refusal: null };
  return { kind: 'statement', ...plainText(sqlParameter), ...absent, hasOtherMembers: false };
}

function refusalOfFilter({ filter }: JsonObject): SqlError | null {
  if (filter === undefined) return null;
  const late = { httpStatus: 200, bodyStatus: 500 } as const;
  if (!isJsonObject(filter)) {
    const { details } = unfit('JSONObject["filter"]', filter, 'JSONObject');
    return new SqlError('JSONException', details, late);
  }
  if (Object.keys(filter).length > 0) return null;
  return new SqlError('XContentParseException', '[1:12] [bool] failed to parse field [filter]', late);
}

function parseBody(text: string): JsonObject {
  let body: JsonValue;
  try {
    body = parseJson(text);
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    throw illegal('Failed to parse request payload');
  }
  if (!isJsonObject(body)) throw illegal('Failed to parse request payload');
  return body;
}

function cursorOf({ cursor }: JsonObject): string {
  if (typeof cursor !== 'string') throw illegal('Failed to parse request payload');
  return cursor;
}

/** Converts like org.json's getInt: `"110"`, `53.0` and `1.5` are accepted as well. */
function parseFetchSize(value: JsonValue | undefined): number | null {
  if (value === undefined) return null;
  const isNumeric =
    typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value));
  if (!isNumeric) throw illegal('Failed to parse field [fetch_size]');
  const size = Math.trunc(Number(value));
  if (size < 0) throw illegal('Fetch_size must be greater or equal to 0');
  return size;
}

const FORMATS: ReadonlySet<string> = new Set(['jdbc', 'csv', 'raw', 'json']);

/** `?format=`, case-insensitive; jdbc by default. */
export function parseFormat(parameters: ReadonlyMap<string, string>): SqlFormat {
  const given = (parameters.get('format') ?? 'jdbc').toLowerCase();
  if (FORMATS.has(given)) return given as SqlFormat;
  throw illegal(`Failed to create executor due to unknown response format: ${parameters.get('format')}`);
}

/** A boolean URL parameter: `?flat`, `?flat=true`. */
export function flag(parameters: ReadonlyMap<string, string>, name: string, absent: boolean): boolean {
  const value = parameters.get(name);
  if (value === undefined) return absent;
  return value === '' || value.toLowerCase() === 'true';
}
