import type { Bound, BoundAggregate, Column } from '../binder/bound.ts';
import type { Field, FieldTable } from '../binder/fieldTable.ts';
import type { WindowFunction } from '../functions/index.ts';
import type { SchemaColumn, SqlType } from '../types.ts';
import type { Row } from '../values/index.ts';

/**
 * The logical plan: what a statement means, operator by operator, before anything is pushed down into a
 * search.
 */

/** What a column of a scan reads from a document. */
export type ScanSource =
  | { readonly kind: 'field'; readonly field: Field }
  | { readonly kind: 'meta'; readonly name: string }
  | { readonly kind: 'highlight'; readonly field: string; readonly tags: HighlightTags };

/** The tags around a highlighted word; `<em>` and `</em>` when absent. */
export interface HighlightTags {
  readonly pre_tags?: string;
  readonly post_tags?: string;
}

export interface ScanColumn {
  readonly column: Column;
  readonly source: ScanSource;
}

export interface ScanPlan {
  readonly kind: 'scan';
  /** Index expression. */
  readonly index: string;
  readonly fields: FieldTable;
  /** Grows while the statement is analyzed, since only columns that are used are read. */
  readonly columns: ScanColumn[];
}

/** Constant rows: SELECT without FROM, or the output of PPL's `describe`. */
export interface ValuesPlan {
  readonly kind: 'values';
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

export interface FilterPlan {
  readonly kind: 'filter';
  readonly input: LogicalPlan;
  readonly condition: Bound;
}

export interface AggregatePlan {
  readonly kind: 'aggregate';
  readonly input: LogicalPlan;
  readonly groups: readonly { readonly expression: Bound; readonly column: Column }[];
  readonly aggregates: readonly { readonly aggregate: BoundAggregate; readonly column: Column }[];
}

export interface SortKey {
  readonly expression: Bound;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

export interface SortPlan {
  readonly kind: 'sort';
  readonly input: LogicalPlan;
  readonly keys: readonly SortKey[];
}

export interface LimitPlan {
  readonly kind: 'limit';
  readonly input: LogicalPlan;
  readonly limit: number;
  readonly offset: number;
}

/** A function from the table of window functions, with its arguments. */
export interface WindowCall {
  readonly kind: 'windowCall';
  readonly fn: WindowFunction;
  readonly args: readonly Bound[];
  readonly type: SqlType;
}

/**
 * Where a frame starts or ends; `preceding` and `following` count rows, or are an offset to the value of the
 * ORDER BY key.
 */
export type WindowBound =
  | { readonly kind: 'unboundedPreceding' | 'currentRow' | 'unboundedFollowing' }
  | { readonly kind: 'preceding' | 'following'; readonly offset: number };

export interface WindowFrame {
  readonly unit: 'rows' | 'range';
  readonly start: WindowBound;
  readonly end: WindowBound;
}

/** Adds one column; the input is sorted by partition and order. */
export interface WindowPlan {
  readonly kind: 'window';
  readonly input: LogicalPlan;
  readonly compute: WindowCall | BoundAggregate;
  readonly partitionBy: readonly Bound[];
  readonly orderBy: readonly SortKey[];
  readonly frame: WindowFrame;
  readonly column: Column;
}

/** One row per element of the nested field; several columns of one path are unnested together. */
export interface UnnestPlan {
  readonly kind: 'unnest';
  readonly input: LogicalPlan;
  /** The column with the nested field's value, and the columns filled from its elements. */
  readonly nested: Column;
  readonly path: string;
  readonly members: readonly UnnestMember[];
  /** Whether a row without elements is kept, with NULLs. */
  readonly keepsRows: boolean;
}

export interface UnnestMember {
  readonly field: Field;
  readonly column: Column;
}

export interface ProjectItem {
  readonly expression: Bound;
  readonly column: Column;
  readonly schema: SchemaColumn;
}

export interface ProjectPlan {
  readonly kind: 'project';
  readonly input: LogicalPlan;
  readonly items: readonly ProjectItem[];
}

/** PPL's `eval`: columns appended to those of the input; each may read the ones before it. */
export interface ExtendPlan {
  readonly kind: 'extend';
  readonly input: LogicalPlan;
  readonly items: readonly { readonly expression: Bound; readonly column: Column }[];
}

/**
 * PPL's `dedup`: the first rows of each combination of keys; of rows with a missing key either all or none.
 */
export interface DedupPlan {
  readonly kind: 'dedup';
  readonly input: LogicalPlan;
  readonly keys: readonly Bound[];
  readonly count: number;
  readonly keepsEmpty: boolean;
  /** Compares a row only with those directly before it. */
  readonly consecutive: boolean;
}

/**
 * PPL's `top` and `rare`: the most frequent, or rarest, combinations of values within each group, without
 * counts.
 */
export interface RareTopPlan {
  readonly kind: 'rareTop';
  readonly input: LogicalPlan;
  readonly which: 'rare' | 'top';
  readonly count: number;
  /** The output columns: the groups, then the fields. */
  readonly groups: readonly { readonly expression: Bound; readonly column: Column }[];
  readonly fields: readonly { readonly expression: Bound; readonly column: Column }[];
}

/**
 * PPL's `fields`, `fields -` and `rename`: changes which columns the names refer to. Rows pass through, with
 * copies of renamed columns appended; nothing above this operator is pushed down into a search.
 */
export interface NamingPlan {
  readonly kind: 'naming';
  readonly input: LogicalPlan;
  readonly command: 'fields' | 'remove' | 'rename';
  /** The selected or removed columns; for `rename` the new names. */
  readonly items: readonly NamedItem[];
  /** Columns with the same name: a row with a value in both fails the statement. */
  readonly clashes: readonly Clash[];
}

export interface NamedItem {
  readonly name: string;
  readonly expression: Bound;
  readonly column: Column;
}

/** Two columns that have the same name in a row. */
export interface Clash {
  readonly name: string;
  readonly columns: readonly [Column, Column];
  /** Whether the name is present even in rows that lack a value. */
  readonly always: boolean;
}

/** Not in the original's V2 engine. Rows without a match on the other side get NULLs (left, right, full). */
export interface JoinPlan {
  readonly kind: 'join';
  readonly type: 'inner' | 'left' | 'right' | 'full' | 'cross';
  readonly left: LogicalPlan;
  readonly right: LogicalPlan;
  /** Pairs of expressions that must be equal: (left side, right side). */
  readonly equal: readonly (readonly [Bound, Bound])[];
  /** The remaining condition. */
  readonly condition: Bound | null;
}

/** Not in the original's V2 engine: queries whose rows can be referenced anywhere below `input`. */
export interface WithPlan {
  readonly kind: 'with';
  readonly tables: readonly CommonTable[];
  readonly input: LogicalPlan;
}

/** `columns` of the query's rows are passed on, in this order. */
export interface CommonTable {
  readonly id: number;
  readonly name: string;
  readonly query: LogicalPlan;
  readonly columns: readonly Column[];
}

/** A reference to a common table, with columns of its own. */
export interface CommonPlan {
  readonly kind: 'common';
  readonly id: number;
  readonly name: string;
  readonly columns: readonly Column[];
}

/** Not in the original's V2 engine. Columns are matched by position. */
export interface SetPlan {
  readonly kind: 'set';
  readonly operator: 'union' | 'unionAll' | 'intersect' | 'minus';
  readonly left: LogicalPlan;
  readonly right: LogicalPlan;
  readonly columns: readonly Column[];
}

/** Not in the original's V2 engine. Adds one column: the value of a subquery for each row. */
export interface ApplyPlan {
  readonly kind: 'apply';
  readonly input: LogicalPlan;
  readonly query: LogicalPlan;
  readonly test: SubqueryTest;
  /** Outer columns used in the subquery: each `column` stands for a `value` of the outer row. */
  readonly parameters: readonly { readonly column: Column; readonly value: Bound }[];
  readonly column: Column;
}

export type SubqueryTest =
  /** The subquery's single value; NULL when it returns no row. */
  | { readonly kind: 'scalar' }
  | { readonly kind: 'exists' }
  /** Whether some row's `item` equals the operand, which belongs to the outer row. */
  | { readonly kind: 'in'; readonly operand: Bound; readonly item: Bound }
  /** Whether the condition, over the outer row and a row of the subquery, is true for some row. */
  | { readonly kind: 'any'; readonly condition: Bound };

export function mapTest(test: SubqueryTest, map: (bound: Bound) => Bound): SubqueryTest {
  switch (test.kind) {
    case 'in':
      return { ...test, operand: map(test.operand), item: map(test.item) };
    case 'any':
      return { ...test, condition: map(test.condition) };
    case 'scalar':
    case 'exists':
      return test;
  }
}

export type LogicalPlan =
  | ScanPlan
  | ValuesPlan
  | FilterPlan
  | AggregatePlan
  | SortPlan
  | LimitPlan
  | WindowPlan
  | UnnestPlan
  | ProjectPlan
  | JoinPlan
  | SetPlan
  | WithPlan
  | CommonPlan
  | ApplyPlan
  | ExtendPlan
  | DedupPlan
  | RareTopPlan
  | NamingPlan;

/** The columns of a plan's rows, in the order of their slots. */
export function outputColumns(plan: LogicalPlan): readonly Column[] {
  switch (plan.kind) {
    case 'scan':
      return plan.columns.map(({ column }) => column);
    case 'values':
    case 'common':
      return plan.columns;
    case 'aggregate':
      return [...plan.groups, ...plan.aggregates].map(({ column }) => column);
    case 'project':
      return plan.items.map(({ column }) => column);
    case 'window':
    case 'apply':
      return [...outputColumns(plan.input), plan.column];
    case 'extend':
    case 'naming':
      return [...outputColumns(plan.input), ...plan.items.map(({ column }) => column)];
    case 'rareTop':
      return [...plan.groups, ...plan.fields].map(({ column }) => column);
    case 'unnest':
      return [...outputColumns(plan.input), ...plan.members.map(({ column }) => column)];
    case 'join':
      return [...outputColumns(plan.left), ...outputColumns(plan.right)];
    case 'set':
      return plan.columns;
    case 'filter':
    case 'sort':
    case 'limit':
    case 'dedup':
    case 'with':
      return outputColumns(plan.input);
  }
}

/** The same operator over other inputs. */
export function mapInputs(plan: LogicalPlan, map: (input: LogicalPlan) => LogicalPlan): LogicalPlan {
  switch (plan.kind) {
    case 'scan':
    case 'values':
    case 'common':
      return plan;
    case 'with': {
      const tables = plan.tables.map((table) => ({ ...table, query: map(table.query) }));
      return { ...plan, tables, input: map(plan.input) };
    }
    case 'join':
    case 'set':
      return { ...plan, left: map(plan.left), right: map(plan.right) };
    case 'apply':
      return { ...plan, input: map(plan.input), query: map(plan.query) };
    case 'filter':
    case 'aggregate':
    case 'sort':
    case 'limit':
    case 'window':
    case 'unnest':
    case 'project':
    case 'extend':
    case 'dedup':
    case 'rareTop':
    case 'naming':
      return { ...plan, input: map(plan.input) };
  }
}
