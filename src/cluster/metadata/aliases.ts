import type { JsonObject, JsonValue } from '../../common/index.ts';
import { illegalArgument, isJsonObject, parseBoolean } from '../../common/index.ts';

/** The members that an alias may have. */
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

/** An alias of a new index or a template: the original ignores members whose values are of the wrong kind. */
export function membersOfKind(body: JsonValue): JsonObject {
  if (!isJsonObject(body)) return {};
  const isOfKind = (name: string, value: JsonValue): boolean =>
    name === 'filter' || typeof value === (name.startsWith('is_') ? 'boolean' : 'string');
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => isOfKind(name, value)));
}

/** An alias body as stored and printed: `routing` becomes index and search routing. */
export function normalizeAlias(name: string, body: JsonObject): JsonObject {
  const alias: JsonObject = {};
  const filter = body.filter;
  if (isJsonObject(filter) && Object.keys(filter).length > 0) alias.filter = filter;
  const routing = body.routing;
  const indexRouting = body.index_routing ?? body.indexRouting ?? body['index-routing'] ?? routing;
  const searchRouting = body.search_routing ?? body.searchRouting ?? body['search-routing'] ?? routing;
  if (indexRouting !== undefined && indexRouting !== null) alias.index_routing = String(indexRouting);
  if (searchRouting !== undefined && searchRouting !== null) alias.search_routing = String(searchRouting);
  for (const key of ['is_write_index', 'is_hidden']) {
    const value = body[key];
    if (value !== undefined && value !== null) alias[key] = parseBoolean(String(value));
  }
  if (alias.is_hidden === false) delete alias.is_hidden;
  if (typeof alias.index_routing === 'string' && alias.index_routing.includes(',')) {
    throw illegalArgument(`alias [${name}] has several index routing values associated with it`);
  }
  return alias;
}
