/** The APIs of a server, as far as those who type requests need to know: out of its OpenAPI document. */

export interface Api {
  readonly path: string;
  /** `['', '{index}', '_search']`. */
  readonly segments: readonly string[];
  readonly methods: ReadonlyMap<string, ApiMethod>;
}

export interface ApiMethod {
  readonly doc: string;
  readonly parameters: readonly Parameter[];
}

export interface Parameter {
  readonly name: string;
  readonly doc: string;
  readonly values: readonly string[];
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
}

interface ParameterRow {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly examples?: Readonly<Record<string, unknown>>;
  readonly schema?: Schema;
}

interface Operation {
  readonly summary?: string;
  readonly deprecated?: boolean;
  readonly tags?: readonly string[];
  readonly parameters?: readonly { readonly $ref: string }[];
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters?: Readonly<Record<string, ParameterRow>> };
}

/** Nobody types these: pages of the console, what is refused, names from before. */
const HIDDEN_TAGS = ['console', 'refused'];

export function apisOf({ paths, components }: OpenApi): readonly Api[] {
  const rows = Object.entries(components.parameters ?? {});
  const known = new Map(rows.map(([name, row]) => [`#/components/parameters/${name}`, parameterOf(row)]));
  return Object.entries(paths).flatMap(([path, operations]) => {
    const shown = Object.entries(operations).filter(([, operation]) => isShown(operation));
    if (shown.length === 0) return [];
    const methods = shown.map(([method, { summary = '', parameters = [] }]) => {
      const own = parameters.flatMap(({ $ref }) => known.get($ref) ?? []);
      return [method.toUpperCase(), { doc: summary, parameters: own }] as const;
    });
    return [{ path, segments: path.split('/'), methods: new Map(methods) }];
  });
}

function isShown({ tags = [], deprecated }: Operation): boolean {
  return deprecated !== true && !tags.some((tag) => HIDDEN_TAGS.includes(tag));
}

/** null: it stands in the path. */
function parameterOf({ name, in: place, description = '', examples = {}, schema = {} }: ParameterRow) {
  if (place === 'path') return null;
  const isFlag = [schema, ...(schema.anyOf ?? [])].some(({ type }) => type?.includes('boolean'));
  const flags = isFlag ? ['true', 'false'] : [];
  return { name, doc: description, values: [...new Set([...flags, ...Object.keys(examples)])] };
}

/** The APIs that a path leads to; the one with the most words of its own first. */
export function apisAt(apis: readonly Api[], path: string): readonly Api[] {
  const segments = path.replace(/\?.*$/s, '').replace(/\/$/, '').split('/');
  const found = apis.filter((api) => api.segments.length === segments.length && begins(api, segments));
  return found.sort((a, b) => wordsOf(b) - wordsOf(a));
}

function wordsOf({ segments }: Api): number {
  return segments.filter((segment) => !isVariable(segment)).length;
}

/** Whether these segments are the first ones of the API's path. */
export function begins({ segments }: Api, given: readonly string[]): boolean {
  return given.every((segment, i) => {
    const wanted = segments[i];
    if (wanted === undefined) return false;
    // Names of indices and documents begin with anything but an underscore.
    return isVariable(wanted) ? segment !== '' && (i > 1 || !segment.startsWith('_')) : wanted === segment;
  });
}

export function isVariable(segment: string): boolean {
  return segment.startsWith('{');
}
