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

/** A node of the trie of paths: one segment further than its parent. */
interface Step {
  readonly literals: Map<string, Step>;
  parameter: Step | null;
  endpoint: Endpoint | null;
}

/** Matches method and raw path to a row of the routes table, like the original's path trie. */
export class Router {
  readonly #root = newStep();

  constructor(table: readonly Route[]) {
    for (const route of table) {
      const names = pathParameters(route.path);
      const step = this.#stepOf(route.path);
      step.endpoint ??= {
        rows: new Map(),
        literalRoot: names.length > 0 && !route.path.startsWith('/{'),
      };
      const { rows } = step.endpoint;
      if (!rows.has(route.method)) rows.set(route.method, { route, names });
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
    const values: string[] = [];
    const endpoint = walk(this.#root, withoutTrailingSlashes(path), 1, values);
    return endpoint && { endpoint, values };
  }

  #stepOf(path: string): Step {
    let step = this.#root;
    for (const segment of path.slice(1).split('/')) {
      if (segment.startsWith('{')) {
        step.parameter ??= newStep();
        step = step.parameter;
        continue;
      }
      let next = step.literals.get(segment);
      if (next === undefined) step.literals.set(segment, (next = newStep()));
      step = next;
    }
    return step;
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

const newStep = (): Step => ({ literals: new Map(), parameter: null, endpoint: null });

/** The endpoint of the rest of a path. A literal takes precedence over a parameter, unless it leads nowhere. */
function walk(step: Step, path: string, from: number, values: string[]): Endpoint | null {
  const slash = path.indexOf('/', from);
  const segment = slash === -1 ? path.slice(from) : path.slice(from, slash);
  const literal = step.literals.get(segment);
  if (literal !== undefined) {
    const found = slash === -1 ? literal.endpoint : walk(literal, path, slash + 1, values);
    if (found !== null) return found;
  }
  if (step.parameter === null) return null;
  values.push(segment);
  const found = slash === -1 ? step.parameter.endpoint : walk(step.parameter, path, slash + 1, values);
  if (found === null) values.pop();
  return found;
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
