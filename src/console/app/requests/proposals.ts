import { takesLines } from '../../../documents/index.ts';
import type { Catalog } from '../../../statement/index.ts';
import { type Api, apisAt, begins, isVariable } from './apis.ts';
import { type BodyPlace, bodyPlace } from './bodyPlace.ts';
import { formatJson } from './jsonFormat.ts';
import { METHODS, parseSheet, requestAt, type SheetRequest, variablesAt, withoutComments } from './sheet.ts';

/** What a server takes: its APIs, its bodies, its indices and fields. */
export interface RequestCatalog {
  readonly apis: readonly Api[];
  readonly bodies: Bodies;
  readonly tables: Catalog['tables'];
}

/** The answer of `GET /_rockpool/bodies`. */
export interface Bodies {
  readonly shapes: Readonly<Record<string, BodyShape>>;
  readonly paths: Readonly<Record<string, BodyShape>>;
  readonly starts: Readonly<Record<string, readonly string[]>>;
}

export interface BodyShape {
  readonly ref?: string;
  readonly members?: Readonly<Record<string, BodyShape>>;
  readonly keys?: 'field' | 'index' | 'name';
  readonly of?: BodyShape;
  readonly byType?: Readonly<Record<string, BodyShape>>;
  readonly values?: readonly (string | number | boolean)[];
  readonly from?: 'field' | 'index';
  readonly doc?: string;
  readonly start?: string;
  readonly list?: true;
}

export interface Proposal {
  readonly label: string;
  /** What is written; `|` is where the cursor goes, to the first at first. */
  readonly insert: string;
  readonly detail: string;
  readonly kind: 'word' | 'name';
}

export interface Proposals {
  readonly from: number;
  readonly to: number;
  readonly options: readonly Proposal[];
}

/** Of a server that tells nothing. */
export const NO_CATALOG: RequestCatalog = {
  apis: [],
  bodies: { shapes: {}, paths: {}, starts: {} },
  tables: new Map(),
};

export function proposalsAt(text: string, position: number, catalog: RequestCatalog): Proposals | null {
  const lineFrom = text.lastIndexOf('\n', position - 1) + 1;
  const before = text.slice(lineFrom, position);
  const begun = /\$\{(\w*)$/.exec(before);
  if (begun) return variableNames(text, position, begun[1]);
  const line = /^\s*(\w*)(?:\s+(\S*))?$/.exec(before);
  const request = requestAt(parseSheet(text), position);
  const isRequestLine = request?.from === lineFrom;
  const method = line?.[1].toUpperCase() ?? '';
  if (line?.[2] !== undefined && METHODS.some((name) => name === method)) {
    return inPath(method, line[2], position, catalog);
  }
  const body = request && !isRequestLine ? inBody(text, request, position, catalog) : null;
  if (body !== null) return body;
  if (!line || line[2] !== undefined) return null;
  const isComment = before.trim() !== '' && withoutComments(text).slice(lineFrom, position).trim() === '';
  if (isComment) return null;
  const options = METHODS.map((name) => proposal(name, `${name} /|`));
  return { from: position - line[1].length, to: position, options };
}

function variableNames(text: string, position: number, word: string): Proposals {
  const isClosed = /^\w*\}/.test(text.slice(position, position + 100));
  const options = [...variablesAt(text, position)].map(([name, value]) =>
    proposal(name, isClosed ? name : `${name}}`, value, 'name'),
  );
  return { from: position - word.length, to: position, options };
}

/** Whole bodies, where none is yet: in the empty line below a request, or behind its first brace. */
export function bodiesAt(text: string, position: number, catalog: RequestCatalog): Proposals | null {
  const requests = parseSheet(text);
  const request = requestAt(requests, position);
  if (!request || position <= request.lineEnd) return null;
  const next = requests.find(({ from }) => from > request.from)?.from ?? text.length;
  const written = /^\s*(\{\s*\}?)?\s*$/.exec(text.slice(request.lineEnd, next));
  if (!written) return null;
  const brace = written[1] ?? '';
  const from = brace === '' ? position : text.indexOf('{', request.lineEnd);
  if (position < from || position > from + brace.length) return null;
  const { apis, bodies } = catalog;
  const known = apisAt(apis, request.path).find(({ path }) => Object.hasOwn(bodies.starts, path));
  const starts = known && request.method !== 'DELETE' ? bodies.starts[known.path] : [];
  const options = starts.map((start) => {
    const label = start.replaceAll('|', '…').replaceAll('\n', ' ').trim();
    return proposal(label, start.includes('\n') ? start : (formatJson(start) ?? start));
  });
  return { from, to: from + brace.length, options };
}

function proposal(label: string, insert = label, detail = '', kind: Proposal['kind'] = 'word'): Proposal {
  return { label, insert, detail, kind };
}

function inPath(method: string, path: string, position: number, catalog: RequestCatalog): Proposals | null {
  const query = path.indexOf('?');
  if (query !== -1) return inQuery(method, path, query, position, catalog);
  const segments = `/${path.replace(/^\/+/, '')}`.split('/');
  const word = segments.pop() ?? '';
  const apis = catalog.apis.filter((api) => api.methods.has(method) && begins(api, segments));
  const ways = new Map<string, Proposal>();
  let takesIndex = false;
  for (const api of apis) {
    const next = api.segments[segments.length];
    if (next === undefined || next === '') continue;
    if (!isVariable(next)) {
      const way = wordsFrom(api, segments.length);
      const isEnd = segments.length + way.split('/').length === api.segments.length;
      const known = ways.get(way);
      if (!known || isEnd)
        ways.set(way, proposal(way, way, isEnd ? docOf(api, method) : (known?.detail ?? '')));
    } else if (next === '{index}' || next === '{target}') takesIndex = true;
  }
  const names = [...catalog.tables].map(([name, fields]) =>
    proposal(name, name, `${fields.length} fields`, 'name'),
  );
  const from = position - (path.startsWith('/') || path.includes('/') ? word.length : path.length);
  const prefix = path === '' ? '/' : '';
  const options = [...(takesIndex ? names : []), ...ways.values()];
  return { from, to: position, options: options.map((each) => ({ ...each, insert: prefix + each.insert })) };
}

/** The words of a path up to the next variable: `_cluster/health`. */
function wordsFrom({ segments }: Api, from: number): string {
  const rest = segments.slice(from);
  const end = rest.findIndex(isVariable);
  return (end === -1 ? rest : rest.slice(0, end)).join('/');
}

function docOf({ methods }: Api, method: string): string {
  return methods.get(method)?.doc ?? '';
}

function inQuery(
  method: string,
  path: string,
  query: number,
  position: number,
  { apis }: RequestCatalog,
): Proposals | null {
  const parts = path.slice(query + 1).split('&');
  const written = parts.pop() ?? '';
  const api = apisAt(apis, `/${path.slice(0, query).replace(/^\/+/, '')}`).find(({ methods }) =>
    methods.has(method),
  );
  const parameters = api?.methods.get(method)?.parameters ?? [];
  const [name, ...rest] = written.split('=');
  if (rest.length === 0) {
    const given = new Set(parts.map((part) => part.split('=')[0]));
    const options = parameters
      .filter((parameter) => !given.has(parameter.name))
      .map(({ name: label, doc, values }) => {
        const isAlone = values[0] === 'true';
        return proposal(label, isAlone ? label : `${label}=|`, doc);
      });
    return { from: position - name.length, to: position, options };
  }
  const word = rest.join('=').split(',').at(-1) ?? '';
  const values = parameters.find((parameter) => parameter.name === name)?.values ?? [];
  return { from: position - word.length, to: position, options: values.map((value) => proposal(value)) };
}

function inBody(
  text: string,
  request: SheetRequest,
  position: number,
  catalog: RequestCatalog,
): Proposals | null {
  const next = parseSheet(text).find(({ from }) => from > request.from)?.from ?? text.length;
  const place = bodyPlace(text, request.lineEnd, next, position);
  if (place === null) return null;
  const root = rootShape(request, place, catalog);
  const shape = root && shapeAt(root, place, catalog.bodies);
  if (!shape) return { from: place.from, to: place.to, options: [] };
  const fields = fieldsOf(request, catalog);
  const options = place.kind === 'key' ? keys(shape, place, fields, catalog) : values(shape, fields, catalog);
  return { from: place.from, to: place.to, options };
}

/** In lines of `_bulk` and `_msearch` two kinds of lines take turns. */
function rootShape({ path }: SheetRequest, { valueIndex }: BodyPlace, { apis, bodies }: RequestCatalog) {
  if (takesLines(path)) {
    const [head, content] = path.includes('_bulk') ? ['bulkAction', 'document'] : ['', 'search'];
    return bodies.shapes[valueIndex % 2 === 0 ? head : content] ?? null;
  }
  const found = apisAt(apis, path).find((api) => Object.hasOwn(bodies.paths, api.path));
  return found ? bodies.paths[found.path] : null;
}

/** The shape of the object of a key, or of a value. */
function shapeAt(root: BodyShape, { path, types, kind }: BodyPlace, bodies: Bodies): BodyShape | null {
  let shape: BodyShape | null = resolved(root, types[0] ?? null, bodies);
  for (const [i, key] of path.entries()) {
    if (shape === null) return null;
    const below: BodyShape | undefined = shape.members?.[key] ?? (shape.keys ? shape.of : undefined);
    const type = i + 1 < types.length || kind === 'key' ? (types[i + 1] ?? null) : null;
    shape = below ? resolved(below, type, bodies) : null;
  }
  return shape;
}

/** With what it refers to, and with what the type brings. */
function resolved(shape: BodyShape, type: string | null, bodies: Bodies): BodyShape {
  const { ref, ...own } = shape;
  const named = ref === undefined ? own : { ...bodies.shapes[ref], ...own };
  // A field without a type is an object.
  const more = named.byType?.[type ?? 'object'];
  return more ? { ...named, members: { ...named.members, ...more.members } } : named;
}

const NONE: NonNullable<BodyShape['members']> = {};

function keys(
  { members = NONE, keys: kind, of = {} }: BodyShape,
  { siblings, hasValue }: BodyPlace,
  fields: ReadonlyMap<string, string>,
  { tables, bodies }: RequestCatalog,
): readonly Proposal[] {
  const written = (label: string, shape: BodyShape): string =>
    hasValue ? `"${label}"` : `"${label}": ${templateOf(resolved(shape, null, bodies), shape)}`;
  const names =
    kind === 'field' ? fields : new Map(kind === 'index' ? [...tables.keys()].map((name) => [name, '']) : []);
  const options = [
    ...[...names].map(([name, type]) => proposal(name, written(name, of), type, 'name')),
    ...Object.entries(members).map(([name, shape]) =>
      proposal(name, written(name, shape), resolved(shape, null, bodies).doc ?? ''),
    ),
    // Nobody else knows the name.
    ...(kind === 'name' && members === NONE ? [proposal('"…"', written('|', of), 'a name of your own')] : []),
  ];
  return options.filter(({ label }) => !siblings.has(label));
}

/** What a value begins with. */
function templateOf(
  { members, keys: kind, byType, from, values: words = [], start }: BodyShape,
  { list, start: own = list ? undefined : start }: BodyShape,
): string {
  if (own !== undefined) return own;
  const isObject = members !== undefined || kind !== undefined || byType !== undefined;
  const one =
    isObject && from === undefined ? '{|}' : from !== undefined || typeof words[0] === 'string' ? '"|"' : '|';
  return list ? `[${one}]` : one;
}

function values(
  { values: words = [], from }: BodyShape,
  fields: ReadonlyMap<string, string>,
  { tables }: RequestCatalog,
): readonly Proposal[] {
  const names =
    from === 'field' ? fields : new Map(from === 'index' ? [...tables.keys()].map((name) => [name, '']) : []);
  return [
    ...words.map((word) => proposal(String(word), JSON.stringify(word))),
    ...[...names].map(([name, type]) => proposal(name, JSON.stringify(name), type, 'name')),
  ];
}

/** Name → type, of the indices that the path names; of all when it names none that is known. */
function fieldsOf({ path }: SheetRequest, { tables }: RequestCatalog): ReadonlyMap<string, string> {
  const [, first = ''] = path.replace(/\?.*$/s, '').split('/');
  const patterns = first
    .split(',')
    .map((name) => new RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`));
  const named = first.startsWith('_')
    ? []
    : [...tables.keys()].filter((name) => patterns.some((pattern) => pattern.test(name)));
  const used = named.length > 0 ? named : [...tables.keys()];
  return new Map(
    used.flatMap((name) => (tables.get(name) ?? []).map((field) => [field.name, field.type] as const)),
  );
}
