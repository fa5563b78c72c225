import { type ExactJsonValue, JsonDouble, stringifyJson } from '../../common/index.ts';

/** Compares the answers of two servers: generated ids and times are masked, but `1` differs from `1.0`. */

type Json = ExactJsonValue;

const VOLATILE = new Set(
  `index_uuid node took _scroll_id pit_id cursor cluster_uuid creation_date uuid build_hash build_date name creation_time
   start_time_in_millis number lucene_version minimum_wire_compatibility_version minimum_index_compatibility_version`.split(
    /\s+/,
  ),
);
const VOLATILE_SETTING = /\.(creation_date|uuid|provided_name)$/;

function isObject(value: unknown): value is { [key: string]: Json } {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonDouble)
  );
}

/** Masks ids and times. */
function normalise(value: Json, path: readonly string[] = []): Json {
  if (Array.isArray(value)) return value.map((item) => normalise(item, path));
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, member]): [string, Json] => {
      const masked =
        (VOLATILE.has(key) || VOLATILE_SETTING.test(key)) &&
        (typeof member !== 'object' || member === null || member instanceof JsonDouble);
      return [key, masked && !path.includes('schema') ? '*' : normalise(member, [...path, key])];
    });
    return Object.fromEntries(entries);
  }
  if (typeof value !== 'string') return value;
  return value
    .replace(/(index \[[^\]/]+\/)[\w-]{22}/g, '$1*')
    .replace(/context found for id \[\d+\]/g, 'context found for id [*]');
}

function close(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= Math.max(2e-6 * Math.max(Math.abs(a), Math.abs(b)), 1e-9);
}

/** A number in source form: `1.0` and `1e3` are not integers. */
function isNumber(value: Json): value is number | bigint | JsonDouble {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof JsonDouble;
}

function isWhole(value: number | bigint | JsonDouble): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

function difference(want: Json, got: Json, path = ''): string | null {
  if (isObject(want) && isObject(got)) {
    // Whether a script is compiled again depends on earlier requests.
    const free =
      'graph_query_requests' in got && !('script_compilations' in want) ? 'script_compilations' : null;
    for (const key of new Set([...Object.keys(want), ...Object.keys(got)])) {
      if (key === free) continue;
      if (!(key in got)) return `${path}.${key}: missing`;
      if (!(key in want)) return `${path}.${key}: not expected (${stringifyJson(got[key]).slice(0, 60)})`;
      const found = difference(want[key], got[key], `${path}.${key}`);
      if (found) return found;
    }
    return null;
  }
  if (Array.isArray(want) && Array.isArray(got)) {
    if (want.length !== got.length) return `${path}: ${got.length} items for ${want.length}`;
    for (let i = 0; i < want.length; i++) {
      const found = difference(want[i], got[i], `${path}[${i}]`);
      if (found) return found;
    }
    return null;
  }
  if (isNumber(want) && isNumber(got)) {
    // The levels of a graph are random.
    if (path.endsWith('.graph_memory_usage') && Math.abs(Number(want) - Number(got)) <= 1) return null;
    if (isWhole(want) === isWhole(got) && close(Number(want), Number(got))) return null;
  } else if (want === got) return null;
  return `${path}: ${stringifyJson(got).slice(0, 90)} for ${stringifyJson(want).slice(0, 90)}`;
}

/** The first difference between a JSON answer and the expected one; `null` if they are equal. */
export function jsonDifference(want: unknown, got: unknown): string | null {
  return difference(normalise(want as Json), normalise(got as Json));
}

/** Like `jsonDifference`, for an answer to a request whose body may be a SQL statement. */
export function answerDifference(want: unknown, got: unknown, request: unknown): string | null {
  return jsonDifference(openOrder(want as Json, request), openOrder(got as Json, request));
}

interface Sheet {
  readonly schema: { name: string }[];
  readonly datarows: Json[][];
}

/**
 * Compares rows as a set where the statement leaves their order open; then it is also open which rows a LIMIT
 * keeps. `request` is the request body.
 */
function openOrder(json: Json, request: unknown): Json {
  if (!isObject(json) || !('datarows' in json)) return json;
  const body = isObject(request) ? request : {};
  const query = String(body.query ?? '').toUpperCase();
  let sheet = json as unknown as Sheet & { [key: string]: Json };
  if ('schema' in json && /SELECT\s+(\w+\.)?\*/.test(query)) {
    const order = sheet.schema
      .map((_, i) => i)
      .sort((a, b) => (sheet.schema[a].name < sheet.schema[b].name ? -1 : 1));
    const pick = <T>(items: T[]): T[] => (items.length === order.length ? order.map((i) => items[i]) : items);
    sheet = { ...sheet, schema: pick(sheet.schema), datarows: sheet.datarows.map(pick) } as typeof sheet;
  }
  const plain = sheet as unknown as { [key: string]: Json };
  if (query === '' || query.includes('ORDER BY')) return plain;
  if (query.includes('LIMIT') || 'fetch_size' in body) return { ...plain, datarows: sheet.datarows.length };
  const keyed = sheet.datarows.map((row) => ({ row, key: stringifyJson(row) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  return { ...plain, datarows: keyed.map(({ row }) => row) };
}
