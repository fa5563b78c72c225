import type { CallNode, ExpressionNode, SelectItemNode } from '../ast/index.ts';
import { SqlError } from '../errors.ts';
import type { LogicalPlan, UnnestPlan } from '../plan/logical.ts';
import { type Bound, type Column, type ColumnFactory, literalOf, referenceTo } from './bound.ts';
import type { Field } from './fieldTable.ts';
import { resolveName, ScanScope, type Scope, unresolved } from './scope.ts';

/** `nested(path)` in the select list: one row per element of the nested field. */
export class NestedColumns {
  readonly #scope: Scope;
  readonly #columns: ColumnFactory;
  readonly #members = new Map<string, { field: Field; column: Column }[]>();

  constructor(scope: Scope, columns: ColumnFactory) {
    this.#scope = scope;
    this.#columns = columns;
  }

  /** `path` is the explicit path of the nested documents, if given. */
  column(name: string, path: string | null): Column {
    const field = this.#scope instanceof ScanScope ? this.#scope.scan.fields.get(name) : undefined;
    if (field === undefined || field.nestedPath === null) throw illegalName(name);
    if (path !== null && path !== field.nestedPath) {
      const details = `[nested] failed to find nested object under path [${path}]`;
      throw new SqlError('SearchPhaseExecutionException', details);
    }
    const members = this.#members.get(field.nestedPath) ?? [];
    this.#members.set(field.nestedPath, members);
    const known = members.find((member) => member.field === field);
    if (known !== undefined) return known.column;
    const column = this.#columns.make(name, field.type);
    members.push({ field, column });
    return column;
  }

  /**
   * For a call inside another expression: the document's value under the name. If the same field is also in
   * the select list by itself, the value comes from the nested document, which then has no other fields of
   * its path.
   */
  inside(name: string, items: readonly SelectItemNode[]): Bound {
    const column = this.#scope.lookup(name);
    if (column === null) throw unresolved(name);
    const path = this.#pathOf(name);
    if (path === null) return referenceTo(column);
    const selected = items.flatMap(({ expression }) =>
      isNested(expression) && expression.args[0]?.kind === 'column'
        ? [resolveName(this.#scope, expression.args[0].parts).name]
        : [],
    );
    if (selected.includes(name)) return referenceTo(this.column(name, path));
    const isUnnested = selected.some((other) => this.#pathOf(other) === path);
    return isUnnested ? literalOf(null, column.type) : referenceTo(column);
  }

  #pathOf(name: string): string | null {
    const scope = this.#scope;
    return (scope instanceof ScanScope && scope.scan.fields.get(name)?.nestedPath) || null;
  }

  over(plan: LogicalPlan): LogicalPlan {
    let input = plan;
    for (const [path, members] of this.#members) {
      const nested = this.#scope.lookup(path);
      if (nested === null) continue;
      input = { kind: 'unnest', input, nested, path, members, keepsRows: false } satisfies UnnestPlan;
    }
    return input;
  }
}

export function isNested(node: ExpressionNode): node is CallNode {
  return node.kind === 'call' && node.name.toLowerCase() === 'nested';
}

export function illegalName(name: string): SqlError {
  return new SqlError('IllegalArgumentException', `Illegal nested field name: ${name}`);
}
