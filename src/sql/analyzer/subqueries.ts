import type { QueryNode } from '../ast/index.ts';
import { semanticError } from '../errors.ts';
import type { ApplyPlan, LogicalPlan } from '../plan/logical.ts';
import type { AnalyzedQuery } from './analyzedQuery.ts';
import type { BinderFace, SubqueryForm } from './binderFace.ts';
import { type Bound, type Column, type ColumnFactory, referenceTo } from './bound.ts';
import { Parameters } from './parameters.ts';
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

  /** The columns that `over` adds. */
  columns(): readonly Column[] {
    return this.#applies.map(({ column }) => column);
  }

  over(plan: LogicalPlan, lift: (bound: Bound) => Bound = (bound) => bound): LogicalPlan {
    let input = plan;
    for (const apply of this.#applies) {
      const { test } = apply;
      input = {
        ...apply,
        kind: 'apply',
        input,
        test: test.kind === 'in' ? { ...test, operand: lift(test.operand) } : test,
        parameters: apply.parameters.map(({ column, value }) => ({ column, value: lift(value) })),
      };
    }
    return input;
  }

  #tested(node: SubqueryForm, inner: AnalyzedQuery, binder: BinderFace): Pick<ApplyPlan, 'test' | 'column'> {
    if (node.kind === 'exists') {
      return { test: { kind: 'exists' }, column: this.#columns.make('exists', 'boolean') };
    }
    const [first] = inner.columns;
    if (inner.columns.length !== 1) {
      throw semanticError(`a subquery ${node.kind === 'in' ? 'of IN' : 'as a value'} has one column`);
    }
    if (node.kind === 'subquery') {
      return { test: { kind: 'scalar' }, column: this.#columns.make(first.name, first.column.type) };
    }
    const equal = binder.call('=', [binder.bind(node.operand), referenceTo(first.column)]);
    if (equal.kind !== 'call') throw semanticError('a subquery of IN is compared with a value');
    const [operand, item] = equal.args;
    return { test: { kind: 'in', operand, item }, column: this.#columns.make('in', 'boolean') };
  }
}
