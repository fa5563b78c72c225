import type { JsonObject } from '../../common/index.ts';
import type { Bound, BoundAggregate, Column } from '../binder/index.ts';
import type { Histogram } from '../functions/index.ts';
import type {
  ApplyPlan,
  CommonPlan,
  CommonTable,
  DedupPlan,
  ExtendPlan,
  FilterPlan,
  JoinPlan,
  LimitPlan,
  LogicalPlan,
  NamingPlan,
  ProjectPlan,
  RareTopPlan,
  ScanColumn,
  SetPlan,
  SortKey,
  SortPlan,
  UnnestPlan,
  ValuesPlan,
  WindowPlan,
  WithPlan,
} from './logical.ts';
import type { MatchingKeys } from './matchingKeys.ts';
import type { PlanRules } from './rules.ts';

/** The physical plan: searches at the leaves, operators over rows above them. */

/** The matching documents: what the engine filters, and what must be tested in this process. */
export interface Selection {
  readonly index: string;
  /** Every column that is read, including those that only conditions need. */
  readonly columns: readonly ScanColumn[];
  readonly query: JsonObject | null;
  /** Conditions that the engine cannot evaluate. */
  readonly residual: Bound | null;
  /** Whether the original ignores the condition. */
  readonly ignoresWhere: boolean;
}

export interface IndexScan {
  readonly kind: 'indexScan';
  readonly selection: Selection;
  /** Entries of the search's `sort`. */
  readonly sort: readonly JsonObject[];
  readonly trackScores: boolean;
  readonly offset: number;
  /** Maximum rows; null for as many as the statement may return. */
  readonly limit: number | null;
}

/** How groups are computed. */
export type GroupStrategy =
  /** The engine's buckets are the groups. */
  | { readonly kind: 'buckets'; readonly sources: readonly BucketSource[] }
  /** The engine's buckets are finer than the groups and are folded into them. */
  | { readonly kind: 'fold'; readonly sources: readonly BucketSource[] }
  /** All rows are read and grouped in this process. */
  | { readonly kind: 'rows' };

/** One key of the engine's buckets: values or intervals of a field. */
export interface BucketSource {
  readonly column: Column;
  readonly path: string;
  readonly histogram: Histogram | null;
}

export interface Metric {
  readonly aggregate: BoundAggregate;
  readonly column: Column;
  /** The aggregation clause; null for COUNT(*), and in strategy `rows`. */
  readonly request: JsonObject | null;
}

export interface AggregateScan {
  readonly kind: 'aggregateScan';
  readonly selection: Selection;
  readonly strategy: GroupStrategy;
  readonly groups: readonly { readonly expression: Bound; readonly column: Column }[];
  readonly metrics: readonly Metric[];
  /** Sort keys are group columns. */
  readonly sort: readonly SortKey[];
}

/** GROUP BY over the rows of another operator. */
export interface HashAggregate {
  readonly kind: 'hashAggregate';
  readonly input: PhysicalPlan;
  readonly groups: readonly { readonly expression: Bound; readonly column: Column }[];
  readonly aggregates: readonly { readonly aggregate: BoundAggregate; readonly column: Column }[];
}

interface HasInput {
  readonly input: PhysicalPlan;
}
interface HasSides {
  readonly left: PhysicalPlan;
  readonly right: PhysicalPlan;
}
type Over<T> = Omit<T, 'input'> & HasInput;

export interface With extends Over<Omit<WithPlan, 'tables'>> {
  readonly tables: readonly (Omit<CommonTable, 'query'> & { readonly query: PhysicalPlan })[];
}

/**
 * `query` runs if the subquery has no parameters; otherwise `template` is planned with their values, or
 * `matching` covers all of them.
 */
export interface Apply extends Over<Omit<ApplyPlan, 'query'>> {
  readonly query: PhysicalPlan;
  readonly template: LogicalPlan;
  readonly matching: (Omit<MatchingKeys, 'query'> & { readonly query: PhysicalPlan }) | null;
  readonly rules: PlanRules;
}

export type PhysicalPlan =
  | IndexScan
  | AggregateScan
  | HashAggregate
  | ValuesPlan
  | Over<FilterPlan>
  | Over<SortPlan>
  | Over<LimitPlan>
  | Over<WindowPlan>
  | Over<UnnestPlan>
  | Over<ProjectPlan>
  | Over<ExtendPlan>
  | Over<DedupPlan>
  | Over<RareTopPlan>
  | Over<NamingPlan>
  | (Omit<JoinPlan, 'left' | 'right'> & HasSides)
  | (Omit<SetPlan, 'left' | 'right'> & HasSides)
  | With
  | CommonPlan
  | Apply;

/** The columns of a plan's rows, in the order of their slots. */
export function physicalColumns(plan: PhysicalPlan): readonly Column[] {
  switch (plan.kind) {
    case 'indexScan':
      return plan.selection.columns.map(({ column }) => column);
    case 'aggregateScan':
      return [...plan.groups, ...plan.metrics].map(({ column }) => column);
    case 'hashAggregate':
      return [...plan.groups, ...plan.aggregates].map(({ column }) => column);
    case 'values':
    case 'common':
      return plan.columns;
    case 'project':
      return plan.items.map(({ column }) => column);
    case 'window':
    case 'apply':
      return [...physicalColumns(plan.input), plan.column];
    case 'extend':
    case 'naming':
      return [...physicalColumns(plan.input), ...plan.items.map(({ column }) => column)];
    case 'rareTop':
      return [...plan.groups, ...plan.fields].map(({ column }) => column);
    case 'unnest':
      return [...physicalColumns(plan.input), ...plan.members.map(({ column }) => column)];
    case 'join':
      return [...physicalColumns(plan.left), ...physicalColumns(plan.right)];
    case 'set':
      return plan.columns;
    default:
      return physicalColumns(plan.input);
  }
}
