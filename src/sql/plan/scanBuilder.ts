import type { JsonObject } from '../../common/index.ts';
import { allOf, type Bound, type Column, conjuncts } from '../binder/index.ts';
import { aggregateScan } from './aggregateScan.ts';
import { toQuery } from './filterQuery.ts';
import type { AggregatePlan, LogicalPlan, ScanColumn, ScanPlan, SortKey } from './logical.ts';
import { nullRefusal } from './nullComparisons.ts';
import type { PhysicalPlan, Selection } from './physical.ts';
import type { PlanRules } from './rules.ts';
import { siblingRefusal } from './siblingNames.ts';

/** Collects what the search can do for the operators above a scan. */
export class ScanBuilder {
  readonly #scan: ScanPlan;
  readonly #corrections: boolean;
  readonly #beyond: PlanRules['beyond'];
  readonly #filters: Bound[] = [];
  readonly #nestedPaths: string[] = [];
  #aggregate: AggregatePlan | null = null;
  #sort: readonly SortKey[] | null = null;
  readonly #isPipeline: boolean;
  #limit: { readonly limit: number; readonly offset: number } | null = null;

  constructor(scan: ScanPlan, { corrections, beyond, isPipeline = false }: PlanRules) {
    this.#isPipeline = isPipeline && !corrections;
    this.#scan = scan;
    this.#corrections = corrections;
    this.#beyond = beyond;
  }

  /** Whether the search takes over the operator. */
  absorb(plan: LogicalPlan): boolean {
    switch (plan.kind) {
      case 'filter':
        if (this.#aggregate !== null || this.#isLimited()) return false;
        this.#filters.push(plan.condition);
        this.#checkNulls(plan.condition);
        return true;
      case 'aggregate':
        this.#checkSiblings(plan);
        if (this.#aggregate !== null || this.#limit !== null) return false;
        if (this.#sort !== null && !this.#isPipeline) return false;
        this.#sort = null;
        this.#aggregate = plan;
        return true;
      case 'sort':
        if (this.#isLimited() || !plan.keys.every((key) => this.#isSortable(key))) return false;
        // Groups are sorted by the last command alone, documents by all.
        this.#sort =
          this.#isPipeline && this.#aggregate === null ? [...(this.#sort ?? []), ...plan.keys] : plan.keys;
        return true;
      case 'limit':
        if (this.#isLimited() || this.#aggregate !== null) return false;
        this.#limit = plan;
        return true;
      case 'unnest':
        // Only documents that have elements match; the rows are multiplied above the scan.
        if (!plan.keepsRows) this.#nestedPaths.push(plan.path);
        return false;
      default:
        return false;
    }
  }

  /** Commands after `head` still reach the search, and the last `head` counts. */
  #isLimited(): boolean {
    return this.#limit !== null && !this.#isPipeline;
  }

  /**
   * Throws SqlError for nested groupings that the original sends in one search where they cannot be combined.
   */
  #checkSiblings(plan: AggregatePlan): void {
    if (!this.#isPipeline || this.#limit !== null) return;
    const refusal = siblingRefusal(plan, this.#aggregate);
    if (refusal !== null) throw refusal;
  }

  #checkNulls(condition: Bound): void {
    const refusal = nullRefusal(condition);
    if (refusal !== null) this.#beyond?.(refusal);
  }

  finish(): PhysicalPlan {
    const selection = this.#selection();
    if (this.#aggregate !== null) {
      const sort = this.#sort ?? [];
      const keys = this.#corrections ? sort : lastOfEach(sort);
      return aggregateScan(selection, this.#aggregate, keys, this.#corrections);
    }
    return {
      kind: 'indexScan',
      selection,
      sort: this.#sortEntries(),
      trackScores: this.#filters.some(isScored),
      offset: this.#limit?.offset ?? 0,
      limit: this.#limit?.limit ?? null,
    };
  }

  #isSortable({ expression }: SortKey): boolean {
    if (expression.kind !== 'reference') return false;
    if (this.#aggregate !== null) {
      const { groups, aggregates } = this.#aggregate;
      const isOf = ({ column }: { readonly column: Column }): boolean => column === expression.column;
      // A sort key that is neither a group nor an aggregate is ignored by the search.
      return groups.some(isOf) || (this.#isPipeline && !aggregates.some(isOf));
    }
    return sortPath(expression.column.id, this.#scan.columns) !== null;
  }

  #sortEntries(): readonly JsonObject[] {
    if (this.#sort === null) return this.#filters.length > 0 ? [{ _doc: { order: 'asc' } }] : [];
    return this.#sort.map(({ expression, descending, nullsFirst }) => {
      const order = descending ? 'desc' : 'asc';
      const path =
        expression.kind === 'reference' ? sortPath(expression.column.id, this.#scan.columns) : null;
      if (path === '_score') return { _score: { order } };
      return { [path ?? '_doc']: { order, missing: nullsFirst ? '_first' : '_last' } };
    });
  }

  #selection(): Selection {
    const { columns, index } = this.#scan;
    const clauses: JsonObject[] = this.#nestedPaths.map((path) => ({
      nested: { path, query: { match_all: {} } },
    }));
    const residual: Bound[] = [];
    const ignoresWhere = this.#ignoresWhere();
    for (const condition of ignoresWhere ? [] : this.#filters.flatMap(conjuncts)) {
      const query = toQuery(condition, columns, this.#corrections);
      if (query === null) residual.push(condition);
      else clauses.push(query);
    }
    return {
      index,
      columns,
      query: conjunctionQuery(clauses),
      residual: allOf(residual),
      ignoresWhere,
    };
  }

  /** The original ignores a condition that is a bare column or literal (recorded). */
  #ignoresWhere(): boolean {
    const [condition, ...others] = this.#filters;
    if (this.#corrections || condition === undefined || others.length > 0) return false;
    return condition.kind === 'reference' || (condition.kind === 'literal' && condition.value !== true);
  }
}

function conjunctionQuery(clauses: readonly JsonObject[]): JsonObject | null {
  if (clauses.length === 0) return null;
  return clauses.length === 1 ? clauses[0] : { bool: { filter: [...clauses] } };
}

function isScored(bound: Bound): boolean {
  if (bound.kind === 'relevance') return bound.scored;
  return bound.kind === 'call' && bound.args.some(isScored);
}

/** The name to sort by in a search; null when it cannot sort by this column. */
function sortPath(columnId: number, columns: readonly ScanColumn[]): string | null {
  const source = columns.find(({ column }) => column.id === columnId)?.source;
  if (source?.kind === 'meta') return ['_id', '_index', '_score'].includes(source.name) ? source.name : null;
  if (source?.kind !== 'field') return null;
  const { type, path, exactPath } = source.field;
  if (['object', 'nested', 'geo_point', 'binary', 'knn_vector'].includes(type)) return null;
  return exactPath ?? path;
}

/** In the original's map a group has the place and the direction in which it is sorted last. */
function lastOfEach(keys: readonly SortKey[]): readonly SortKey[] {
  const columnOf = ({ expression }: SortKey): unknown =>
    expression.kind === 'reference' ? expression.column : expression;
  return keys.filter((key, i) => !keys.slice(i + 1).some((later) => columnOf(later) === columnOf(key)));
}
