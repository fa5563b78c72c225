import { SqlError, semanticError, verificationError } from '../errors.ts';
import type { ScalarFunction } from '../functions/index.ts';
import type { HighlightTags, ScanPlan, ScanSource } from '../plan/logical.ts';
import type { SqlType } from '../types.ts';
import type { Bound, Column, ColumnFactory } from './bound.ts';

/** What names mean at one place of a statement. */

export interface StarColumn {
  readonly name: string;
  readonly column: Column;
}

/** The names of the outer query that a subquery may use. */
export interface OuterNames {
  resolves(parts: readonly string[]): boolean;
  resolve(parts: readonly string[]): ResolvedName;
  /** The columns that stand for outer values. */
  columns(): readonly Column[];
}

export interface Scope {
  /** The names of the outer query, if this is a subquery. */
  readonly outer: OuterNames | null;
  /** Null when this scope has no such name. A scan reads every column that is looked up. */
  lookup(path: string): Column | null;
  /** Whether `lookup` would return a column. */
  has(path: string): boolean;
  /** Whether `name` is a table, index or subquery that can qualify columns. */
  isQualifier(name: string): boolean;
  /** The columns of `*`, or of `qualifier.*`. */
  star(qualifier: string | null): readonly StarColumn[];
  /** The names of `*`, without reading its columns. */
  names(): readonly string[];
  /** The expression behind a name that is not a column. */
  computed?(name: string): Bound | null;
  /** Functions of a language other than SQL. */
  function?(name: string): ScalarFunction | undefined;
  /** The prefix of its column names in a response; none when absent. */
  readonly prefix?: string;
}

const META_TYPES: ReadonlyMap<string, SqlType> = new Map<string, SqlType>([
  ['_id', 'keyword'],
  ['_index', 'keyword'],
  ['_score', 'float'],
  ['_maxscore', 'float'],
  ['_sort', 'long'],
]);

/** An index: columns are created when they are first referenced. */
export class ScanScope implements Scope {
  readonly scan: ScanPlan;
  readonly outer: OuterNames | null;
  readonly #qualifier: string;
  readonly #columns: ColumnFactory;
  readonly #byKey = new Map<string, Column>();

  constructor(scan: ScanPlan, qualifier: string, columns: ColumnFactory, outer: OuterNames | null) {
    this.scan = scan;
    this.outer = outer;
    this.#qualifier = qualifier;
    this.#columns = columns;
  }

  lookup(path: string): Column | null {
    const meta = META_TYPES.get(path);
    if (meta !== undefined) return this.#column(path, meta, { kind: 'meta', name: path });
    const field = this.scan.fields.get(path);
    return field === undefined ? null : this.#column(path, field.type, { kind: 'field', field });
  }

  has(path: string): boolean {
    return META_TYPES.has(path) || this.scan.fields.has(path);
  }

  highlights(field: string): boolean {
    return this.scan.columns.some(({ source }) => source.kind === 'highlight' && source.field === field);
  }

  /** The highlighted fragments of a field, or of all fields that match a pattern. */
  highlight(field: string, tags: HighlightTags): Column {
    const key = `highlight(${field}, ${Object.values(tags).join()})`;
    return this.#column(key, field.includes('*') ? 'object' : 'nested', { kind: 'highlight', field, tags });
  }

  isQualifier(name: string): boolean {
    return name === this.#qualifier;
  }

  names(): readonly string[] {
    return [...this.scan.fields.values()].filter((field) => field.inStar).map(({ path }) => path);
  }

  star(): readonly StarColumn[] {
    const fields = [...this.scan.fields.values()].filter((field) => field.inStar);
    return fields.map(({ path, type, ...rest }) => ({
      name: path,
      column: this.#column(path, type, { kind: 'field', field: { path, type, ...rest } }),
    }));
  }

  #column(key: string, type: SqlType, source: ScanSource): Column {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const column = this.#columns.make(key, type);
    this.#byKey.set(key, column);
    this.scan.columns.push({ column, source });
    return column;
  }
}

/** The output of a subquery or a common table. */
export class DerivedScope implements Scope {
  readonly outer: OuterNames | null;
  readonly #columns: readonly StarColumn[];
  readonly #qualifier: string | null;
  readonly #unselected: Pick<Scope, 'lookup' | 'has' | 'isQualifier'> | null;

  /** `unselected` are further names that may be used. */
  constructor(
    columns: readonly StarColumn[],
    qualifier: string | null,
    outer: OuterNames | null,
    unselected: Pick<Scope, 'lookup' | 'has' | 'isQualifier'> | null = null,
  ) {
    this.outer = outer;
    this.#columns = columns;
    this.#qualifier = qualifier;
    this.#unselected = unselected;
  }

  lookup(path: string): Column | null {
    const own = this.#columns.find(({ name }) => name === path)?.column;
    return own ?? this.#unselected?.lookup(path) ?? null;
  }

  has(path: string): boolean {
    return this.#columns.some(({ name }) => name === path) || this.#unselected?.has(path) === true;
  }

  isQualifier(name: string): boolean {
    return name === this.#qualifier || this.#unselected?.isQualifier(name) === true;
  }

  star(): readonly StarColumn[] {
    return this.#columns;
  }

  names(): readonly string[] {
    return this.#columns.map(({ name }) => name);
  }
}

/** Two relations side by side. */
export class JoinScope implements Scope {
  readonly outer: OuterNames | null;
  readonly sides: readonly Scope[];
  readonly #shared: ReadonlyMap<string, Scope>;

  /** `shared` are the names of USING, taken from the side whose rows are all preserved. */
  constructor(left: Scope, right: Scope, shared: ReadonlyMap<string, Scope> = new Map()) {
    this.#shared = shared;
    this.outer = left.outer;
    this.sides = [left, right];
  }

  lookup(path: string): Column | null {
    const owner = this.#shared.get(path);
    if (owner !== undefined) return owner.lookup(path);
    const owners = this.sides.filter((side) => side.has(path));
    if (owners.length > 1 && !path.startsWith('_')) {
      throw verificationError(`Field name [${path}] is ambiguous`);
    }
    return owners[0]?.lookup(path) ?? null;
  }

  has(path: string): boolean {
    return this.sides.some((side) => side.has(path));
  }

  isQualifier(name: string): boolean {
    return this.sides.some((side) => side.isQualifier(name));
  }

  star(qualifier: string | null): readonly StarColumn[] {
    const sides = qualifier === null ? this.sides : this.sides.filter((side) => side.isQualifier(qualifier));
    const columns = sides.flatMap((side) => side.star(qualifier));
    if (qualifier !== null || this.#shared.size === 0) return columns;
    const own = columns.filter(({ name }) => !this.#shared.has(name));
    return [...this.#sharedColumns(), ...own];
  }

  names(): readonly string[] {
    const own = this.sides.flatMap((side) => side.names()).filter((name) => !this.#shared.has(name));
    return [...this.#shared.keys(), ...own];
  }

  #sharedColumns(): StarColumn[] {
    return [...this.#shared].map(([name, owner]) => ({ name, column: owner.lookup(name) as Column }));
  }

  /** The side that a qualifier belongs to. */
  side(qualifier: string): Scope {
    const found = this.sides.find((side) => side.isQualifier(qualifier));
    return found instanceof JoinScope ? found.side(qualifier) : (found ?? this);
  }
}

/** The scope without FROM has no names. */
export function emptyScope(outer: OuterNames | null): Scope {
  return {
    outer,
    lookup: () => null,
    has: () => false,
    isQualifier: () => false,
    star: () => [],
    names: () => [],
  };
}

export interface ResolvedName {
  readonly column: Column;
  /** The name without the qualifier, as used for an output column. */
  readonly name: string;
}

/**
 * `a.b.c` is a field with that path, unless `a` is a qualifier and not a field. Throws SyntaxCheckException
 * for an unknown qualifier (the original then passes the statement to its legacy engine),
 * SemanticCheckException for an unknown field.
 */
export function resolveName(scope: Scope, parts: readonly string[]): ResolvedName {
  if (scope.outer?.resolves(parts) && !resolvesHere(scope, parts)) return scope.outer.resolve(parts);
  const whole = parts.join('.');
  if (parts.length === 1 || scope.has(parts[0])) return found(scope, whole);
  const [qualifier, ...rest] = parts;
  if (!scope.isQualifier(qualifier)) {
    throw new SqlError(
      'SyntaxCheckException',
      `The qualifier [${qualifier}] of qualified name [${whole}] must be an field name, index name or its alias`,
    );
  }
  return found(scope instanceof JoinScope ? scope.side(qualifier) : scope, rest.join('.'));
}

/** Whether `resolveName` would succeed. */
export function resolves(scope: Scope, parts: readonly string[]): boolean {
  return resolvesHere(scope, parts) || (scope.outer?.resolves(parts) ?? false);
}

function resolvesHere(scope: Scope, parts: readonly string[]): boolean {
  if (scope.has(parts.join('.'))) return true;
  const [qualifier, ...rest] = parts;
  return rest.length > 0 && scope.isQualifier(qualifier) && scope.has(rest.join('.'));
}

function found(scope: Scope, name: string): ResolvedName {
  const column = scope.lookup(name);
  if (column !== null) return { column, name: (scope.prefix ?? '') + name };
  throw unresolved(name);
}

export function unresolved(name: string): SqlError {
  return semanticError(`can't resolve Symbol(namespace=FIELD_NAME, name=${name}) in type env`);
}
