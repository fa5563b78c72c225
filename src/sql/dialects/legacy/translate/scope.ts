import type { ColumnNode, RelationNode, TableNode } from '../../../ast/index.ts';
import type { FieldTable } from './fields.ts';

/** A column of a statement, resolved: full field name, and the nested path when it is meant as a nested field. */
export interface FieldRef {
  readonly name: string;
  readonly nestedPath: string | null;
}

/** `o.lines l` of `FROM orders o, o.lines l`. */
export interface NestedTable {
  readonly path: string;
  readonly alias: string;
  readonly leftJoin: boolean;
}

/** What the names of a one-index statement mean. */
export class Scope {
  readonly index: string;
  readonly fields: FieldTable;
  readonly nestedTables: readonly NestedTable[];
  readonly #qualifiers: readonly string[];

  constructor(
    index: string,
    qualifiers: readonly string[],
    nested: readonly NestedTable[],
    fields: FieldTable,
  ) {
    this.index = index;
    this.fields = fields;
    this.nestedTables = nested;
    this.#qualifiers = qualifiers;
  }

  /** A dot inside backticks is part of a name. */
  column(node: ColumnNode): FieldRef {
    if (node.quoted && node.parts.length === 1) return { name: node.parts[0], nestedPath: null };
    return this.name(node.parts.join('.'));
  }

  /** A name as written: qualifiers of the table are dropped, aliases of nested tables become their paths. */
  name(written: string): FieldRef {
    const name = this.unqualified(written);
    for (const { alias, path } of this.nestedTables) {
      for (const candidate of [written, name]) {
        if (candidate === alias) return { name: path, nestedPath: path };
        if (candidate.startsWith(`${alias}.`)) {
          return { name: path + candidate.slice(alias.length), nestedPath: path };
        }
      }
    }
    return { name, nestedPath: null };
  }

  unqualified(written: string): string {
    for (const qualifier of this.#qualifiers) {
      if (written.startsWith(`${qualifier}.`)) return written.slice(qualifier.length + 1);
    }
    return written;
  }

  withNested(table: NestedTable): Scope {
    return new Scope(this.index, this.#qualifiers, [...this.nestedTables, table], this.fields);
  }

  /** `FROM a, b`: one search of all, which joins nothing. */
  get hasMany(): boolean {
    return this.index.includes(',');
  }

  isQualifier(name: string): boolean {
    return this.#qualifiers.includes(name);
  }

  /** `=`, IS, IN, ORDER BY and GROUP BY read the keyword sub-field of a text field. */
  exact(name: string): string {
    return this.fields.get(name)?.keyword ?? name;
  }
}

/** FROM as one index with its nested tables; null when it is a join of indices or a sub-select. */
export interface FlatFrom {
  readonly table: TableNode;
  /** Further indices of a comma list: `FROM a, b`. */
  readonly more: readonly TableNode[];
  readonly nested: readonly NestedTable[];
}

export function flattenFrom(relation: RelationNode): FlatFrom | null {
  if (relation.kind === 'table') return { table: relation, more: [], nested: [] };
  if (relation.kind === 'derived' || relation.right.kind !== 'table') return null;
  const left = flattenFrom(relation.left);
  if (left === null) return null;
  const { right } = relation;
  const path = nestedPathOf(right.name, left);
  if (path !== null) {
    const nested = { path, alias: right.alias ?? path, leftJoin: relation.type === 'left' };
    return { ...left, nested: [...left.nested, nested] };
  }
  if (relation.type !== 'comma') return null;
  return { ...left, more: [...left.more, right] };
}

function nestedPathOf(name: string, from: FlatFrom): string | null {
  for (const { alias, path } of from.nested) {
    if (name.startsWith(`${alias}.`)) return path + name.slice(alias.length);
  }
  for (const qualifier of [from.table.alias, from.table.name]) {
    if (qualifier !== null && name.startsWith(`${qualifier}.`)) return name.slice(qualifier.length + 1);
  }
  return null;
}

export function scopeOf(from: FlatFrom, fields: FieldTable): Scope {
  const tables = [from.table, ...from.more];
  // Aliases of a comma list are parts of its names: no field is called so.
  const isAliased = from.more.length > 0 && tables.some(({ alias }) => alias !== null);
  const qualifiers = isAliased ? [] : tables.map(({ alias, name }) => alias ?? name);
  return new Scope(tables.map(({ name }) => name).join(','), qualifiers, from.nested, fields);
}
