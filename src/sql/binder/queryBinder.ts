import { limits } from '../../common/index.ts';
import type {
  ExpressionNode,
  JoinNode,
  QueryNode,
  RelationNode,
  SelectItemNode,
  SelectNode,
  SetOperationNode,
  WithNode,
} from '../ast/index.ts';
import { SqlError, semanticError } from '../errors.ts';
import type { EvaluationContext } from '../functions/index.ts';
import type {
  CommonTable as LogicalCommonTable,
  LogicalPlan,
  ProjectPlan,
  ScanPlan,
} from '../plan/logical.ts';
import { outputColumns } from '../plan/logical.ts';
import { UNSELECTED } from '../warnings.ts';
import { containsSubquery, firstAggregate } from './astWalk.ts';
import { Binder, NO_COLLECTORS } from './binder.ts';
import { ColumnFactory, referenceTo } from './bound.ts';
import type { AnalyzedQuery } from './boundQuery.ts';
import type { FieldTable } from './fieldTable.ts';
import { commonNames, joinCondition, partsOfOn, usingCondition } from './joinCondition.ts';
import { NestedScope, type NestedTable, nestedTable } from './nestedScope.ts';
import {
  DerivedScope,
  emptyScope,
  JoinScope,
  type OuterNames,
  ScanScope,
  type Scope,
  type StarColumn,
} from './scope.ts';
import { checkOrdinals } from './selectAliases.ts';
import { checkUngroupedColumns, SelectBinder, type Source } from './selectBinder.ts';
import { Subqueries } from './subqueries.ts';
import { sharedTables } from './tablesOf.ts';
import { UnselectedNames } from './unselected.ts';
import { noEvaluation } from './windows.ts';

/** A query of WITH. */
interface CommonTable {
  readonly node: WithNode['tables'][number];
  /** What its query sees, wherever it is referenced. */
  readonly around: Surroundings;
  /** Null if it is referenced at most once: it is then bound in that place. */
  readonly shared: SharedQuery | null;
  /** True while its query is being bound, which does not see the table itself. */
  isOpen: boolean;
}

interface SharedQuery {
  readonly id: number;
  /** Null until it is first referenced. */
  bound: AnalyzedQuery | null;
}

/** What a query sees besides its own tables. */
interface Surroundings {
  readonly commonTables: ReadonlyMap<string, CommonTable>;
  /** The names of the outer query, for a subquery. */
  readonly outer: OuterNames | null;
}

interface SelectedQuery extends AnalyzedQuery {
  readonly plan: ProjectPlan;
  /** In which the query's own names are looked up. */
  readonly scope: Scope;
}

const NOTHING: Surroundings = { commonTables: new Map(), outer: null };

/** Plans queries of any form. The fields of all indices in the statement must be loaded beforehand. */
export class QueryBinder {
  readonly #fields: ReadonlyMap<string, FieldTable>;
  readonly #context: EvaluationContext;
  readonly #columns = new ColumnFactory();
  readonly #unselected: UnselectedNames[] = [];
  #scans = 0;
  #sharedQueries = 0;

  constructor(fields: ReadonlyMap<string, FieldTable>, context: EvaluationContext) {
    this.#fields = fields;
    this.#context = context;
  }

  analyze(node: QueryNode, around: Surroundings = NOTHING): AnalyzedQuery {
    switch (node.kind) {
      case 'select':
        return this.#select(node, around);
      case 'setOperation':
        return this.#setOperation(node, around);
      case 'with':
        return this.#with(node, around);
    }
  }

  /**
   * WITH inside a subquery may reference the outer query, in which case its rows differ for each outer row.
   */
  #with(node: WithNode, around: Surroundings): AnalyzedQuery {
    const names = around.outer === null ? sharedTables(node) : new Set<string>();
    const commonTables = new Map(around.commonTables);
    const within = { ...around, commonTables };
    const tables = node.tables.map((table): CommonTable => {
      const shared = names.has(table.name) ? { id: ++this.#sharedQueries, bound: null } : null;
      return { node: table, around: within, shared, isOpen: false };
    });
    for (const table of tables) commonTables.set(table.node.name, table);
    const body = this.analyze(node.body, within);
    const bound = tables.flatMap(({ node: { name }, shared }): LogicalCommonTable[] => {
      if (shared === null || shared.bound === null) return [];
      const { plan: query, columns } = shared.bound;
      return [{ id: shared.id, name, query, columns: columns.map(({ column }) => column) }];
    });
    if (bound.length === 0) return body;
    return { ...body, plan: { kind: 'with', tables: bound, input: body.plan } };
  }

  /** Warnings about parts of the query that the original interprets differently than intended. */
  warnings(): readonly string[] {
    return this.#unselected.some(({ isUsed }) => isUsed) ? [UNSELECTED] : [];
  }

  #select(node: SelectNode, around: Surroundings): SelectedQuery {
    checkOrdinals(node, this.#context);
    checkUngroupedColumns(node);
    if (node.from === null) this.#refuseAggregates(node.items);
    const source = node.from === null ? noSource(around) : this.#from(node.from, around);
    const subqueries = (): Subqueries => this.#subqueries(around);
    const filtered = node.where === null ? source.plan : this.#where(source, node.where, subqueries());
    const analyzer = new SelectBinder(node, source.scope, this.#context, this.#columns, subqueries);
    const plan = analyzer.analyze(filtered);
    return {
      plan,
      scope: source.scope,
      schema: plan.items.map(({ schema }) => schema),
      columns: plan.items.map(({ column }) => ({ name: column.name, column })),
    };
  }

  /** Without FROM the original's aggregates have no rows. */
  #refuseAggregates(items: readonly SelectItemNode[]): void {
    for (const { expression } of items) {
      const name = firstAggregate(expression);
      if (name !== null) this.#context.beyond?.(noEvaluation(name));
    }
  }

  #subqueries(around: Surroundings): Subqueries {
    return new Subqueries((query, outer) => this.analyze(query, { ...around, outer }), this.#columns);
  }

  /** Conditions without subqueries come first, since a search may evaluate them. */
  #where({ plan: source, scope }: Source, where: ExpressionNode, subqueries: Subqueries): LogicalPlan {
    const parts = where.kind === 'and' ? where.operands : [where];
    const binder = new Binder(scope, this.#context, {
      ...NO_COLLECTORS,
      subquery: (node, inner) => subqueries.add(node, inner),
    });
    const filtered = (input: LogicalPlan, operands: readonly ExpressionNode[]): LogicalPlan => {
      if (operands.length === 0) return input;
      const whole: ExpressionNode =
        operands.length === 1 ? operands[0] : { kind: 'and', operands, span: where.span };
      return { kind: 'filter', input, condition: binder.bind(whole) };
    };
    const plain = filtered(
      source,
      parts.filter((part) => !containsSubquery(part)),
    );
    const rest = filtered(plain, parts.filter(containsSubquery));
    return rest.kind === 'filter' && rest !== plain ? { ...rest, input: subqueries.over(plain) } : rest;
  }

  #from(node: RelationNode, around: Surroundings): Source {
    const isSelect = node.kind === 'derived' && node.query.kind === 'select';
    if (!isSelect || this.#context.corrections) return this.#relation(node, around);
    const { plan, columns, scope } = this.#select(node.query as SelectNode, around);
    const unselected = new UnselectedNames(plan, scope, this.#columns);
    this.#unselected.push(unselected);
    return {
      plan: unselected.plan,
      scope: new DerivedScope(columns, node.alias, around.outer, unselected),
    };
  }

  #relation(node: RelationNode, around: Surroundings): Source {
    switch (node.kind) {
      case 'table': {
        const common = around.commonTables.get(node.name);
        if (common !== undefined && !common.isOpen)
          return this.#common(common, node.alias ?? node.name, around.outer);
        return this.#table(node.unqualified, node.alias, around);
      }
      case 'derived':
        return this.#derived(node.query, node.alias, around);
      case 'join':
        return this.#join(node, around);
    }
  }

  #table(name: string, alias: string | null, { outer }: Surroundings): Source {
    const fields = this.#fields.get(name);
    if (fields === undefined) throw semanticError(`unknown index ${name}`);
    this.#checkScans();
    const scan: ScanPlan = { kind: 'scan', index: name, fields, columns: [] };
    return { plan: scan, scope: new ScanScope(scan, alias ?? name, this.#columns, outer) };
  }

  /** Limits the number of scans and WITH references, since each one is planned. */
  #checkScans(): void {
    const { value } = limits.sqlScans;
    if (++this.#scans <= value) return;
    const details = `the statement has more scans than the limit of ${value}`;
    throw new SqlError('IllegalStateException', details);
  }

  #derived(query: QueryNode, alias: string | null, around: Surroundings): Source {
    const { plan, columns } = this.analyze(query, around);
    return { plan, scope: new DerivedScope(columns, alias, around.outer) };
  }

  /** Its columns have the names given in WITH, or their own. */
  #common(table: CommonTable, alias: string, outer: OuterNames | null): Source {
    const { node, shared } = table;
    const { plan, columns } = shared === null ? this.#opened(table) : this.#shared(table, shared);
    const names = node.columns ?? columns.map(({ name }) => name);
    if (names.length !== columns.length) {
      throw semanticError(`${node.name} has ${columns.length} columns, but ${names.length} names`);
    }
    const named = columns.map(({ column }, i) => ({ name: names[i], column }));
    return { plan, scope: new DerivedScope(named, alias, outer) };
  }

  #opened(table: CommonTable): AnalyzedQuery {
    table.isOpen = true;
    const analyzed = this.analyze(table.node.query, table.around);
    table.isOpen = false;
    return analyzed;
  }

  /** The rows of a query that is bound once, as new columns for this reference. */
  #shared(table: CommonTable, shared: SharedQuery): Pick<AnalyzedQuery, 'plan' | 'columns'> {
    this.#checkScans();
    shared.bound ??= this.#opened(table);
    const { name } = table.node;
    const columns = shared.bound.columns.map((known) => ({
      name: known.name,
      column: this.#columns.make(known.name, known.column.type),
    }));
    const plan: LogicalPlan = {
      kind: 'common',
      id: shared.id,
      name,
      columns: columns.map(({ column }) => column),
    };
    return { plan, columns };
  }

  #join(node: JoinNode, around: Surroundings): Source {
    const left = this.#relation(node.left, around);
    const elements = node.right.kind === 'table' ? nestedTable(node.right.name, left.scope) : null;
    if (elements !== null) return this.#elements(node, elements, left, around);
    const right = this.#relation(node.right, around);
    const whole = node.type === 'right' ? right.scope : left.scope;
    const using = node.using === 'natural' ? commonNames(left.scope, right.scope) : (node.using ?? []);
    const owners = new Map(node.type === 'full' ? [] : using.map((name) => [name, whole]));
    const scope = new JoinScope(left.scope, right.scope, owners);
    const subqueries = this.#subqueries(around);
    const binder = new Binder(scope, this.#context, {
      ...NO_COLLECTORS,
      subquery: (query, inner) => subqueries.add(query, inner),
    });
    const [on, where] = node.on === null ? [null, null] : partsOfOn(node.on, node.type);
    const test =
      using.length === 0 ? on && binder.bind(on) : usingCondition(using, left.scope, right.scope, binder);
    const sides = subqueries.beside(left.plan, right.plan);
    const [ofLeft, ofRight] = [sides.left, sides.right].map((plan) => new Set(outputColumns(plan)));
    const type = node.type === 'comma' ? 'cross' : node.type;
    const plan: LogicalPlan = { kind: 'join', type, ...sides, ...joinCondition(test, ofLeft, ofRight) };
    return {
      plan: where === null ? plan : this.#where({ plan, scope }, where, this.#subqueries(around)),
      scope,
    };
  }

  /** `o JOIN o.lines l`: one row per element of the nested field. */
  #elements(
    node: JoinNode,
    { fields, path, column }: NestedTable,
    left: Source,
    around: Surroundings,
  ): Source {
    if (node.type === 'right' || node.type === 'full' || node.using !== null) {
      throw semanticError('a nested collection is joined by JOIN or LEFT JOIN');
    }
    const keepsRows = node.type === 'left';
    if (keepsRows && node.on !== null) {
      throw semanticError('LEFT JOIN of a nested collection takes no ON');
    }
    const alias = (node.right.kind === 'table' && node.right.alias) || path;
    const elements = new NestedScope(fields, path, alias, this.#columns, around.outer);
    const { members } = elements;
    const scope = new JoinScope(left.scope, elements);
    const plan: LogicalPlan = { kind: 'unnest', input: left.plan, nested: column, path, members, keepsRows };
    const filtered =
      node.on === null ? plan : this.#where({ plan, scope }, node.on, this.#subqueries(around));
    return { plan: filtered, scope };
  }

  #setOperation(node: SetOperationNode, around: Surroundings): AnalyzedQuery {
    const left = this.analyze(node.left, around);
    const right = this.analyze(node.right, around);
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
    const scope: Scope = new DerivedScope(columns, null, around.outer);
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

function noSource({ outer }: Surroundings): Source {
  return { plan: { kind: 'values', columns: [], rows: [[]] }, scope: emptyScope(outer) };
}
