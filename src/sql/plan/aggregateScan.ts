import type { JsonObject } from '../../common/index.ts';
import {
  type Bound,
  type BoundAggregate,
  boundChildren,
  type Column,
  referencedColumns,
} from '../binder/index.ts';
import { SqlError } from '../errors.ts';
import { type CalendarUnit, calendarUnits, type Histogram } from '../functions/index.ts';
import { toQuery } from './filterQuery.ts';
import type { AggregatePlan, ScanColumn, SortKey } from './logical.ts';
import type { AggregateScan, BucketSource, GroupStrategy, Selection } from './physical.ts';

/**
 * Decides which part of a GROUP BY the engine computes: all of it, finer groups that are folded in this
 * process, or nothing.
 */
export function aggregateScan(
  selection: Selection,
  plan: AggregatePlan,
  sort: readonly SortKey[],
  corrections: boolean,
): AggregateScan {
  const groups = plan.groups.map(({ expression, column }) => ({
    expression: asSearched(expression),
    column,
  }));
  const requests = plan.aggregates.map(({ aggregate, column }) =>
    aggregate.fn.kind === 'take'
      ? takeRequest(aggregate, column.name, selection.columns)
      : metricRequest(aggregate, selection.columns, corrections),
  );
  const strategy = chooseStrategy(selection, plan, !requests.includes(undefined), corrections);
  const metrics = plan.aggregates.map(({ aggregate, column }, i) => ({
    aggregate,
    column,
    request: strategy.kind === 'fold' ? foldRequest(requests[i] ?? null) : (requests[i] ?? null),
  }));
  return { kind: 'aggregateScan', selection, strategy, groups, metrics, sort };
}

function chooseStrategy(
  selection: Selection,
  plan: AggregatePlan,
  metricsFit: boolean,
  corrections: boolean,
): GroupStrategy {
  if (!metricsFit) return { kind: 'rows' };
  if (selection.residual !== null) return foldStrategy(selection, plan, corrections);
  const direct = plan.groups.map(({ expression, column }) =>
    directSource(expression, column, selection.columns, corrections),
  );
  if (!direct.includes(null)) return { kind: 'buckets', sources: direct as BucketSource[] };
  return foldStrategy(selection, plan, corrections);
}

/**
 * When groups and conditions are functions of fields: the engine's buckets by those fields are filtered and
 * folded into groups.
 */
function foldStrategy(selection: Selection, plan: AggregatePlan, corrections: boolean): GroupStrategy {
  const { residual, columns } = selection;
  const cannotFold = plan.aggregates.some(
    ({ aggregate }) => aggregate.distinct || aggregate.fn.kind === 'take',
  );
  if (cannotFold || (residual !== null && hasRelevance(residual))) return { kind: 'rows' };
  const expressions = plan.groups.map(({ expression }) => expression);
  const read = residual === null ? expressions : [...expressions, residual];
  const finer = finerSources(read, columns, corrections);
  return finer === null ? { kind: 'rows' } : { kind: 'fold', sources: finer };
}

function hasRelevance(bound: Bound): boolean {
  return bound.kind === 'relevance' || boundChildren(bound).some(hasRelevance);
}

const GROUPABLE = new Set([
  'keyword',
  'text',
  'byte',
  'short',
  'integer',
  'long',
  'float',
  'double',
  'boolean',
  'timestamp',
  'ip',
]);

/** The original requests objects and nested fields by name, under which no document has a value. */
function pathOf(expression: Bound, columns: readonly ScanColumn[], corrections: boolean): string | null {
  if (expression.kind !== 'reference') return null;
  const source = columns.find(({ column }) => column === expression.column)?.source;
  if (source?.kind === 'meta') return source.name === '_index' ? '_index' : null;
  if (source?.kind !== 'field') return null;
  const { nestedPath, type, path } = source.field;
  const isHidden = nestedPath !== null || type === 'object' || type === 'nested';
  if (isHidden) return corrections ? null : path;
  return GROUPABLE.has(source.field.type) ? source.field.exactPath : null;
}

function directSource(
  expression: Bound,
  column: Column,
  columns: readonly ScanColumn[],
  corrections: boolean,
): BucketSource | null {
  const spans = spansOf(expression);
  const path = pathOf(spans?.field ?? expression, columns, corrections);
  return path === null ? null : { column, path, histogram: spans?.histogram() ?? null };
}

/** The field whose intervals form the groups, and the equivalent histogram of the engine. */
function spansOf(expression: Bound): { readonly field: Bound; readonly histogram: () => Histogram } | null {
  if (expression.kind !== 'call' || expression.fn.grouping === undefined) return null;
  const { grouping } = expression.fn;
  const [field, ...rest] = expression.args;
  const literals = rest.flatMap((arg) => (arg.kind === 'literal' ? [arg.value] : []));
  return literals.length < rest.length ? null : { field, histogram: () => grouping.histogram(literals) };
}

/**
 * Grouping expressions as a search evaluates them, where that differs from operators over rows. Throws
 * SqlError.
 */
function asSearched(expression: Bound): Bound {
  if (expression.kind !== 'call' || expression.fn.grouping === undefined) return expression;
  // Throws where the original's search would fail, even if the buckets are computed here.
  spansOf(expression)?.histogram();
  const { evaluate } = expression.fn.grouping;
  return { ...expression, signature: { ...expression.signature, evaluate } };
}

/**
 * The fields that the expressions are functions of; null when one of them cannot be aggregated into buckets.
 */
function finerSources(
  expressions: readonly Bound[],
  columns: readonly ScanColumn[],
  corrections: boolean,
): BucketSource[] | null {
  const units = new Map<Column, CalendarUnit | null>();
  for (const expression of expressions) collectUnits(expression, units);
  const read = new Set(expressions.flatMap((expression) => [...referencedColumns(expression)]));
  const sources: BucketSource[] = [];
  for (const column of read) {
    const path = pathOf({ kind: 'reference', type: column.type, column }, columns, corrections);
    const calendarInterval = units.get(column) ?? null;
    if (path === null || (column.type === 'timestamp' && calendarInterval === null)) return null;
    const parameters = { calendar_interval: calendarInterval };
    const isDate = column.type === 'timestamp';
    sources.push({ column, path, histogram: isDate ? { type: 'date_histogram', parameters } : null });
  }
  return sources.length === 0 ? null : sources;
}

/** The finest calendar unit each column is used at; null once it is used directly. */
function collectUnits(bound: Bound, units: Map<Column, CalendarUnit | null>): void {
  if (bound.kind === 'reference') units.set(bound.column, null);
  const unit = bound.kind === 'call' ? bound.fn.calendarUnit : undefined;
  for (const child of boundChildren(bound)) {
    if (unit === undefined || child.kind !== 'reference') collectUnits(child, units);
    else if (units.get(child.column) !== null) units.set(child.column, finer(units.get(child.column), unit));
  }
}

function finer(known: CalendarUnit | null | undefined, unit: CalendarUnit): CalendarUnit {
  if (known === undefined || known === null) return unit;
  return calendarUnits.indexOf(known) < calendarUnits.indexOf(unit) ? known : unit;
}

/**
 * The documents of each group. Undefined when the values are not those of a field. Throws
 * IllegalArgumentException.
 */
function takeRequest(
  { argument, parameters: [most = 10] }: BoundAggregate,
  name: string,
  columns: readonly ScanColumn[],
): JsonObject | undefined {
  const field = argument?.kind === 'reference' ? argument.column : null;
  const source = columns.find(({ column }) => column === field)?.source;
  if (source?.kind !== 'field') return undefined;
  const size = Number(most);
  if (size < 0) {
    const details = `[size] must be greater than or equal to 0. Found [${size}] in [${name}]`;
    throw new SqlError('IllegalArgumentException', details);
  }
  return { top_hits: { size, _source: { includes: [source.field.path] } } };
}

/** Null when no clause is needed (COUNT(*)); undefined when the engine has no equivalent. */
function metricRequest(
  aggregate: BoundAggregate,
  columns: readonly ScanColumn[],
  corrections: boolean,
): JsonObject | null | undefined {
  const metric = plainMetric(aggregate, columns, corrections);
  if (aggregate.filter === null || metric === undefined) return metric;
  const filter = toQuery(aggregate.filter, columns, corrections);
  if (filter === null) return undefined;
  return metric === null ? { filter } : { filter, aggregations: { metric } };
}

const NUMERIC = new Set(['byte', 'short', 'integer', 'long', 'float', 'double']);

/** With corrections: `stats`, which distinguishes the sum of no values from a sum of 0, and no estimates. */
function plainMetric(
  aggregate: BoundAggregate,
  columns: readonly ScanColumn[],
  corrections: boolean,
): JsonObject | null | undefined {
  const { argument, fn, distinct } = aggregate;
  if (argument === null) return null;
  const field = pathOf(argument, columns, corrections);
  if (field === null || fn.kind === 'values' || fn.kind === 'take') return undefined;
  if (fn.kind === 'count' && !distinct) return { value_count: { field } };
  // `cardinality` is an estimate.
  if (fn.kind === 'count' && !corrections) return { cardinality: { field } };
  const number = NUMERIC.has(argument.type);
  if (distinct || (!number && argument.type !== 'timestamp')) return undefined;
  switch (fn.kind) {
    case 'sum':
    case 'moments':
      if (!number) return undefined;
      if (fn.kind === 'moments') return { extended_stats: { field } };
      return corrections ? { stats: { field } } : { sum: { field } };
    default:
      return { [fn.kind]: { field } };
  }
}

/** Averages cannot be folded, but their sums and counts can. */
function foldRequest(request: JsonObject | null): JsonObject | null {
  if (request === null) return null;
  if ('avg' in request) return { stats: request.avg };
  const inner = request.aggregations as { metric: JsonObject } | undefined;
  if (inner === undefined) return request;
  return { ...request, aggregations: { metric: foldRequest(inner.metric) ?? {} } };
}
