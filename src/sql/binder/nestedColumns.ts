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

  /** `path`: that of the nested documents, where it is said. */
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

export function illegalName(name: string): SqlError {
  return new SqlError('IllegalArgumentException', `Illegal nested field name: ${name}`);
}
