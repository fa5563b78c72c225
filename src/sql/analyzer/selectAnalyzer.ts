import type { ExpressionNode, OrderNode, SelectItemNode, SelectNode } from '../ast/index.ts';
import { SqlError, semanticError } from '../errors.ts';
import type { EvaluationContext } from '../functions/index.ts';
import type { LogicalPlan, ProjectItem, ProjectPlan, SortKey } from '../plan/logical.ts';
import { Aggregation } from './aggregation.ts';
import { containsAggregate, hasPlainColumn, printAst } from './astWalk.ts';
import { Binder } from './binder.ts';
import type { Collectors } from './binderFace.ts';
import { type Bound, type ColumnFactory, referenceTo } from './bound.ts';
import { NestedColumns } from './nestedColumns.ts';
import { resolveName, type Scope } from './scope.ts';
import { substituteAlias, substituteOrdinal } from './selectAliases.ts';
import { Windows } from './windows.ts';

/** What FROM and WHERE made: rows and their names. */
export interface Source {
  readonly plan: LogicalPlan;
  readonly scope: Scope;
}

/** One SELECT without its FROM and WHERE: groups, HAVING, ORDER BY, LIMIT, windows, columns, in this order. */
export class SelectAnalyzer {
  readonly #select: SelectNode;
  readonly #scope: Scope;
  readonly #context: EvaluationContext;
  readonly #columns: ColumnFactory;
  readonly #aggregation: Aggregation;
  readonly #windows: Windows;
  readonly #nested: NestedColumns;

  constructor(select: SelectNode, scope: Scope, context: EvaluationContext, columns: ColumnFactory) {
    this.#select = select;
    this.#scope = scope;
    this.#context = context;
    this.#columns = columns;
    this.#aggregation = new Aggregation(columns);
    this.#windows = new Windows(columns);
    this.#nested = new NestedColumns(scope, columns);
  }

  analyze(source: LogicalPlan): ProjectPlan {
    const select = this.#select;
    for (const expression of this.#groupExpressions()) {
      this.#aggregation.group(new Binder(this.#scope, this.#context).bind(expression));
    }
    const items = select.items.flatMap((item) => this.#items(item));
    const having = select.having === null ? null : this.#having(select.having);
    const keys = select.orderBy.map((order) => this.sortKey(order));
    let plan = this.#aggregation.over(source, this.#isAggregated());
    const lift = (bound: Bound): Bound => this.#aggregation.lift(bound);
    if (having !== null) plan = { kind: 'filter', input: plan, condition: lift(having) };
    if (keys.length > 0) {
      plan = {
        kind: 'sort',
        input: plan,
        keys: keys.map((key) => ({ ...key, expression: lift(key.expression) })),
      };
    }
    if (select.limit !== null)
      plan = { kind: 'limit', input: plan, limit: select.limit, offset: select.offset };
    plan = this.#nested.over(plan);
    plan = this.#windows.over(plan, lift);
    const lifted = items.map((item) => ({ ...item, expression: lift(item.expression) }));
    return this.#distinct({ kind: 'project', input: plan, items: lifted });
  }

  #isAggregated(): boolean {
    return hasAggregates(this.#select) || this.#groupExpressions().length > 0;
  }

  /** GROUP BY, or all columns of a plain SELECT DISTINCT. */
  #groupExpressions(): readonly ExpressionNode[] {
    const { items, groupBy, distinct } = this.#select;
    if (groupBy.length > 0) {
      return groupBy.map((expression) => substituteAlias(items, substituteOrdinal(items, expression)));
    }
    const plainDistinct =
      distinct && !hasAggregates(this.#select) && items.every(({ expression }) => isGroupable(expression));
    return plainDistinct ? items.map(({ expression }) => expression) : [];
  }

  /** DISTINCT that is no grouping of its own: over stars, windows and groups. */
  #distinct(plan: ProjectPlan): ProjectPlan {
    const grouped = this.#select.groupBy.length === 0 && this.#isAggregated();
    if (!this.#select.distinct || grouped) return plan;
    const columns = plan.items.map(({ column }) => column);
    const groups = columns.map((column) => ({
      expression: referenceTo(column),
      column: this.#columns.make(column.name, column.type),
    }));
    const items = plan.items.map((item, i) => ({
      ...item,
      expression: referenceTo(groups[i].column),
      column: this.#columns.make(item.column.name, item.column.type),
    }));
    return { kind: 'project', input: { kind: 'aggregate', input: plan, groups, aggregates: [] }, items };
  }

  #collectors(): Collectors {
    const aggregate: Collectors['aggregate'] = (bound) => this.#aggregation.aggregate(bound);
    const inner = new Binder(this.#scope, this.#context, { aggregate, window: null, nested: null });
    return {
      aggregate,
      window: (node) => this.#windows.add(node, inner, (order) => this.sortKey(order, inner)),
      nested: (path) => this.#nested.column(path),
    };
  }

  #items(item: SelectItemNode): ProjectItem[] {
    const { expression, alias, text } = item;
    if (expression.kind === 'star') {
      const star = this.#scope.star(expression.qualifier);
      if (star.length === 0 && !this.#scope.has('_id')) throw noFrom();
      return star.map(({ name, column }) => this.#item(referenceTo(column), name, null));
    }
    const bound = new Binder(this.#scope, this.#context, this.#collectors()).bind(expression);
    const name =
      expression.kind === 'column' ? resolveName(this.#scope, expression.parts).name : unquoted(text);
    return [this.#item(bound, name, alias)];
  }

  #item(expression: Bound, name: string, alias: string | null): ProjectItem {
    const schema = alias === null ? { name, type: expression.type } : { name, alias, type: expression.type };
    return { expression, column: this.#columns.make(alias ?? name, expression.type), schema };
  }

  #having(node: ExpressionNode): Bound {
    const collectors = { ...this.#collectors(), window: null, nested: null };
    const aliases = new Map(
      this.#select.items
        .filter(({ alias }) => alias !== null)
        .map(({ alias, expression }) => [alias ?? '', expression]),
    );
    return new Binder(this.#scope, this.#context, collectors, aliases).bind(node);
  }

  sortKey(order: OrderNode, binder: Binder | null = null): SortKey {
    const { items } = this.#select;
    const used =
      binder ?? new Binder(this.#scope, this.#context, { ...this.#collectors(), window: null, nested: null });
    const node = substituteAlias(items, substituteOrdinal(items, order.expression));
    const descending = order.direction === 'desc';
    const nullsFirst = order.nulls === null ? !descending : order.nulls === 'first';
    if (node.kind === 'star') {
      const [first] = this.#scope.star(null);
      return { expression: referenceTo(first.column), descending, nullsFirst };
    }
    return { expression: used.bind(node), descending, nullsFirst };
  }
}

function isGroupable(node: ExpressionNode): boolean {
  return node.kind !== 'star' && !(node.kind === 'call' && node.over !== null);
}

/** A name in backticks as a whole loses them. */
function unquoted(text: string): string {
  return /^`[^`]*`$/.test(text) ? text.slice(1, -1) : text;
}

function noFrom(): SqlError {
  return new SqlError('SyntaxCheckException', 'No FROM clause found for select all');
}

function hasAggregates({ items, where, having, orderBy }: SelectNode): boolean {
  const expressions = [...items.map(({ expression }) => expression), where, having];
  return (
    expressions.some((expression) => expression !== null && containsAggregate(expression)) ||
    orderBy.some(({ expression }) => containsAggregate(expression))
  );
}

/** An aggregate without GROUP BY leaves no row for a plain column: SemanticCheckException, before anything else. */
export function checkUngroupedColumns(select: SelectNode): void {
  if (select.groupBy.length > 0 || !hasAggregates(select)) return;
  const plain = select.items.find(({ expression }) => hasPlainColumn(expression));
  if (plain === undefined) return;
  throw semanticError(
    `Explicit GROUP BY clause is required because expression [${printAst(plain.expression)}] contains non-aggregated column`,
  );
}
