import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Parameters = Readonly<Record<string, unknown>>;

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
  readonly contentType: string;
}

interface ApiPath {
  readonly path: string;
  readonly methods: readonly string[];
  readonly parts?: Readonly<Record<string, unknown>>;
}

/** Names of APIs → their paths: what `api/*.json` of the specification says. */
export type ApiTable = ReadonlyMap<string, readonly ApiPath[]>;

export function readApis(folder: string): ApiTable {
  const table = new Map<string, readonly ApiPath[]>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('_'))) {
    const spec = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<
      string,
      { readonly url: { readonly paths: readonly ApiPath[] } }
    >;
    for (const [name, { url }] of Object.entries(spec)) table.set(name, url.paths);
  }
  return table;
}

/** APIs whose body is one JSON a line. */
const LINES = new Set(['bulk', 'msearch', 'msearch_template']);
/** APIs that create at a name: PUT where they may. */
const CREATING = /^(create|index|indices\.(create|put_mapping|put_alias|put_template))$/;

/**
 * The request of a call. `raw` is one as it is: `{method, path, body}`; other names need the table. Null for an API
 * that the table does not have. Throws for a call that lacks a part of every path.
 */
export function requestOf(apis: ApiTable, name: string, parameters: Parameters): HttpRequest | null {
  const { body, ignore: _ignored, ...query } = parameters;
  if (name === 'raw') {
    const { method, path, ...rest } = query;
    return assemble(String(method), String(path), rest, body, /_bulk($|\?)/.test(String(path)));
  }
  const paths = apis.get(name);
  if (!paths) return null;
  const best = paths
    .filter(({ parts = {} }) => Object.keys(parts).every((part) => part in query))
    .reduce<ApiPath | null>((a, b) => (a === null || partCount(b) > partCount(a) ? b : a), null);
  // A call in a form that the specification no longer has.
  if (best === null) return null;
  const names = Object.keys(best.parts ?? {});
  const path = names.reduce((text, part) => text.replace(`{${part}}`, () => segment(query[part])), best.path);
  const rest = Object.fromEntries(Object.entries(query).filter(([key]) => !names.includes(key)));
  return assemble(methodOf(name, best, body, query), path, rest, body, LINES.has(name));
}

const partCount = ({ parts = {} }: ApiPath): number => Object.keys(parts).length;
const segment = (value: unknown): string =>
  encodeURIComponent(textOf(value)).replace(/%2C/g, ',').replace(/%2A/g, '*');

function methodOf(name: string, { methods }: ApiPath, body: unknown, query: Parameters): string {
  if (name === 'index') return 'id' in query && methods.includes('PUT') ? 'PUT' : 'POST';
  if (CREATING.test(name) && methods.includes('PUT')) return 'PUT';
  if (body !== undefined && methods.includes('POST') && methods.includes('GET')) return 'POST';
  return body === undefined && methods.includes('GET') ? 'GET' : methods[0];
}

function assemble(
  method: string,
  path: string,
  query: Parameters,
  body: unknown,
  isLines: boolean,
): HttpRequest {
  const pairs = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(textOf(value))}`);
  return {
    method,
    path: pairs.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`,
    body: body === undefined ? null : bodyText(body, isLines),
    contentType: isLines ? 'application/x-ndjson' : 'application/json',
  };
}

function bodyText(body: unknown, isLines: boolean): string {
  if (typeof body === 'string') return body;
  if (!isLines || !Array.isArray(body)) return JSON.stringify(body);
  return body.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(',');
  return value === null || value === undefined ? '' : String(value);
}
