import type {
  ExpressionNode,
  JoinNode,
  QueryNode,
  RelationNode,
  SelectNode,
  SetOperationNode,
  WithNode,
} from '../ast/index.ts';
import { SqlError, semanticError } from '../errors.ts';
import type { EvaluationContext } from '../functions/index.ts';
import type { LogicalPlan, ScanPlan } from '../plan/logical.ts';
import { outputColumns } from '../plan/logical.ts';
import type { SchemaColumn } from '../types.ts';
import { Binder } from './binder.ts';
import { ColumnFactory, referenceTo } from './bound.ts';
import type { FieldTable } from './fieldTable.ts';
import { joinCondition, usingCondition } from './joinCondition.ts';
import { DerivedScope, emptyScope, JoinScope, ScanScope, type Scope, type StarColumn } from './scope.ts';
import { checkUngroupedColumns, SelectAnalyzer, type Source } from './selectAnalyzer.ts';
import { splitSubqueries } from './subqueryConditions.ts';

/** A query's plan and the columns that it answers with. */
export interface AnalyzedQuery {
  readonly plan: LogicalPlan;
  readonly schema: readonly SchemaColumn[];
  readonly columns: readonly StarColumn[];
}

type CommonTable = WithNode['tables'][number];
type CommonTables = ReadonlyMap<string, CommonTable>;

/** Queries of any form → plans. The fields of every index that the statement names are known before. */
export class QueryAnalyzer {
  readonly #fields: ReadonlyMap<string, FieldTable>;
  readonly #context: EvaluationContext;
  readonly #columns = new ColumnFactory();

  constructor(fields: ReadonlyMap<string, FieldTable>, context: EvaluationContext) {
    this.#fields = fields;
    this.#context = context;
  }

  analyze(node: QueryNode, commonTables: CommonTables = new Map()): AnalyzedQuery {
    switch (node.kind) {
      case 'select':
        return this.#select(node, commonTables);
      case 'setOperation':
        return this.#setOperation(node, commonTables);
      case 'with': {
        const tables = new Map(commonTables);
        for (const table of node.tables) tables.set(table.name, table);
        return this.analyze(node.body, tables);
      }
    }
  }

  #select(node: SelectNode, commonTables: CommonTables): AnalyzedQuery {
    checkUngroupedColumns(node);
    const source = node.from === null ? this.#noSource() : this.#relation(node.from, commonTables);
    const filtered = node.where === null ? source.plan : this.#where(source, node.where, commonTables);
    const analyzer = new SelectAnalyzer(node, source.scope, this.#context, this.#columns);
    const plan = analyzer.analyze(filtered);
    return {
      plan,
      schema: plan.items.map(({ schema }) => schema),
      columns: plan.items.map(({ column }) => ({ name: column.name, column })),
    };
  }

  #noSource(): Source {
    return { plan: { kind: 'values', rows: [[]] }, scope: emptyScope };
  }

  #where(source: Source, where: ExpressionNode, commonTables: CommonTables): LogicalPlan {
    const { plain, subqueries } = splitSubqueries(where);
    const binder = new Binder(source.scope, this.#context);
    let plan = source.plan;
    if (plain !== null) plan = { kind: 'filter', input: plan, condition: binder.bind(plain) };
    for (const { operand, query, negated } of subqueries) {
      const inner = this.analyze(query, commonTables);
      if (operand !== null && inner.columns.length !== 1)
        throw semanticError('a subquery of IN has one column');
      const bound = operand === null ? null : binder.bind(operand);
      plan = { kind: 'semiJoin', input: plan, query: inner.plan, operand: bound, negated };
    }
    return plan;
  }

  #relation(node: RelationNode, commonTables: CommonTables): Source {
    switch (node.kind) {
      case 'table': {
        const common = commonTables.get(node.name);
        if (common !== undefined)
          return this.#common(common, node.alias ?? node.name, without(commonTables, node.name));
        return this.#table(node.name, node.alias);
      }
      case 'derived':
        return this.#derived(node.query, node.alias, commonTables);
      case 'join':
        return this.#join(node, commonTables);
    }
  }

  #table(name: string, alias: string | null): Source {
    const fields = this.#fields.get(name);
    if (fields === undefined) throw semanticError(`unknown index ${name}`);
    const scan: ScanPlan = { kind: 'scan', index: name, fields, columns: [] };
    return { plan: scan, scope: new ScanScope(scan, alias ?? name, this.#columns) };
  }

  #derived(query: QueryNode, alias: string | null, commonTables: CommonTables): Source {
    const { plan, columns } = this.analyze(query, commonTables);
    return { plan, scope: new DerivedScope(columns, alias) };
  }

  /** Its columns have the names of WITH, or their own. */
  #common(table: CommonTable, alias: string, commonTables: CommonTables): Source {
    const { plan, columns } = this.analyze(table.query, commonTables);
    const names = table.columns ?? columns.map(({ name }) => name);
    if (names.length !== columns.length) {
      throw semanticError(`${table.name} has ${columns.length} columns, but ${names.length} names`);
    }
    const named = columns.map(({ column }, i) => ({ name: names[i], column }));
    return { plan, scope: new DerivedScope(named, alias) };
  }

  #join(node: JoinNode, commonTables: CommonTables): Source {
    const left = this.#relation(node.left, commonTables);
    const right = this.#relation(node.right, commonTables);
    const scope = new JoinScope(left.scope, right.scope);
    const binder = new Binder(scope, this.#context);
    const on =
      node.using === null
        ? node.on === null
          ? null
          : binder.bind(node.on)
        : usingCondition(node.using, left.scope, right.scope, binder);
    const sides = [outputColumns(left.plan), outputColumns(right.plan)] as const;
    const { equal, condition } = joinCondition(on, new Set(sides[0]), new Set(sides[1]));
    const type = node.type === 'comma' ? 'cross' : node.type;
    return { plan: { kind: 'join', type, left: left.plan, right: right.plan, equal, condition }, scope };
  }

  #setOperation(node: SetOperationNode, commonTables: CommonTables): AnalyzedQuery {
    const left = this.analyze(node.left, commonTables);
    const right = this.analyze(node.right, commonTables);
    if (left.columns.length !== right.columns.length) {
      throw new SqlError(
        'SemanticAnalysisException',
        'the queries of a set operation have the same number of columns',
      );
    }
    const columns = left.columns.map(({ name, column }) => ({
      name,
      column: this.#columns.make(name, column.type),
    }));
    let plan: LogicalPlan = {
      kind: 'set',
      operator: node.operator,
      left: left.plan,
      right: right.plan,
      columns: columns.map(({ column }) => column),
    };
    const scope: Scope = new DerivedScope(columns, null);
    if (node.orderBy.length > 0) {
      const binder = new Binder(scope, this.#context);
      const keys = node.orderBy.map(({ expression, direction, nulls }) => ({
        expression: this.#ordinal(expression, columns) ?? binder.bind(expression),
        descending: direction === 'desc',
        nullsFirst: nulls === null ? direction === 'asc' : nulls === 'first',
      }));
      plan = { kind: 'sort', input: plan, keys };
    }
    if (node.limit !== null) plan = { kind: 'limit', input: plan, limit: node.limit, offset: node.offset };
    return { plan, schema: left.schema, columns };
  }

  #ordinal(node: ExpressionNode, columns: readonly StarColumn[]): ReturnType<typeof referenceTo> | null {
    if (node.kind !== 'literal' || node.type !== 'integer') return null;
    const column = columns[Number(node.value) - 1];
    if (column === undefined)
      throw semanticError(`Ordinal [${node.value}] is out of bound of select item list`);
    return referenceTo(column.column);
  }
}

/** A common table does not see itself. */
function without(tables: CommonTables, name: string): CommonTables {
  return new Map([...tables].filter(([key]) => key !== name));
}
