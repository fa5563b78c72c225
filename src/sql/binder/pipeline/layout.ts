import type { Column } from '../bound.ts';
import type { ScanScope } from '../scope.ts';

/** Where a name's value lies in a row. */
export interface Place {
  readonly column: Column;
  /** Of a field of the document: members of an object are read from there. */
  readonly path: string | null;
}

/** Rows as documents have them: fields of the top level are members, and are read when they are named. */
interface Documents {
  readonly scope: ScanScope;
  /** Whether all fields of the top level are members, but for those that went. */
  readonly areWhole: boolean;
  readonly gone: ReadonlySet<string>;
}

/** The members of a row at one point of a pipeline. Immutable. */
export class Layout {
  readonly #places: ReadonlyMap<string, Place>;
  readonly #documents: Documents | null;

  private constructor(places: ReadonlyMap<string, Place>, documents: Documents | null) {
    this.#places = places;
    this.#documents = documents;
  }

  static ofDocuments(scope: ScanScope): Layout {
    return new Layout(new Map(), { scope, areWhole: true, gone: new Set() });
  }

  static ofColumns(columns: readonly Column[]): Layout {
    return new Layout(new Map(columns.map((column) => [column.name, { column, path: null }])), null);
  }

  /** Null where no row has such a member, nor an object with it: its value is MISSING. */
  place(name: string): Place | null {
    const own = this.member(name);
    if (own !== null) return own;
    const dot = name.indexOf('.');
    const root = dot < 0 ? null : this.member(name.slice(0, dot));
    return root === null || root.path === null ? null : this.#field(root.path + name.slice(dot));
  }

  /** With a member put in, or another in its place. */
  with(name: string, column: Column): Layout {
    return new Layout(new Map([...this.#places, [name, { column, path: null }]]), this.#documents);
  }

  without(names: readonly string[]): Layout {
    const places = new Map([...this.#places].filter(([name]) => !names.includes(name)));
    const documents = this.#documents && {
      ...this.#documents,
      gone: new Set([...this.#documents.gone, ...names]),
    };
    return new Layout(places, documents);
  }

  /** These members alone. */
  only(places: ReadonlyMap<string, Place>): Layout {
    return new Layout(places, this.#documents && { ...this.#documents, areWhole: false });
  }

  /** A member of the row itself. */
  member(name: string): Place | null {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const documents = this.#documents;
    if (documents?.areWhole !== true || name.includes('.') || documents.gone.has(name)) return null;
    return this.#field(name);
  }

  #field(path: string): Place | null {
    const { scope } = this.#documents ?? {};
    if (scope?.scan.fields.has(path) !== true) return null;
    const column = scope.lookup(path);
    return column && { column, path };
  }
}
