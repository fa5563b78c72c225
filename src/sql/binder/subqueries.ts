import type { QueryNode } from '../ast/index.ts';
import { semanticError } from '../errors.ts';
import { type ApplyPlan, type LogicalPlan, mapTest, outputColumns } from '../plan/logical.ts';
import type { BinderFace, SubqueryForm } from './binderFace.ts';
import { type Bound, type Column, type ColumnFactory, referencedColumns, referenceTo } from './bound.ts';
import type { AnalyzedQuery } from './boundQuery.ts';
import { Parameters } from './parameters.ts';
import { bindRow, compareRows } from './rowValues.ts';
import type { OuterNames } from './scope.ts';

export type AnalyzeQuery = (query: QueryNode, outer: OuterNames) => AnalyzedQuery;

/** The subqueries of one stage of a SELECT: each adds a column to the rows, which expressions then read. */
export class Subqueries {
  readonly #analyze: AnalyzeQuery;
  readonly #columns: ColumnFactory;
  readonly #applies: Omit<ApplyPlan, 'kind' | 'input'>[] = [];

  constructor(analyze: AnalyzeQuery, columns: ColumnFactory) {
    this.#analyze = analyze;
    this.#columns = columns;
  }

  /** The column that holds its value, or whether it is true. */
  add(node: SubqueryForm, binder: BinderFace): Column {
    const outer = new Parameters(binder.scope, this.#columns);
    const inner = this.#analyze(node.query, outer);
    const { test, column } = this.#tested(node, inner, binder);
    this.#applies.push({ query: inner.plan, test, parameters: outer.list(), column });
    return column;
  }

  /** The columns added by `over`. */
  columns(): readonly Column[] {
    return this.#applies.map(({ column }) => column);
  }

  /**
   * Places subqueries at the sides of an outer join: each on the side whose columns it uses. Throws
   * SemanticCheckException.
   */
  beside(left: LogicalPlan, right: LogicalPlan): { readonly left: LogicalPlan; readonly right: LogicalPlan } {
    const sides = { left, right };
    for (const apply of this.#applies) {
      const named = outerColumns(apply);
      const side = (['left', 'right'] as const).find((name) => {
        const columns = outputColumns(sides[name]);
        return named.every((column) => columns.includes(column));
      });
      if (side === undefined) throw semanticError('a subquery in ON of an outer join names one of its sides');
      sides[side] = { ...apply, kind: 'apply', input: sides[side] };
    }
    return sides;
  }

  /** `lift` maps columns below an aggregation to those above it; `inner` are the subquery's own. */
  over(
    plan: LogicalPlan,
    lift: (bound: Bound, inner: readonly Column[]) => Bound = (bound) => bound,
  ): LogicalPlan {
    let input = plan;
    for (const apply of this.#applies) {
      const { test } = apply;
      input = {
        ...apply,
        kind: 'apply',
        input,
        test: mapTest(test, (bound) => lift(bound, outputColumns(apply.query))),
        parameters: apply.parameters.map(({ column, value }) => ({ column, value: lift(value, []) })),
      };
    }
    return input;
  }

  #tested(node: SubqueryForm, inner: AnalyzedQuery, binder: BinderFace): Pick<ApplyPlan, 'test' | 'column'> {
    if (node.kind === 'exists') {
      return { test: { kind: 'exists' }, column: this.#columns.make('exists', 'boolean') };
    }
    if (node.kind === 'subquery') {
      const [only] = inner.columns;
      if (inner.columns.length !== 1) throw semanticError('a subquery as a value has one column');
      return { test: { kind: 'scalar' }, column: this.#columns.make(only.name, only.column.type) };
    }
    const operands = bindRow(node.operand, binder);
    const items = inner.columns.map(({ column }) => referenceTo(column));
    if (operands.length === 1 && items.length !== 1) {
      throw semanticError(`a subquery of ${node.kind === 'in' ? 'IN' : 'ANY or ALL'} has one column`);
    }
    const operator = node.kind === 'in' ? '=' : node.operator;
    const condition = compareRows(operator, operands, items, binder);
    const column = this.#columns.make(node.kind === 'in' ? 'in' : 'any', 'boolean');
    if (operator !== '=' || operands.length > 1 || condition.kind !== 'call') {
      return { test: { kind: 'any', condition }, column };
    }
    const [operand, item] = condition.args;
    return { test: { kind: 'in', operand, item }, column };
  }
}

/** The columns of the outer row that a subquery reads. */
function outerColumns({ test, parameters, query }: Omit<ApplyPlan, 'kind' | 'input'>): readonly Column[] {
  const inner = new Set(outputColumns(query));
  const tested: Bound[] = [];
  mapTest(test, (bound) => {
    tested.push(bound);
    return bound;
  });
  const bounds = [...tested, ...parameters.map(({ value }) => value)];
  return bounds.flatMap((bound) => [...referencedColumns(bound)]).filter((column) => !inner.has(column));
}
