import type { ProjectItem, ProjectPlan } from '../plan/logical.ts';
import { type Column, type ColumnFactory, literalOf } from './bound.ts';
import type { Scope } from './scope.ts';

/**
 * Names inside a subquery of FROM that it does not select. The original resolves them from outside, although
 * no row has a value for them.
 */
export class UnselectedNames implements Pick<Scope, 'lookup' | 'has' | 'isQualifier'> {
  /** The subquery with a column for each of these names that was looked up. */
  readonly plan: ProjectPlan;
  readonly #inside: Scope;
  readonly #columns: ColumnFactory;
  readonly #items: ProjectItem[];
  readonly #found = new Map<string, Column>();

  constructor(plan: ProjectPlan, inside: Scope, columns: ColumnFactory) {
    this.#inside = inside;
    this.#columns = columns;
    this.#items = [...plan.items];
    this.plan = { ...plan, items: this.#items };
  }

  lookup(path: string): Column | null {
    const known = this.#found.get(path);
    if (known !== undefined) return known;
    const type = this.#inside.lookup(path)?.type;
    if (type === undefined) return null;
    const column = this.#columns.make(path, type);
    this.#found.set(path, column);
    this.#items.push({ expression: literalOf(undefined, type), column, schema: { name: path, type } });
    return column;
  }

  has(path: string): boolean {
    return this.#inside.has(path);
  }

  isQualifier(name: string): boolean {
    return this.#inside.isQualifier(name);
  }

  /** Whether one of them was looked up. */
  get isUsed(): boolean {
    return this.#found.size > 0;
  }
}
