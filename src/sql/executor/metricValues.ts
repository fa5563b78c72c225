import type { JsonObject, JsonValue } from '../../common/index.ts';
import { isJsonObject } from '../../common/index.ts';
import type { Metric } from '../plan/physical.ts';
import { SqlTimestamp, type SqlValue, truncateTo } from '../values/index.ts';

/** Converts results of the engine's aggregations to values. */

/** The part of a bucket that contains a metric, inside its filter aggregation. */
export function metricNode(bucket: JsonObject, name: string, metric: Metric): JsonObject {
  const own = bucket[name];
  const node = isJsonObject(own) ? own : bucket;
  if (metric.aggregate.filter === null || !isJsonObject(node.metric)) return node;
  return node.metric;
}

export function metricValue(bucket: JsonObject, name: string, metric: Metric): SqlValue {
  const { aggregate, request } = metric;
  const node = metricNode(bucket, name, metric);
  if (aggregate.argument === null) {
    const counted = request === null ? bucket : node;
    return numberOf(counted.doc_count) ?? 0;
  }
  const { fn, type } = aggregate;
  if (fn.kind === 'take') return takenOf(node);
  if (fn.kind === 'moments') return numberOf(node[fn.extendedStat ?? '']);
  return typed(fn.kind === 'sum' ? sumOf(node) : numberOf(node.value), type);
}

/**
 * The values from the documents' sources. The original knows no types for an object's members, so it returns
 * objects empty.
 */
function takenOf({ hits }: JsonObject): JsonValue[] {
  const documents = isJsonObject(hits) && Array.isArray(hits.hits) ? hits.hits.filter(isJsonObject) : [];
  return documents.flatMap(({ _source: source }) =>
    isJsonObject(source) ? Object.values(source).map((value) => (isJsonObject(value) ? {} : value)) : [],
  );
}

/** The sum of no values is 0, but NULL with `stats`, which corrections request. */
export function sumOf(node: JsonObject): number | null {
  if (node.count === undefined) return numberOf(node.value) ?? 0;
  return node.count === 0 ? null : numberOf(node.sum);
}

/** "NaN", "Infinity" and null are not numbers. */
export function numberOf(value: JsonValue | undefined): number | null {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function typed(value: number | null, type: Metric['aggregate']['type']): SqlValue {
  if (value === null) return null;
  switch (type) {
    case 'integer':
    case 'long':
      return truncateTo(value, type);
    case 'float':
      return Math.fround(value);
    case 'datetime':
    case 'timestamp':
      return SqlTimestamp.ofMillis(Math.trunc(value));
    default:
      return value;
  }
}

/** A bucket's key in the type of the column it groups by. */
export function keyValue(key: JsonValue | undefined, type: Metric['aggregate']['type']): SqlValue {
  if (key === undefined || key === null) return null;
  switch (type) {
    case 'timestamp':
      return SqlTimestamp.ofMillis(Number(key));
    case 'float':
      return Math.fround(Number(key));
    case 'boolean':
      return key === true || key === 'true' || key === 1;
    case 'integer':
      return truncateTo(Number(key), type);
    case 'byte':
    case 'short':
    case 'long':
    case 'double':
      return typeof key === 'string' ? Number(key) : (key as SqlValue);
    default:
      return typeof key === 'object' ? key : String(key);
  }
}
