import type { Bound, BoundAggregate, Column } from '../binder/bound.ts';
import type { Field, FieldTable } from '../binder/fieldTable.ts';
import type { WindowFunction } from '../functions/index.ts';
import type { SchemaColumn, SqlType } from '../types.ts';
import type { Row } from '../values/index.ts';

/** The logical plan: what a statement means, operator by operator, before any of it is pushed into a search. */

/** What a column of a scan reads from a document. */
export type ScanSource =
  | { readonly kind: 'field'; readonly field: Field }
  | { readonly kind: 'meta'; readonly name: string }
  | { readonly kind: 'highlight'; readonly field: string; readonly tags: HighlightTags };

/** What stands around a found word; `<em>` and `</em>` when absent. */
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
  /** Grows while the statement is analyzed: only what is used is read. */
  readonly columns: ScanColumn[];
}

/** Rows that are at hand: SELECT without FROM, what PPL describes. */
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

/** A function of the window table with its arguments. */
export interface WindowCall {
  readonly kind: 'windowCall';
  readonly fn: WindowFunction;
  readonly args: readonly Bound[];
  readonly type: SqlType;
}

/** Where a frame begins or ends; `preceding` and `following` count rows, or add to the value of the ORDER BY key. */
export type WindowBound =
  | { readonly kind: 'unboundedPreceding' | 'currentRow' | 'unboundedFollowing' }
  | { readonly kind: 'preceding' | 'following'; readonly offset: number };

export interface WindowFrame {
  readonly unit: 'rows' | 'range';
  readonly start: WindowBound;
  readonly end: WindowBound;
}

/** Adds one column to rows that come sorted by partition and order. */
export interface WindowPlan {
  readonly kind: 'window';
  readonly input: LogicalPlan;
  readonly compute: WindowCall | BoundAggregate;
  readonly partitionBy: readonly Bound[];
  readonly orderBy: readonly SortKey[];
  readonly frame: WindowFrame;
  readonly column: Column;
}

/** One row for each element of the nested field; several columns of one path walk it together. */
export interface UnnestPlan {
  readonly kind: 'unnest';
  readonly input: LogicalPlan;
  /** The column that holds the nested field's value, and the columns to fill from its elements. */
  readonly nested: Column;
  readonly path: string;
  readonly members: readonly UnnestMember[];
  /** Whether a row without elements stays, with NULLs. */
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

/** PPL's `eval`: columns behind those of the input, each of which may read the ones before it. */
export interface ExtendPlan {
  readonly kind: 'extend';
  readonly input: LogicalPlan;
  readonly items: readonly { readonly expression: Bound; readonly column: Column }[];
}

/** PPL's `dedup`: the first rows of each combination of keys; of rows with an absent key all or none. */
export interface DedupPlan {
  readonly kind: 'dedup';
  readonly input: LogicalPlan;
  readonly keys: readonly Bound[];
  readonly count: number;
  readonly keepsEmpty: boolean;
  /** A row is compared with those right before it only. */
  readonly consecutive: boolean;
}

/** PPL's `top` and `rare`: the most frequent, or rarest, combinations of values within each group; no counts. */
export interface RareTopPlan {
  readonly kind: 'rareTop';
  readonly input: LogicalPlan;
  readonly which: 'rare' | 'top';
  readonly count: number;
  /** Columns of the rows: the groups, then the fields. */
  readonly groups: readonly { readonly expression: Bound; readonly column: Column }[];
  readonly fields: readonly { readonly expression: Bound; readonly column: Column }[];
}

/**
 * PPL's `fields`, `fields -` and `rename`: which columns names stand for from here on. Rows pass, with copies of renamed
 * columns behind them; a search takes over nothing more of what stands above.
 */
export interface NamingPlan {
  readonly kind: 'naming';
  readonly input: LogicalPlan;
  readonly command: 'fields' | 'remove' | 'rename';
  /** What is selected or removed; of `rename` the new names. */
  readonly items: readonly NamedItem[];
  /** Members of one name: a row with a value of both ends the statement. */
  readonly clashes: readonly Clash[];
}

export interface NamedItem {
  readonly name: string;
  readonly expression: Bound;
  readonly column: Column;
}

/** Two columns that have one name in a row. */
export interface Clash {
  readonly name: string;
  readonly columns: readonly [Column, Column];
  /** Whether rows that lack a value have the member too. */
  readonly always: boolean;
}

/** Beyond the original's V2 engine. Rows of a side without a partner get NULLs (left, right, full). */
export interface JoinPlan {
  readonly kind: 'join';
  readonly type: 'inner' | 'left' | 'right' | 'full' | 'cross';
  readonly left: LogicalPlan;
  readonly right: LogicalPlan;
  /** Pairs of expressions that must be equal: (of the left, of the right). */
  readonly equal: readonly (readonly [Bound, Bound])[];
  /** What else must hold. */
  readonly condition: Bound | null;
}

/** Beyond the original's V2 engine: queries whose rows are there for all that name them below `input`. */
export interface WithPlan {
  readonly kind: 'with';
  readonly tables: readonly CommonTable[];
  readonly input: LogicalPlan;
}

/** `columns` of the query's rows are handed on, in this order. */
export interface CommonTable {
  readonly id: number;
  readonly name: string;
  readonly query: LogicalPlan;
  readonly columns: readonly Column[];
}

/** The rows of a common table where it is named, as columns of their own. */
export interface CommonPlan {
  readonly kind: 'common';
  readonly id: number;
  readonly name: string;
  readonly columns: readonly Column[];
}

/** Beyond the original's V2 engine: columns by position. */
export interface SetPlan {
  readonly kind: 'set';
  readonly operator: 'union' | 'unionAll' | 'intersect' | 'minus';
  readonly left: LogicalPlan;
  readonly right: LogicalPlan;
  readonly columns: readonly Column[];
}

/** Beyond the original's V2 engine. Adds what a subquery answers for each row as one column. */
export interface ApplyPlan {
  readonly kind: 'apply';
  readonly input: LogicalPlan;
  readonly query: LogicalPlan;
  readonly test: SubqueryTest;
  /** Columns of the outer row in the subquery: each stands there for the value. */
  readonly parameters: readonly { readonly column: Column; readonly value: Bound }[];
  readonly column: Column;
}

export type SubqueryTest =
  /** Its only value; NULL when it has no row. */
  | { readonly kind: 'scalar' }
  | { readonly kind: 'exists' }
  /** Whether a row's `item` equals the operand, which is of the outer row. */
  | { readonly kind: 'in'; readonly operand: Bound; readonly item: Bound }
  /** Whether the condition, of the outer row and a row, is true for one of them. */
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
