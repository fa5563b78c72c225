import type { Column } from '../bound.ts';
import type { ScanScope } from '../scope.ts';

/** Where the value of a name is in a row. */
export interface Place {
  readonly column: Column;
  /** The path if it is a field of the document, from which the members of an object are read. */
  readonly path: string | null;
}

/** Rows that mirror documents: top-level fields are members and are read when they are referenced. */
interface Documents {
  readonly scope: ScanScope;
  /** Whether all top-level fields are members, except removed ones. */
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

  /** Null where no row has such a member or an object containing it: its value is MISSING. */
  place(name: string): Place | null {
    const own = this.member(name);
    if (own !== null) return own;
    const dot = name.indexOf('.');
    const root = dot < 0 ? null : this.member(name.slice(0, dot));
    return root === null || root.path === null ? null : this.#field(root.path + name.slice(dot));
  }

  /** A copy with a member added or replaced. */
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

  /** A copy with only these members. */
  only(places: ReadonlyMap<string, Place>): Layout {
    return new Layout(places, this.#documents && { ...this.#documents, areWhole: false });
  }

  /** A direct member of the row. */
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
