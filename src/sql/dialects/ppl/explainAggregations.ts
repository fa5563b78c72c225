import type { JsonObject } from '../../../common/index.ts';
import type { Bound, BoundAggregate, BoundCall, BoundLiteral } from '../../binder/index.ts';
import type { AggregatePlan, SortKey } from '../../plan/logical.ts';
import { fieldName, type Searched, script } from './explainQuery.ts';

const BUCKETS = 1000;

/** The aggregations of the original's search for a `stats`. */
export function originalAggregations(
  { aggregates, groups }: AggregatePlan,
  order: readonly SortKey[],
  searched: Searched,
): JsonObject {
  const metrics: JsonObject = Object.fromEntries(
    aggregates.map(({ aggregate, column }) => [column.name, metric(aggregate, searched)]),
  );
  if (groups.length === 0) return metrics;
  const rank = ({ column }: Group): number => {
    const at = order.findIndex((key) => isOf(key, column.name));
    return at < 0 ? order.length : at;
  };
  const sources = [...groups]
    .sort((a, b) => rank(a) - rank(b))
    .map((group) => ({ [group.column.name]: source(group, order, searched) }));
  return {
    composite_buckets: { composite: { size: BUCKETS, sources }, aggregations: metrics },
  };
}

type Group = AggregatePlan['groups'][number];

function isOf({ expression }: SortKey, name: string): boolean {
  return expression.kind === 'reference' && expression.column.name === name;
}

function source({ expression, column }: Group, order: readonly SortKey[], searched: Searched): JsonObject {
  const key = order.find((sorting) => isOf(sorting, column.name));
  const missing = { missing_bucket: true };
  const missingOrder = { missing_order: (key?.nullsFirst ?? true) ? 'first' : 'last' };
  if (expression.kind === 'call' && expression.fn.grouping !== undefined) {
    const { clause, interval, field } = histogram(expression, searched);
    return { [clause]: { field, ...missing, ...missingOrder, order: 'asc', ...interval } };
  }
  const terms: JsonObject = { ...values(expression, searched), ...missing };
  if (TEMPORAL.has(expression.type)) terms.value_type = 'long';
  return { terms: { ...terms, ...missingOrder, order: key?.descending === true ? 'desc' : 'asc' } };
}

const TEMPORAL: ReadonlySet<string> = new Set(['timestamp', 'datetime', 'date', 'time']);

const FIXED_UNITS: ReadonlySet<string> = new Set(['ms', 's', 'm', 'h', 'd']);

interface Histogram {
  readonly clause: string;
  readonly interval: JsonObject;
  readonly field: string;
}

function histogram({ args }: BoundCall, { columns }: Searched): Histogram {
  const [of, amount, unit] = args as readonly [Bound, BoundLiteral, BoundLiteral];
  const field = of.kind === 'reference' ? fieldName(of, columns) : '';
  const word = spanUnit(String(unit.value));
  if (word === '') return { clause: 'histogram', interval: { interval: Number(amount.value) }, field };
  const kind = FIXED_UNITS.has(word) ? 'fixed_interval' : 'calendar_interval';
  const interval = { [kind]: `${Math.trunc(Number(amount.value))}${word}` };
  return { clause: 'date_histogram', interval, field };
}

/** `m` are minutes and `M` months; long names are printed as their letters. */
function spanUnit(unit: string): string {
  return unit === 'm' || unit === 'M' ? unit : (UNIT_LETTERS.get(unit.toLowerCase()) ?? unit.toLowerCase());
}

const UNIT_LETTERS: ReadonlyMap<string, string> = new Map([
  ['millisecond', 'ms'],
  ['second', 's'],
  ['minute', 'm'],
  ['hour', 'h'],
  ['day', 'd'],
  ['week', 'w'],
  ['month', 'M'],
  ['quarter', 'q'],
  ['year', 'y'],
]);

const TAKEN = 10;

function metric(aggregate: BoundAggregate, searched: Searched): JsonObject {
  const { fn, argument, distinct, parameters } = aggregate;
  const [name] = fn.names;
  const of =
    argument === null || argument.kind === 'literal' ? { field: '_index' } : values(argument, searched);
  if (name === 'take') {
    const size = Number(parameters[0] ?? TAKEN);
    const includes = argument?.kind === 'reference' ? [argument.column.name] : [];
    const flags = { version: false, seq_no_primary_term: false, explain: false };
    return { top_hits: { from: 0, size, ...flags, _source: { includes, excludes: [] } } };
  }
  if (fn.kind === 'count') return distinct ? { cardinality: of } : { value_count: of };
  return fn.kind === 'moments' ? { extended_stats: { ...of, sigma: 2 } } : { [name]: of };
}

function values(expression: Bound, { columns }: Searched): JsonObject {
  if (expression.kind === 'reference') return { field: fieldName(expression, columns) };
  return { script: script(expression) };
}
