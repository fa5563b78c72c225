import type { JsonObject, JsonValue, OpenSearchError } from '../../../common/index.ts';
import { illegalArgument, parseBoolean, parseTimeMs } from '../../../common/index.ts';
import { javaText } from '../../../mapper/index.ts';
import type { SearchRequest } from '../../../search/index.ts';
import { expandedWildcards } from '../indicesOptions.ts';
import { searchType } from './searchParameters.ts';

type Change = (request: SearchRequest, value: JsonValue, key: string) => Partial<SearchRequest>;

const options =
  (change: (value: JsonValue, key: string) => Partial<SearchRequest['indicesOptions']>): Change =>
  ({ indicesOptions }, value, key) => ({ indicesOptions: { ...indicesOptions, ...change(value, key) } });

/** The strings of a list, or of one comma-separated string; each in Java's form. */
function texts(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return value.map(javaText);
  return javaText(value)
    .split(',')
    .filter((text) => text !== '');
}

/** A flag without a default: an empty string is invalid too. `key`: its name in errors. */
function flag(value: JsonValue, key: string): boolean {
  try {
    return parseBoolean(javaText(value));
  } catch (error) {
    throw illegalArgument(`Could not convert [${key}] to boolean`, error as OpenSearchError);
  }
}

/** `-1` for no limit. */
function milliseconds(value: JsonValue): number {
  if (typeof value !== 'number') return parseTimeMs(javaText(value), 'XContentMapValues.nodeTimeValue');
  if (value <= -2) throw illegalArgument(`duration cannot be negative, was given [${Math.trunc(value)}]`);
  return Math.trunc(value);
}

const indices: Change = (_request, value) => ({ indices: texts(value).join(',') });
const cached: Change = (_request, value, key) => ({ requestCache: flag(value, key) });
const type: Change = (_request, value) => ({ searchType: searchType(javaText(value)) });
const cancelAfter: Change = (_request, value) => ({ cancelAfterMs: milliseconds(value) });
const wildcards = options((value) => ({ expandWildcards: expandedWildcards(texts(value)) }));
const unavailable = options((value, key) => withDefault(value, key, 'ignoreUnavailable'));
const noIndices = options((value, key) => withDefault(value, key, 'allowNoIndices'));

/** A flag that an empty string leaves unchanged. */
function withDefault<K extends string>(
  value: JsonValue,
  key: string,
  name: K,
): { readonly [name in K]?: boolean } {
  return value === '' ? {} : ({ [name]: flag(value, key) } as Record<K, boolean>);
}

// The next two are validated but have no effect: there are no other clusters and no frozen indices.

const roundTrips: Change = (_request, value) => {
  parseBoolean(javaText(value));
  return {};
};

const throttled: Change = (_request, value, key) => {
  withDefault(value, key, 'throttled');
  return {};
};

/** The members of an `_msearch` header. */
const MEMBERS: ReadonlyMap<string, Change> = new Map<string, Change>([
  ['index', indices],
  ['indices', indices],
  ['search_type', type],
  ['searchType', type],
  ['request_cache', cached],
  ['requestCache', cached],
  ['preference', (_request, value) => ({ preference: javaText(value) })],
  ['routing', (_request, value) => ({ routing: javaText(value) })],
  // The original does not pass the name to its parser.
  ['allow_partial_search_results', (_request, value) => ({ allowPartialSearchResults: flag(value, 'null') })],
  ['ignore_unavailable', unavailable],
  ['ignoreUnavailable', unavailable],
  ['allow_no_indices', noIndices],
  ['allowNoIndices', noIndices],
  ['expand_wildcards', wildcards],
  ['expandWildcards', wildcards],
  ['cancel_after_time_interval', cancelAfter],
  ['cancelAfterTimeInterval', cancelAfter],
  ['ccs_minimize_roundtrips', roundTrips],
  ['ccsMinimizeRoundtrips', roundTrips],
  ['ignore_throttled', throttled],
  ['ignoreThrottled', throttled],
]);

/** The search as modified by the header. Throws illegal_argument for an unknown member. */
export function headerRequest(header: JsonObject, defaults: SearchRequest): SearchRequest {
  let request = defaults;
  for (const [key, value] of Object.entries(header)) {
    const change = MEMBERS.get(key);
    if (change === undefined) throw illegalArgument(`key [${key}] is not supported in the metadata section`);
    if (value !== null) request = { ...request, ...change(request, value, key) };
  }
  return request;
}
