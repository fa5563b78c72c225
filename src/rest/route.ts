import type { ParameterName } from './parameterTable.ts';
import type { RestRequest } from './request.ts';
import type { EngineUse } from './requestGate.ts';
import type { RestResponse } from './response.ts';
import type { RestServices } from './services.ts';

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';

/** How a route uses a request body; an unexpected body is an error in the original's words. */
export type BodyUse = 'none' | 'json' | 'ndjson';

/** The original's refusals of a request without a required body. */
export const NO_BODY = 'request body is required';
export const NO_BODY_OR_SOURCE = 'request body or source parameter is required';

type BodyRefusal = typeof NO_BODY | typeof NO_BODY_OR_SOURCE;

export type RouteHandler = (
  request: RestRequest,
  services: RestServices,
) => RestResponse | Promise<RestResponse>;

/** In a route's parameters: accepts any parameter. */
export const ANY_PARAMETER = '*';

export type RouteParameter = ParameterName | typeof ANY_PARAMETER;

/** The groups of APIs in the OpenAPI document. */
export const routeTags = {
  cluster: 'the cluster, its nodes, tasks and settings',
  documents: 'documents, written and read one by one or in bulk',
  search: 'searches, counts and what belongs to them',
  indices: 'indices, mappings, settings, aliases and templates',
  ingest: 'pipelines that documents go through',
  snapshots: 'repositories and snapshots',
  sql: 'the SQL plugin',
  knn: 'the k-NN plugin',
  cat: 'tables for people to read',
  rockpool: "Rockpool's own: the laboratory, metrics, this document",
  console: 'the web console',
  refused: 'what is not emulated, and says so',
} as const;

export type RouteTag = keyof typeof routeTags;

/** A row of the routes table. */
export interface Route {
  readonly method: HttpMethod;
  /** `/{index}/_search`; a path under `/_ext/` also stands for `/_plugins/` and `/_opendistro/`. */
  readonly path: string;
  /** URL parameters besides those of the path and the common ones (`pretty`, `filter_path`, …). */
  readonly parameters: readonly RouteParameter[];
  readonly body: BodyUse;
  /** The error without a body; absent if the body is optional, or checked by the handler. */
  readonly bodyRefusal?: BodyRefusal;
  readonly doc: string;
  /** The group that it belongs to. */
  readonly tag?: RouteTag;
  readonly engine: EngineUse;
  readonly handler: RouteHandler;
}

interface RouteOptions {
  readonly parameters?: readonly RouteParameter[];
  readonly body?: BodyUse;
  readonly bodyRefusal?: BodyRefusal;
  readonly doc: string;
  readonly tag?: RouteTag;
  /** Absent for `works`. */
  readonly engine?: EngineUse;
}

/** Rows for each combination of method and path of an API: `GET|POST /{index}/_count`. */
export function routes(
  patterns: readonly string[],
  options: RouteOptions,
  handler: RouteHandler,
): readonly Route[] {
  const { parameters = [], body = 'none', bodyRefusal, doc, tag, engine = 'works' } = options;
  return patterns.flatMap((pattern) => {
    const [methods, path] = pattern.split(' ');
    const row = { path, parameters, body, bodyRefusal, doc, tag, engine, handler };
    return methods.split('|').map((method) => ({ method: method as HttpMethod, ...row }));
  });
}

const EXTENSION_PREFIXES = ['/_plugins', '/_opendistro'];

/** Expanded tables, shared by the servers of a process. */
const expanded = new WeakMap<readonly Route[], readonly Route[]>();

/** The table with every `/_ext/…` row repeated under the other prefixes of the extension. */
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

/** The names of path parameters: `/{index}/_doc/{id}` → index, id. */
export function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
}
