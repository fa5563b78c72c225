import type { JsonObject, JsonValue } from '../../common/index.ts';
import { illegalArgument, isJsonObject, OpenSearchError } from '../../common/index.ts';

/** What an alias may say. */
export const ALIAS_MEMBERS: ReadonlySet<string> = new Set([
  'filter',
  'routing',
  'index_routing',
  'indexRouting',
  'index-routing',
  'search_routing',
  'searchRouting',
  'search-routing',
  'is_write_index',
  'is_hidden',
]);

/** An alias' body as stored and printed: `routing` is spread over index and search routing. */
export function normalizeAlias(body: JsonObject): JsonObject {
  for (const key of Object.keys(body)) {
    if (!ALIAS_MEMBERS.has(key)) throw new OpenSearchError('parsing_exception', `unknown field [${key}]`);
  }
  const alias: JsonObject = {};
  const filter = body.filter;
  if (isJsonObject(filter) && Object.keys(filter).length > 0) alias.filter = filter;
  const routing = body.routing;
  const indexRouting = body.index_routing ?? body.indexRouting ?? body['index-routing'] ?? routing;
  const searchRouting = body.search_routing ?? body.searchRouting ?? body['search-routing'] ?? routing;
  if (indexRouting !== undefined && indexRouting !== null) alias.index_routing = routingText(indexRouting);
  if (searchRouting !== undefined && searchRouting !== null)
    alias.search_routing = routingText(searchRouting);
  if (body.is_write_index !== undefined && body.is_write_index !== null) {
    alias.is_write_index = body.is_write_index === true || body.is_write_index === 'true';
  }
  if (body.is_hidden === true) alias.is_hidden = true;
  if (typeof alias.index_routing === 'string' && alias.index_routing.includes(',')) {
    throw illegalArgument(`alias [] has several index routing values associated with it`);
  }
  return alias;
}

function routingText(value: JsonValue): string {
  return String(value);
}
