import type { UnnestMember } from '../plan/logical.ts';
import type { Column, ColumnFactory } from './bound.ts';
import type { Field, FieldTable } from './fieldTable.ts';
import { JoinScope, type OuterNames, ScanScope, type Scope, type StarColumn } from './scope.ts';

/**
 * `FROM orders o, o.lines l`: the elements of a nested field as a table. Columns are created when they are
 * first referenced.
 */
export class NestedScope implements Scope {
  readonly outer: OuterNames | null;
  readonly fields: FieldTable;
  /** The path of the nested field. */
  readonly path: string;
  /** Grows while the statement is analyzed. */
  readonly members: UnnestMember[] = [];
  readonly prefix: string;
  readonly #qualifier: string;
  readonly #columns: ColumnFactory;

  constructor(
    fields: FieldTable,
    path: string,
    qualifier: string,
    columns: ColumnFactory,
    outer: OuterNames | null,
  ) {
    this.fields = fields;
    this.path = path;
    this.prefix = `${path}.`;
    this.outer = outer;
    this.#qualifier = qualifier;
    this.#columns = columns;
  }

  lookup(path: string): Column | null {
    const field = this.fields.get(this.prefix + path);
    return field === undefined ? null : this.#column(field);
  }

  has(path: string): boolean {
    return this.fields.has(this.prefix + path);
  }

  isQualifier(name: string): boolean {
    return name === this.#qualifier;
  }

  star(): readonly StarColumn[] {
    return this.#children().map((field) => ({ name: field.path, column: this.#column(field) }));
  }

  names(): readonly string[] {
    return this.#children().map(({ path }) => path);
  }

  #children(): Field[] {
    const start = this.prefix.length;
    return [...this.fields.values()].filter(
      ({ path }) => path.startsWith(this.prefix) && !path.includes('.', start),
    );
  }

  /** Named by its full path, as in the original. */
  #column(field: Field): Column {
    const known = this.members.find((member) => member.field === field);
    if (known !== undefined) return known.column;
    const column = this.#columns.make(field.path, field.type);
    this.members.push({ field, column });
    return column;
  }
}

export interface NestedTable {
  readonly fields: FieldTable;
  readonly path: string;
  /** The column with the elements. */
  readonly column: Column;
}

/**
 * The field that `o.lines` refers to, where `o` is an earlier table of FROM; null when it is not a nested
 * field.
 */
export function nestedTable(name: string, left: Scope): NestedTable | null {
  const dot = name.indexOf('.');
  const qualifier = name.slice(0, dot);
  if (dot < 1 || !left.isQualifier(qualifier)) return null;
  const owner = left instanceof JoinScope ? left.side(qualifier) : left;
  if (!(owner instanceof ScanScope || owner instanceof NestedScope)) return null;
  const own = name.slice(dot + 1);
  const column = owner.lookup(own);
  if (column?.type !== 'nested') return null;
  return owner instanceof ScanScope
    ? { fields: owner.scan.fields, path: own, column }
    : { fields: owner.fields, path: owner.prefix + own, column };
}
