import type { ExpressionNode, OrderNode, SelectItemNode, SelectNode } from '../ast/index.ts';
import { SqlError, semanticError } from '../errors.ts';
import type { EvaluationContext } from '../functions/index.ts';
import type { LogicalPlan, ProjectItem, ProjectPlan, SortKey } from '../plan/logical.ts';
import { Aggregation } from './aggregation.ts';
import {
  aggregatesOf,
  containsAggregate,
  containsSubquery,
  containsWindow,
  firstWindow,
  hasPlainColumn,
  printAst,
} from './astWalk.ts';
import { Binder, NO_COLLECTORS } from './binder.ts';
import type { Collectors } from './binderFace.ts';
import { type Bound, boundKey, type ColumnFactory, referenceTo } from './bound.ts';
import { isNested, NestedColumns } from './nestedColumns.ts';
import { resolveName, type Scope, type StarColumn, unresolved } from './scope.ts';
import { substituteAlias, substituteOrdinal } from './selectAliases.ts';
import type { Subqueries } from './subqueries.ts';
import { Windows, windowRefusal } from './windows.ts';

/** The result of FROM and WHERE: rows and their names. */
export interface Source {
  readonly plan: LogicalPlan;
  readonly scope: Scope;
}

/**
 * A SELECT without its FROM and WHERE: groups, HAVING, ORDER BY, LIMIT, windows and columns, in this order.
 */
export class SelectBinder {
  readonly #select: SelectNode;
  readonly #scope: Scope;
  readonly #context: EvaluationContext;
  readonly #columns: ColumnFactory;
  readonly #aggregation: Aggregation;
  readonly #windows: Windows;
  readonly #nested: NestedColumns;
  readonly #boundItems = new Map<ExpressionNode, Bound>();
  /** Subqueries below the aggregation, and above it. */
  readonly #innerSubqueries: Subqueries;
  readonly #outerSubqueries: Subqueries;

  constructor(
    select: SelectNode,
    scope: Scope,
    context: EvaluationContext,
    columns: ColumnFactory,
    subqueries: () => Subqueries,
  ) {
    this.#select = select;
    this.#scope = scope;
    this.#context = context;
    this.#columns = columns;
    this.#aggregation = new Aggregation(columns, context);
    this.#windows = new Windows(columns);
    this.#nested = new NestedColumns(scope, columns);
    this.#innerSubqueries = subqueries();
    this.#outerSubqueries = subqueries();
  }

  analyze(source: LogicalPlan): ProjectPlan {
    const select = this.#select;
    const inside = new Binder(this.#scope, this.#context, this.#insideAggregates());
    this.#bindAggregates();
    for (const expression of this.#groupExpressions()) this.#aggregation.group(inside.bind(expression));
    const having = select.having === null ? null : this.#having(select.having);
    this.#refuseWindowKeys();
    const keys = select.orderBy.map((order) => this.sortKey(order));
    const selected = select.items.map((item) => this.#items(item));
    const items = selected.flatMap((made) => made());
    const later = [
      ...this.#windows.columns(),
      ...this.#outerSubqueries.columns(),
      ...(this.#scope.outer?.columns() ?? []),
    ];
    const lift = (bound: Bound): Bound => this.#aggregation.lift(bound, later);
    let plan = this.#innerSubqueries.over(source);
    plan = this.#aggregation.over(plan, this.#isAggregated());
    plan = this.#outerSubqueries.over(plan, (bound, inner) =>
      this.#aggregation.lift(bound, [...later, ...inner]),
    );
    if (having !== null) plan = { kind: 'filter', input: plan, condition: lift(having) };
    const sorted = this.#aggregation.order(keys, lift, having !== null);
    const lifted = items.map((item) => ({ ...item, expression: lift(item.expression) }));
    if (this.#ordersFirst()) {
      const input = this.#windows.over(this.#nested.over(this.#ordered(plan, sorted)), lift);
      return this.#distinct({ kind: 'project', input, items: lifted });
    }
    plan = this.#windows.over(this.#nested.over(plan), lift);
    if (this.#isGroupedOnce()) {
      return { kind: 'project', input: this.#ordered(plan, sorted), items: lifted };
    }
    return this.#orderedDistinct({ kind: 'project', input: plan, items: lifted }, sorted);
  }

  /** The original checks aggregates first, then groups, HAVING and ORDER BY, and finally the columns. */
  #bindAggregates(): void {
    const binder = new Binder(this.#scope, this.#context, this.#withoutWindows());
    for (const { expression } of this.#select.items) {
      for (const call of aggregatesOf(expression)) if (!containsSubquery(call)) binder.bind(call);
    }
  }

  /** DISTINCT, then ORDER BY on selected columns, then LIMIT. */
  #orderedDistinct(project: ProjectPlan, keys: readonly SortKey[]): ProjectPlan {
    const distinct = this.#distinct(project);
    const places = project.items.map(({ expression }) => boundKey(expression));
    const sorted = keys.map((key) => {
      const place = places.indexOf(boundKey(key.expression));
      if (place < 0) throw semanticError('ORDER BY of SELECT DISTINCT names columns that are selected');
      return { ...key, expression: referenceTo(distinct.items[place].column) };
    });
    const items = distinct.items.map((item) => ({
      ...item,
      expression: referenceTo(item.column),
      column: this.#columns.make(item.column.name, item.column.type),
    }));
    return { kind: 'project', input: this.#ordered(distinct, sorted), items };
  }

  /**
   * ORDER BY and LIMIT; the original applies them below `nested()` and windows, and ignores LIMIT without
   * FROM.
   */
  #ordered(plan: LogicalPlan, keys: readonly SortKey[]): LogicalPlan {
    const sorted: LogicalPlan = keys.length === 0 ? plan : { kind: 'sort', input: plan, keys };
    if (this.#select.from === null && !this.#context.corrections) return sorted;
    const { limit, offset } = this.#select;
    return limit === null ? sorted : { kind: 'limit', input: sorted, limit, offset };
  }

  #ordersFirst(): boolean {
    return !this.#context.corrections && !this.#ordersByWindow();
  }

  #ordersByWindow(): boolean {
    return this.#select.orderBy.some((order) => containsWindow(this.#ordering(order)));
  }

  #refuseWindowKeys(): void {
    for (const order of this.#select.orderBy) {
      const window = firstWindow(this.#ordering(order));
      if (window !== null) this.#context.beyond?.(windowRefusal(window, 'key of ORDER BY'));
    }
  }

  #isAggregated(): boolean {
    return hasAggregates(this.#select) || this.#groupExpressions().length > 0;
  }

  /** The expressions of GROUP BY, or the columns of a plain SELECT DISTINCT. */
  #groupExpressions(): readonly ExpressionNode[] {
    const { items, groupBy } = this.#select;
    const keys = groupBy.map((expression) => this.#substituted(expression));
    if (!this.#groupsByItems()) return keys;
    const selected = items.filter(({ expression }) => expression.kind !== 'star');
    return [...selected.map(({ expression }) => this.#ordinal(expression)), ...keys];
  }

  /**
   * Whether DISTINCT is handled as grouping. Next to GROUP BY the original treats it as one as well, instead
   * of applying it afterwards.
   */
  #groupsByItems(): boolean {
    const { items, groupBy, distinct } = this.#select;
    const isGroupedBy = ({ expression }: SelectItemNode): boolean =>
      expression.kind === 'star' || (isGroupable(expression) && !containsAggregate(expression));
    if (!distinct) return false;
    if (groupBy.length > 0) return !this.#context.corrections && items.every(isGroupedBy);
    return items.every(({ expression }) => isGroupable(expression) && !containsAggregate(expression));
  }

  /** DISTINCT groups by its columns, and the original takes a literal among them for a column position. */
  #ordinal(expression: ExpressionNode): ExpressionNode {
    const { beyond } = this.#context;
    if (beyond === undefined || this.#context.corrections) return expression;
    return substituteOrdinal(this.#select.items, expression, this.#context);
  }

  /** Without DISTINCT, or when DISTINCT is the grouping. */
  #isGroupedOnce(): boolean {
    const { distinct, groupBy } = this.#select;
    return !distinct || (groupBy.length === 0 ? this.#isAggregated() : this.#groupsByItems());
  }

  /** DISTINCT as a separate step: over stars, windows and groups. */
  #distinct(plan: ProjectPlan): ProjectPlan {
    if (this.#isGroupedOnce()) return plan;
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

  #insideAggregates(): Collectors {
    return { ...NO_COLLECTORS, subquery: (node, binder) => this.#innerSubqueries.add(node, binder) };
  }

  #withoutWindows(): Collectors {
    return {
      ...NO_COLLECTORS,
      aggregate: (bound) => this.#aggregation.aggregate(bound),
      subquery: (node, binder) => this.#outerSubqueries.add(node, binder),
      inner: this.#insideAggregates(),
    };
  }

  #collectors(): Collectors {
    const collectors = this.#withoutWindows();
    const inner = new Binder(this.#scope, this.#context, collectors);
    return {
      ...collectors,
      window: (node) => this.#windows.add(node, inner, (order) => this.sortKey(order, inner)),
      nested: (field, path) => referenceTo(this.#nested.column(field, path)),
    };
  }

  /**
   * A nested field inside another expression is read from the document, not from a nested one, unless
   * corrections are on.
   */
  #withNestedInside(): Collectors {
    if (this.#context.corrections) return this.#collectors();
    return { ...this.#collectors(), nested: (field) => this.#nested.inside(field, this.#select.items) };
  }

  /** Binds now, but resolves `*` later, once all aggregates are known. */
  #items(item: SelectItemNode): () => ProjectItem[] {
    const { expression, alias, text } = item;
    if (expression.kind === 'star') {
      const star = this.#scope.star(expression.qualifier);
      if (star.length === 0 && !this.#scope.has('_id')) throw noFrom();
      return () => this.#starred(star).map(({ name, column }) => this.#item(referenceTo(column), name, null));
    }
    const bound = this.#boundItem(expression);
    const name =
      expression.kind === 'column' ? resolveName(this.#scope, expression.parts).name : unquoted(text);
    const made = this.#item(bound, name, alias);
    return () => [made];
  }

  /** The columns of `*`; for a grouped query its aggregates and keys. */
  #starred(star: readonly StarColumn[]): readonly StarColumn[] {
    if (!this.#isAggregated()) return star;
    return this.#aggregation.columns().map((column) => ({ name: column.name, column }));
  }

  #boundItem(expression: ExpressionNode): Bound {
    const known = this.#boundItems.get(expression);
    if (known !== undefined) return known;
    const collectors = isNested(expression) ? this.#collectors() : this.#withNestedInside();
    const bound = new Binder(this.#scope, this.#context, collectors).bind(expression);
    const window = firstWindow(expression);
    if (window !== null && window !== expression)
      this.#context.beyond?.(windowRefusal(window, 'part of an expression'));
    this.#boundItems.set(expression, bound);
    return bound;
  }

  #item(expression: Bound, name: string, alias: string | null): ProjectItem {
    const schema = alias === null ? { name, type: expression.type } : { name, alias, type: expression.type };
    return { expression, column: this.#columns.make(alias ?? name, expression.type), schema };
  }

  #having(node: ExpressionNode): Bound {
    const aliases = new Map(
      this.#select.items
        .filter(({ alias }) => alias !== null)
        .map(({ alias, expression }) => [alias ?? '', expression]),
    );
    return new Binder(this.#scope, this.#context, this.#withoutWindows(), aliases).bind(node);
  }

  /** `binder` is given for windows, where a number is not a column position. */
  sortKey(order: OrderNode, binder: Binder | null = null): SortKey {
    const isConstant = binder !== null && order.expression.kind === 'literal';
    const node = isConstant ? order.expression : this.#ordering(order);
    if (binder !== null && node !== order.expression && order.expression.kind === 'column') {
      this.#context.beyond?.(unresolved(order.expression.parts.join('.')));
    }
    const descending = order.direction === 'desc';
    const nullsFirst = order.nulls === null ? !descending : order.nulls === 'first';
    if (node.kind === 'star') {
      const first = this.#scope.star(null).at(0);
      if (first === undefined) throw noFrom();
      return { expression: referenceTo(first.column), descending, nullsFirst };
    }
    if (binder !== null) return { expression: binder.bind(node), descending, nullsFirst };
    const isSelected = this.#select.items.some(({ expression }) => expression === node);
    if (isSelected) return { expression: this.#boundItem(node), descending, nullsFirst };
    const collectors = this.#ordersFirst() ? this.#withoutWindows() : this.#collectors();
    const expression = new Binder(this.#scope, this.#context, collectors).bind(node);
    return { expression, descending, nullsFirst };
  }

  /** The expression an ORDER BY item refers to: by alias, by position, or as written. */
  #ordering({ expression }: OrderNode): ExpressionNode {
    return this.#substituted(expression);
  }

  #substituted(expression: ExpressionNode): ExpressionNode {
    const { items } = this.#select;
    return substituteAlias(items, substituteOrdinal(items, expression, this.#context));
  }
}

function isGroupable(node: ExpressionNode): boolean {
  return node.kind !== 'star' && !containsWindow(node) && !containsSubquery(node);
}

/** Removes backticks that enclose the whole name. */
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

/**
 * An aggregate without GROUP BY leaves no value for a plain column: SemanticCheckException, before any other
 * check.
 */
export function checkUngroupedColumns(select: SelectNode): void {
  const { items, distinct } = select;
  const isGrouped = distinct && !items.some(({ expression }) => containsAggregate(expression));
  if (isGrouped || select.groupBy.length > 0 || !hasAggregates(select)) return;
  const plain = items.find(({ expression }) => hasPlainColumn(expression));
  if (plain === undefined) return;
  throw semanticError(
    `Explicit GROUP BY clause is required because expression [${printAst(plain.expression)}] contains non-aggregated column`,
  );
}
