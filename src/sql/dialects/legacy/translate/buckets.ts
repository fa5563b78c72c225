import type { JsonObject, JsonValue } from '../../../../common/index.ts';
import type { CallNode, ExpressionNode } from '../../../ast/index.ts';
import {
  namedParameters,
  positionalParameters,
  requiredArgument,
  writtenParameters,
} from './callParameters.ts';
import { ConditionWriter } from './conditions.ts';
import { constantValue, textValue } from './literals.ts';
import { expressionName } from './names.ts';
import { isLegacyScript } from './painless.ts';
import { LateRefusal, refuse } from './refuse.ts';
import type { ScriptWriter } from './script.ts';

/** A bucket function of GROUP BY as a bucket aggregation. */
interface BucketFunction {
  readonly names: readonly string[];
  readonly write: (call: CallNode, writer: ScriptWriter) => JsonObject;
}

const FUNCTIONS: readonly BucketFunction[] = [
  { names: ['date_histogram'], write: dateHistogram },
  { names: ['histogram'], write: histogram },
  { names: ['range'], write: rangeBuckets },
  { names: ['date_range', 'month'], write: dateRange },
  { names: ['terms'], write: terms },
  {
    names: ['filter'],
    write: (call, writer) => ({
      filter: new ConditionWriter(writer).where(requiredArgument(call, Math.max(0, call.args.length - 1))),
    }),
  },
  { names: ['geohash_grid'], write: geohashGrid },
];

const BY_NAME: ReadonlyMap<string, BucketFunction> = new Map(
  FUNCTIONS.flatMap((row) => row.names.map((name) => [name, row] as const)),
);

/** `month` buckets by ranges when it is given some, else it is the month of a date. */
export function isBucketFunction(call: CallNode): boolean {
  const name = call.name.toLowerCase();
  return name === 'month' ? namedParameters(call).size > 0 : BY_NAME.has(name);
}

export function bucketAggregation(call: CallNode, writer: ScriptWriter): JsonObject {
  checkInnerCalls(call);
  const row = BY_NAME.get(call.name.toLowerCase());
  if (row === undefined) throw new LateRefusal(`can define this method ${call.name}`);
  return row.write(call, writer);
}

const INNER: ReadonlySet<string> = new Set(['script', 'nested', 'reverse_nested', 'children']);

/** The original reads all parameters before it asks what the function is; those of a filter are a condition. */
export function checkInnerCalls({ name, args }: CallNode): void {
  if (name.toLowerCase() === 'filter') return;
  for (const argument of args) {
    if (argument.kind !== 'call' || INNER.has(argument.name.toLowerCase())) continue;
    if (!isLegacyScript(argument.name))
      throw refuse('only support script/nested/children as inner functions');
  }
}

/** The bucket's name: its `alias` parameter, if any; a filter's first argument, or its condition. */
export function bucketAlias(call: CallNode): string | null {
  if (call.name.toLowerCase() === 'filter') {
    const [first] = call.args;
    const name =
      call.args.length > 1 ? textValue(first) : `filter(${expressionName(requiredArgument(call, 0))})`;
    return `${name}@FILTER`;
  }
  const alias = namedParameters(call).get('alias');
  return alias === undefined ? null : textValue(alias);
}

/** The member `field` of an aggregation; without one the search fails on its shards. */
function ofField(call: CallNode, writer: ScriptWriter): { readonly field?: string } {
  const field = namedParameters(call).get('field') ?? positionalParameters(call)[0];
  if (field === undefined) return {};
  const written = field.kind === 'column' ? field.parts.join('.') : textValue(field);
  return { field: writer.scope.name(written).name };
}

/** The parameters of a call, by the table of those that its aggregation knows. */
function settings(
  call: CallNode,
  words: string,
  known: Readonly<Record<string, (value: ExpressionNode) => JsonObject>>,
): JsonObject {
  const written: JsonObject = {};
  if (positionalParameters(call).length > 0) throw noText('String.toLowerCase()', 'kv.key');
  for (const [name, value] of writtenParameters(call)) {
    if (value.kind === 'call' || value.kind === 'binary') throw noText('Object.toString()', 'kv.value');
    if (['field', 'alias', 'nested', 'reverse_nested', 'children'].includes(name)) continue;
    const key = name.toLowerCase();
    const write = Object.hasOwn(known, key) ? known[key] : undefined;
    if (write === undefined)
      throw new LateRefusal(`${words} err or not define field ${name}=${textValue(value)}`);
    Object.assign(written, write(value));
  }
  return written;
}

function noText(method: string, member: string): LateRefusal {
  const details = `Cannot invoke "${method}" because "${member}" is null`;
  return new LateRefusal(details, 'NullPointerException');
}

const count = (name: string) => (value: ExpressionNode) => ({ [name]: integerOf(textValue(value)) });
const words = (name: string) => (value: ExpressionNode) => ({ [name]: textValue(value) });
const keyOrder = (value: ExpressionNode): JsonObject => ({
  order: { _key: textValue(value).toLowerCase() === 'desc' ? 'desc' : 'asc' },
});

/** `0:100`; what has not two parts is ignored. */
const bounds =
  (part: (text: string) => JsonValue) =>
  (value: ExpressionNode): JsonObject => {
    const parts = textValue(value).split(':');
    return parts.length === 2 ? { extended_bounds: { min: part(parts[0]), max: part(parts[1]) } } : {};
  };

const BUCKET_ORDERS: Readonly<Record<string, JsonObject>> = Object.assign(Object.create(null), {
  key_desc: { _key: 'desc' },
  count_asc: [{ _count: 'asc' }, { _key: 'asc' }],
  count_desc: [{ _count: 'desc' }, { _key: 'asc' }],
});

function integerOf(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw new LateRefusal(`For input string: "${text}"`, 'NumberFormatException');
  return Number(text);
}

function dateHistogram(call: CallNode, writer: ScriptWriter): JsonObject {
  const given = settings(call, 'date range', {
    interval: words('interval'),
    fixed_interval: words('fixed_interval'),
    format: words('format'),
    time_zone: words('time_zone'),
    min_doc_count: count('min_doc_count'),
    order: keyOrder,
    extended_bounds: bounds((text) => text),
  });
  const { format = 'yyyy-MM-dd HH:mm:ss', order = { _key: 'asc' }, min_doc_count = 0, ...interval } = given;
  return {
    date_histogram: {
      ...ofField(call, writer),
      format,
      ...interval,
      offset: 0,
      order,
      keyed: false,
      min_doc_count,
    },
  };
}

function histogram(call: CallNode, writer: ScriptWriter): JsonObject {
  const given = settings(call, 'histogram', {
    interval: count('interval'),
    min_doc_count: count('min_doc_count'),
    order: (value) => ({ order: BUCKET_ORDERS[textValue(value)] ?? { _key: 'asc' } }),
    extended_bounds: bounds(integerOf),
  });
  const { interval = 0, order = { _key: 'asc' }, min_doc_count = 0, ...rest } = given;
  return {
    histogram: { ...ofField(call, writer), interval, offset: 0, order, keyed: false, min_doc_count, ...rest },
  };
}

function numberOf(node: ExpressionNode): number {
  const number = Number(constantValue(node));
  if (!Number.isNaN(number)) return number;
  throw new LateRefusal(`For input string: "${textValue(node)}"`, 'NumberFormatException');
}

function rangeBuckets(call: CallNode, writer: ScriptWriter): JsonObject {
  const [, ...edges] = positionalParameters(call);
  const numbers = edges.map(numberOf);
  const ranges: JsonValue[] = [];
  for (let i = 0; i + 1 < numbers.length; i++) ranges.push({ from: numbers[i], to: numbers[i + 1] });
  return { range: { ...ofField(call, writer), ranges, keyed: false } };
}

function dateRange(call: CallNode, writer: ScriptWriter): JsonObject {
  const named = namedParameters(call);
  const edges = positionalParameters(call)
    .slice(named.has('field') ? 0 : 1)
    .map(textValue);
  const format = named.get('format');
  const ranges: JsonValue[] = edges.slice(1).map((to, i) => ({ from: edges[i], to }));
  const body: JsonObject = { ...ofField(call, writer), ranges, keyed: false };
  return { date_range: format === undefined ? body : { ...body, format: textValue(format) } };
}

function terms(call: CallNode, writer: ScriptWriter): JsonObject {
  const given = settings(call, 'terms aggregation', {
    size: count('size'),
    shard_size: count('shard_size'),
    min_doc_count: count('min_doc_count'),
    missing: words('missing'),
    include: words('include'),
    exclude: words('exclude'),
    order: keyOrder,
    execution_hint: words('execution_hint'),
  });
  return { terms: { ...termsBody(ofField(call, writer), 10), ...given } };
}

/** A terms aggregation as the original prints it, ordered by count. */
export function termsBody(source: JsonObject, size: number, shardSize: number | null = null): JsonObject {
  return {
    ...source,
    size,
    ...(shardSize !== null && { shard_size: shardSize }),
    min_doc_count: 1,
    shard_min_doc_count: 0,
    show_term_doc_count_error: false,
    order: [{ _count: 'desc' }, { _key: 'asc' }],
  };
}

function geohashGrid(call: CallNode, writer: ScriptWriter): JsonObject {
  const given = settings(call, 'geohash grid', { precision: count('precision'), size: count('size') });
  return {
    geohash_grid: { ...ofField(call, writer), precision: 5, size: 10000, shard_size: -1, ...given },
  };
}
