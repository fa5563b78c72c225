import type { JsonObject, JsonValue } from '../../../common/index.ts';
import { illegalArgument, parseTimeMs } from '../../../common/index.ts';
import type { SearchRequest } from '../../../search/index.ts';
import { convertBoolean } from '../../parameterValues.ts';
import { expandedWildcards } from '../indicesOptions.ts';
import { searchType } from './searchParameters.ts';

type Change = (request: SearchRequest, value: JsonValue, key: string) => Partial<SearchRequest>;

const options =
  (change: (value: JsonValue, key: string) => Partial<SearchRequest['indicesOptions']>): Change =>
  ({ indicesOptions }, value, key) => ({ indicesOptions: { ...indicesOptions, ...change(value, key) } });

const flag = (value: JsonValue, key: string): boolean => convertBoolean(key, String(value));

const NOTHING: Change = () => ({});

const indices: Change = (_request, value) => ({ indices: [value].flat().map(String).join(',') });
const cached: Change = (_request, value, key) => ({ requestCache: flag(value, key) });
const type: Change = (_request, value) => ({ searchType: searchType(String(value)) });
const cancelAfter: Change = (_request, value, key) => ({ cancelAfterMs: parseTimeMs(String(value), key) });
const wildcards = options((value) => ({
  expandWildcards: expandedWildcards([value].flat().map(String).join(',').split(',')),
}));
const unavailable = options((value, key) => ({ ignoreUnavailable: flag(value, key) }));
const noIndices = options((value, key) => ({ allowNoIndices: flag(value, key) }));

/** The members of a header of `_msearch`. */
const MEMBERS: ReadonlyMap<string, Change> = new Map<string, Change>([
  ['index', indices],
  ['indices', indices],
  ['search_type', type],
  ['searchType', type],
  ['request_cache', cached],
  ['requestCache', cached],
  ['preference', (_request, value) => ({ preference: String(value) })],
  ['routing', (_request, value) => ({ routing: String(value) })],
  [
    'allow_partial_search_results',
    (_request, value, key) => ({ allowPartialSearchResults: flag(value, key) }),
  ],
  ['ignore_unavailable', unavailable],
  ['ignoreUnavailable', unavailable],
  ['allow_no_indices', noIndices],
  ['allowNoIndices', noIndices],
  ['expand_wildcards', wildcards],
  ['expandWildcards', wildcards],
  ['cancel_after_time_interval', cancelAfter],
  ['cancelAfterTimeInterval', cancelAfter],
  // Without effect here: there are no other clusters and no frozen indices.
  ['ccs_minimize_roundtrips', NOTHING],
  ['ccsMinimizeRoundtrips', NOTHING],
  ['ignore_throttled', NOTHING],
  ['ignoreThrottled', NOTHING],
]);

/** The search as the header changes it. Throws illegal_argument for a member that there is not. */
export function headerRequest(header: JsonObject, defaults: SearchRequest): SearchRequest {
  let request = defaults;
  for (const [key, value] of Object.entries(header)) {
    const change = MEMBERS.get(key);
    if (change === undefined) throw illegalArgument(`key [${key}] is not supported in the metadata section`);
    if (value !== null) request = { ...request, ...change(request, value, key) };
  }
  return request;
}
