import type { RestRequest } from './request.ts';
import type { RestResponse } from './response.ts';
import type { RestServices } from './services.ts';

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';

/** What a route does with a request body; one that comes unasked is an error in the original's words. */
export type BodyUse = 'none' | 'json' | 'ndjson';

export type RouteHandler = (
  request: RestRequest,
  services: RestServices,
) => RestResponse | Promise<RestResponse>;

/** One row of the routes table. */
export interface Route {
  readonly method: HttpMethod;
  /** `/{index}/_search`; a path under `/_ext/` stands for `/_plugins/` and `/_opendistro/` too. */
  readonly path: string;
  /** URL parameters beyond those of the path and the common ones (`pretty`, `filter_path`, …). */
  readonly parameters: readonly string[];
  readonly body: BodyUse;
  readonly doc: string;
  readonly handler: RouteHandler;
}

interface RouteOptions {
  readonly parameters?: readonly string[];
  readonly body?: BodyUse;
  readonly doc: string;
}

/** Rows for each pair of method and path that one API answers to: `GET|POST /{index}/_count`. */
export function routes(
  patterns: readonly string[],
  options: RouteOptions,
  handler: RouteHandler,
): readonly Route[] {
  const { parameters = [], body = 'none', doc } = options;
  return patterns.flatMap((pattern) => {
    const [methods, path] = pattern.split(' ');
    return methods
      .split('|')
      .map((method) => ({ method: method as HttpMethod, path, parameters, body, doc, handler }));
  });
}

const EXTENSION_PREFIXES = ['/_plugins', '/_opendistro'];

/** Tables that were expanded: many servers of one process answer from the same. */
const expanded = new WeakMap<readonly Route[], readonly Route[]>();

/** The table with every `/_ext/…` row repeated under the other prefixes of the same extension. */
export function expandPrefixes(table: readonly Route[]): readonly Route[] {
  const known = expanded.get(table);
  if (known) return known;
  const rows = table.flatMap((route) => {
    if (!route.path.startsWith('/_ext/')) return [route];
    const rest = route.path.slice('/_ext'.length);
    return [route, ...EXTENSION_PREFIXES.map((prefix) => ({ ...route, path: prefix + rest }))];
  });
  expanded.set(table, rows);
  return rows;
}

/** Names of the path's parameters: `/{index}/_doc/{id}` → index, id. */
export function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
}
