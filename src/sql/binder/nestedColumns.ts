import { SqlError } from '../errors.ts';
import type { LogicalPlan, UnnestPlan } from '../plan/logical.ts';
import type { Column, ColumnFactory } from './bound.ts';
import type { Field } from './fieldTable.ts';
import { ScanScope, type Scope } from './scope.ts';

/** `nested(path)` in the select list: one row for each element of the nested field. */
export class NestedColumns {
  readonly #scope: Scope;
  readonly #columns: ColumnFactory;
  readonly #members = new Map<string, { field: Field; column: Column }[]>();

  constructor(scope: Scope, columns: ColumnFactory) {
    this.#scope = scope;
    this.#columns = columns;
  }

  column(path: string): Column {
    const field = this.#scope instanceof ScanScope ? this.#scope.scan.fields.get(path) : undefined;
    if (field === undefined || field.nestedPath === null) {
      throw new SqlError('IllegalArgumentException', `Illegal nested field name: ${path}`);
    }
    const members = this.#members.get(field.nestedPath) ?? [];
    this.#members.set(field.nestedPath, members);
    const known = members.find((member) => member.field === field);
    if (known !== undefined) return known.column;
    const column = this.#columns.make(path, field.type);
    members.push({ field, column });
    return column;
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
