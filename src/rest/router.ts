import FindMyWay from 'find-my-way';
import { methodNotAllowed, noHandler, unexpectedMethod } from './httpError.ts';
import { decodeComponent, splitUrl } from './query.ts';
import type { Route } from './route.ts';
import { expandPrefixes, pathParameters } from './route.ts';

/** The order of listed methods; the original's is random. */
const METHOD_ORDER: readonly string[] = ['POST', 'PUT', 'HEAD', 'GET', 'DELETE'];

/** Methods known to the original, which cannot even name others. */
const KNOWN_METHODS: ReadonlySet<string> = new Set([...METHOD_ORDER, 'OPTIONS', 'PATCH', 'TRACE', 'CONNECT']);

export type PathParameters = Readonly<Record<string, string>>;

export type RouteMatch =
  | { readonly kind: 'route'; readonly route: Route; readonly params: PathParameters }
  /** For OPTIONS: the allowed methods. */
  | { readonly kind: 'options'; readonly allowed: readonly string[] }
  | { readonly kind: 'refused'; readonly error: Error };

interface Row {
  readonly route: Route;
  readonly names: readonly string[];
}

/** All rows of one path, whatever the names of its parameters. */
interface Endpoint {
  readonly rows: Map<string, Row>;
  /** `/_nodes/{id}`: a parameter after a literal first segment. */
  readonly literalRoot: boolean;
}

interface Candidate {
  readonly endpoint: Endpoint;
  /** Raw, by position. */
  readonly values: readonly string[];
}

/** Matches method and raw path to a row of the routes table, like the original's path trie. */
export class Router {
  readonly #paths = FindMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER });

  constructor(table: readonly Route[]) {
    const endpoints = new Map<string, Endpoint>();
    for (const route of table) {
      const names = pathParameters(route.path);
      let position = 0;
      const shape = route.path.replace(/\{\w+\}/g, () => `:${position++}`);
      let endpoint = endpoints.get(shape);
      if (!endpoint) {
        endpoint = { rows: new Map(), literalRoot: names.length > 0 && !shape.startsWith('/:') };
        endpoints.set(shape, endpoint);
        // Methods are looked up after the path, because a known path rejects other methods.
        this.#paths.on('GET', shape, () => undefined, endpoint);
      }
      if (!endpoint.rows.has(route.method)) endpoint.rows.set(route.method, { route, names });
    }
  }

  match(method: string, url: string): RouteMatch {
    const { path } = splitUrl(url);
    const found = this.#find(path);
    if (found === null) return this.#unknown(method, url, path);
    const { endpoint } = found;
    // Rare: to the original, `/_nodes/_count` is a count of the index `_nodes`.
    const other = endpoint.literalRoot && path.includes('/_', 1) ? this.#underAnyRoot(path) : null;
    const candidates = other === null ? [found] : [other, found];
    for (const candidate of candidates) {
      const row = candidate.endpoint.rows.get(method);
      if (row) return matched(row, candidate, candidates);
    }
    return refused(method, url, allowedOf(candidates));
  }

  #find(path: string): Candidate | null {
    const found = this.#paths.find('GET', escaped(withoutTrailingSlashes(path)));
    if (found === null) return null;
    return { endpoint: found.store as Endpoint, values: Object.values(found.params) as string[] };
  }

  /** The path with any index as its root: earlier parameters take precedence over later ones. */
  #underAnyRoot(path: string): Candidate | null {
    const end = path.indexOf('/', 1);
    const found = this.#find(`/-${path.slice(end)}`);
    return found && { endpoint: found.endpoint, values: [path.slice(1, end), ...found.values.slice(1)] };
  }

  #unknown(method: string, url: string, path: string): RouteMatch {
    if (method === 'OPTIONS') return { kind: 'options', allowed: [] };
    const first = path.split('/', 2)[1] ?? '';
    const readable = KNOWN_METHODS.has(method) && decodeComponent(first, false) !== null;
    return { kind: 'refused', error: readable ? noHandler(url, method) : unexpectedMethod([]) };
  }
}

function matched({ route, names }: Row, { values }: Candidate, candidates: readonly Candidate[]): RouteMatch {
  const params: Record<string, string> = {};
  for (let i = 0; i < names.length; i++) {
    const value = decodeComponent(values[i], false);
    if (value === null) return { kind: 'refused', error: unexpectedMethod(allowedOf(candidates)) };
    params[names[i]] = value;
  }
  return { kind: 'route', route, params };
}

function refused(method: string, url: string, allowed: readonly string[]): RouteMatch {
  if (method === 'OPTIONS') return { kind: 'options', allowed };
  const known = KNOWN_METHODS.has(method);
  return {
    kind: 'refused',
    error: known ? methodNotAllowed(url, method, allowed) : unexpectedMethod(allowed),
  };
}

function allowedOf(candidates: readonly Candidate[]): readonly string[] {
  return METHOD_ORDER.filter((method) => candidates.some(({ endpoint }) => endpoint.rows.has(method)));
}

/** Empty trailing segments are ignored; earlier ones are parameter values. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === 47) end--;
  return end === path.length ? path : path.slice(0, end);
}

/** The matcher decodes its input, but literals are compared raw, and values are decoded here. */
function escaped(path: string): string {
  return path.includes('%') || path.includes('#') ? path.replace(/[%#]/g, encodeURIComponent) : path;
}

const routers = new WeakMap<readonly Route[], Router>();

/** One router per table, shared by all servers. Pages are handled by the express app. */
export function routerOf(table: readonly Route[]): Router {
  let router = routers.get(table);
  if (!router) {
    router = new Router(expandPrefixes(table).filter(({ tag }) => tag !== 'console'));
    routers.set(table, router);
  }
  return router;
}
