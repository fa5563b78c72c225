import type { ApplyPlan } from '../plan/logical.ts';
import { type Column, type ColumnFactory, referenceTo } from './bound.ts';
import { type OuterNames, type ResolvedName, resolveName, resolves, type Scope } from './scope.ts';

/** Every name of the outer query becomes a parameter of the subquery, filled in for each outer row. */
export class Parameters implements OuterNames {
  readonly #scope: Scope;
  readonly #columns: ColumnFactory;
  readonly #byColumn = new Map<Column, ApplyPlan['parameters'][number]>();

  constructor(scope: Scope, columns: ColumnFactory) {
    this.#scope = scope;
    this.#columns = columns;
  }

  list(): ApplyPlan['parameters'] {
    return [...this.#byColumn.values()];
  }

  columns(): readonly Column[] {
    return this.list().map(({ column }) => column);
  }

  resolves(parts: readonly string[]): boolean {
    return resolves(this.#scope, parts);
  }

  resolve(parts: readonly string[]): ResolvedName {
    const { column: outer, name } = resolveName(this.#scope, parts);
    const known = this.#byColumn.get(outer);
    if (known !== undefined) return { column: known.column, name };
    const column = this.#columns.make(name, outer.type);
    this.#byColumn.set(outer, { column, value: referenceTo(outer) });
    return { column, name };
  }
}
