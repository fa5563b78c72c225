import { type JsonObject, type JsonValue, javaDouble } from '../../../../common/index.ts';
import type { CallNode, ColumnNode, ExpressionNode } from '../../../ast/index.ts';
import { script } from './bool.ts';
import { namedParameters, positionalParameters } from './callParameters.ts';
import { constantValue, isConstant, textValue } from './literals.ts';
import { aggregationName, argumentName } from './names.ts';
import { nestedCall } from './nestedConditions.ts';
import { isLegacyScript, returningSource, scriptOf } from './painless.ts';
import { LateRefusal, refuse } from './refuse.ts';
import type { ScriptWriter } from './script.ts';

/** An aggregate function as a metric aggregation. */
interface MetricFunction {
  readonly names: readonly string[];
  readonly write: (source: JsonObject, call: CallNode) => JsonObject;
  /** The member of its answer that the value is, if it is not `value`. */
  readonly read?: string;
  /** The type that the original writes into the schema of rows made of groups; absent: it refuses such rows. */
  readonly type?: 'long' | 'double';
  /** The original has no such aggregation. */
  readonly beyond?: boolean;
}

const plain = (name: string, type?: MetricFunction['type']): MetricFunction => ({
  names: [name],
  write: (source) => ({ [name]: source }),
  type,
});

const spread = (names: readonly string[], read: string): MetricFunction => ({
  names,
  write: (source) => ({ extended_stats: { ...source, sigma: 2 } }),
  read,
  beyond: true,
});

const DEFAULT_PERCENTS = [1, 5, 25, 50, 75, 95, 99];

const FUNCTIONS: readonly MetricFunction[] = [
  plain('sum', 'double'),
  plain('avg', 'double'),
  plain('min', 'double'),
  plain('max', 'double'),
  plain('stats'),
  { names: ['extended_stats'], write: (source) => ({ extended_stats: { ...source, sigma: 2 } }) },
  {
    names: ['count'],
    type: 'long',
    write: (source, call) => ({ [call.distinct ? 'cardinality' : 'value_count']: source }),
  },
  {
    names: ['percentiles'],
    type: 'double',
    write: (source, call) => {
      const percents = call.args
        .slice(1)
        .filter((percent) => isConstant(percent) && !isText(percent))
        .map((percent) => Number(constantValue(percent)));
      checkPercents(percents, call);
      const list = percents.length > 0 ? percents.sort((a, b) => a - b) : DEFAULT_PERCENTS;
      return { percentiles: { ...source, percents: list, keyed: true, tdigest: { compression: 100 } } };
    },
  },
  spread(['stddev_samp'], 'std_deviation_sampling'),
  spread(['stddev', 'std', 'stddev_pop'], 'std_deviation_population'),
  spread(['var_samp'], 'variance_sampling'),
  spread(['variance', 'var_pop'], 'variance_population'),
];

function checkPercents(percents: readonly number[], call: CallNode): void {
  const wrong = percents.find((percent) => percent < 0 || percent > 100);
  if (wrong === undefined) return;
  const details = `percent must be in [0,100], got [${javaDouble(wrong)}]: [${aggregationName(call)}]`;
  throw new LateRefusal(details, 'IllegalArgumentException');
}

function isText(node: ExpressionNode): boolean {
  return node.kind === 'literal' && node.type === 'string';
}

const BY_NAME: ReadonlyMap<string, MetricFunction> = new Map(
  FUNCTIONS.flatMap((row) => row.names.map((name) => [name, row] as const)),
);

const WITHOUT_SOURCE: ReadonlyMap<string, (call: CallNode, writer: ScriptWriter) => JsonObject> = new Map([
  ['tophits', topHits],
  ['scripted_metric', scriptedMetric],
]);

export function isMetric(name: string): boolean {
  return BY_NAME.has(name.toLowerCase()) || WITHOUT_SOURCE.has(name.toLowerCase());
}

/** The aggregates that make a statement one of groups: the original has no groups for others. */
export function isAggregating(name: string): boolean {
  return isMetric(name) && BY_NAME.get(name.toLowerCase())?.beyond !== true;
}

export function metricType(name: string): MetricFunction['type'] {
  return BY_NAME.get(name.toLowerCase())?.type;
}

/** Where a value of a metric is. `wrapper`: the aggregation of nested documents around it. */
export interface MetricPath {
  readonly wrapper: string | null;
  readonly value: string;
}

/** The original names the metric, which is no value of ours. */
export function metricValuePath(name: string, call: CallNode, wrapper: string | null): MetricPath {
  const row = BY_NAME.get(call.name.toLowerCase());
  return { wrapper, value: row?.beyond ? `${name}.${row.read}` : name };
}

/** The aggregation around a metric, or a key, of nested documents. */
export const nestedName = (field: string): string => `${field}@NESTED`;

/** The nested documents that a metric is of, and the field that the aggregations around it are called by. */
export interface Nesting {
  readonly path: string;
  readonly field: string;
}

/** Null: a metric of whole documents. */
export function metricNesting(call: CallNode, { scope }: ScriptWriter): Nesting | null {
  const [argument] = call.args;
  if (argument?.kind === 'call') {
    const nested = nestedCall(argument, scope);
    return nested && { path: nested.path, field: nested.field?.name ?? nested.path };
  }
  if (argument?.kind !== 'column') return null;
  const { name, nestedPath } = scope.column(argument);
  return nestedPath === null ? null : { path: nestedPath, field: name };
}

/** A computed argument as the original prints it: the variable, and its script without a `return`. */
export interface PrintedScript {
  readonly key: string;
  readonly source: string;
}

/** Null: not for reading, or nothing that the original has a script for. */
export function printedScript({ args: [argument] }: CallNode, writer: ScriptWriter): PrintedScript | null {
  if (!writer.prints || argument === undefined) return null;
  switch (argument.kind) {
    case 'case':
      return { key: 'script', source: returningSource(argument, writer) };
    case 'cast': {
      const { setup, value } = scriptOf(argument, writer);
      return { key: 'script', source: `${setup}; return ${value}` };
    }
    case 'binary':
    case 'call': {
      if (argument.kind === 'call' && !isLegacyScript(argument.name)) return null;
      const { setup, value } = scriptOf(argument, writer);
      return { key: value, source: setup };
    }
    default:
      return null;
  }
}

/** Throws SqlError (400) for functions that are no aggregates. */
export function metricAggregation(
  call: CallNode,
  writer: ScriptWriter,
  printed: PrintedScript | null = null,
): JsonObject {
  const own = WITHOUT_SOURCE.get(call.name.toLowerCase());
  if (own !== undefined) return own(call, writer);
  const row = BY_NAME.get(call.name.toLowerCase());
  if (row === undefined) throw new LateRefusal('the agg function not to define !');
  if (printed === null) return row.write(metricSource(call, writer), call);
  const { source } = printed;
  const field: JsonObject = call.name.toLowerCase() === 'count' ? { field: source } : {};
  return row.write({ ...field, script: script(source) }, call);
}

function metricSource(call: CallNode, writer: ScriptWriter): JsonObject {
  const [argument] = call.args;
  const isCount = call.name.toLowerCase() === 'count';
  if (argument === undefined) throw new LateRefusal('Index: 0, Size: 0', 'IndexOutOfBoundsException');
  if (argument.kind === 'star') {
    return { field: isCount && !call.distinct ? '_index' : '*' };
  }
  if (isConstant(argument)) return { field: argumentName(argument) };
  if (argument.kind === 'column') return { field: countedField(call, argument, writer) };
  const nested = argument.kind === 'call' ? nestedCall(argument, writer.scope) : null;
  if (nested?.field) return { field: nested.field.name };
  return { script: script(returningSource(argument, writer)) };
}

/** The count of nested documents themselves is that of what each of them has. */
function countedField(call: CallNode, argument: ColumnNode, writer: ScriptWriter): string {
  const { name, nestedPath } = writer.scope.column(argument);
  const countsThem = call.name.toLowerCase() === 'count' && !call.distinct && name === nestedPath;
  return countsThem ? '_index' : name;
}

/** `TOPHITS('size'=3, 'include'='a,b', age='desc')`: what is no option is a sort. */
function topHits(call: CallNode, writer: ScriptWriter): JsonObject {
  const named = namedParameters(call);
  if (positionalParameters(call).length > 0) throw new LateRefusal(`unknow params: ${call.name}`);
  const includes: string[] = [];
  const excludes: string[] = [];
  const sort: JsonValue[] = [];
  let [from, size] = [0, 3];
  for (const [name, value] of named) {
    if (name === 'size') size = numberOf(value);
    else if (name === 'from') from = numberOf(value);
    else if (name === 'include') includes.push(...textValue(value).split(','));
    else if (name === 'exclude') excludes.push(...textValue(value).split(','));
    else
      sort.push({
        [writer.scope.name(name).name]: { order: textValue(value).toLowerCase() },
      });
  }
  const hits: JsonObject = { from, size, version: false, seq_no_primary_term: false, explain: false };
  if (includes.length + excludes.length > 0) hits._source = { includes, excludes };
  return { top_hits: sort.length > 0 ? { ...hits, sort } : hits };
}

/** `SCRIPTED_METRIC('map_script'='…', 'combine_script'='…', 'reduce_script'='…')`; `@name` is a parameter. */
function scriptedMetric(call: CallNode): JsonObject {
  const metric: JsonObject = {};
  const params: JsonObject = {};
  for (const [name, value] of namedParameters(call)) {
    if (SCRIPTS.has(name)) metric[name] = script(textValue(value));
    else if (name.startsWith('@')) params[name.slice(1)] = constantValue(value);
    else if (name !== 'alias') {
      throw new LateRefusal(`scripted_metric err or not define field ${name}`);
    }
  }
  if (metric.map_script === undefined) {
    throw new LateRefusal(
      'scripted metric parameters must contain map_script/map_script_id/map_script_file parameter',
    );
  }
  return { scripted_metric: Object.keys(params).length === 0 ? metric : { ...metric, params } };
}

const SCRIPTS: ReadonlySet<string> = new Set([
  'init_script',
  'map_script',
  'combine_script',
  'reduce_script',
]);

function numberOf(node: ExpressionNode): number {
  const value = Number(constantValue(node));
  if (!Number.isInteger(value)) throw refuse('not a number');
  return value;
}
