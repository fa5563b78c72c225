import {
  type ExactJsonValue,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  javaDouble,
  jsonDouble,
} from '../../../common/index.ts';
import type { SqlErrorType } from '../../errors.ts';
import type { SchemaColumn } from '../../types.ts';
import { javaMapOrder } from '../../values/index.ts';
import { type BucketRows, isCutOff, kindOf } from './aggregationForms.ts';
import { rowColumns } from './hitRows.ts';
import { lateError } from './late.ts';
import { type Aggregated, type FieldTable, metricType } from './translate/index.ts';

/**
 * The rows of groups that the query planner does not handle (nested conditions, DISTINCT, `*`): keys of the
 * first list have the types of the mapping, metrics are strings although their columns are numeric.
 */
export function describedRows(
  request: JsonObject,
  answer: JsonObject,
  { keys, metrics }: Pick<Aggregated, 'keys' | 'metrics'>,
  fields: FieldTable,
): BucketRows {
  // The original groups by a field named `*`, which no document has, but lists the columns of the table.
  if (metrics.length === 0 && keys.every(({ field }) => field === '*')) {
    const all = rowColumns([{ kind: 'all', isPlain: true }], fields, false);
    return { schema: all.map(({ schema }) => schema), rows: [], isCut: false };
  }
  const columns = [...keys.map((key) => keyColumn(key, fields)), ...metrics.map(metricColumn)];
  const reader = new TermsReader(keys.map(({ name }) => name));
  reader.read(request, answer, new Map());
  const rows = reader.rows.map((row) => columns.map(({ source }) => row.get(source) ?? null));
  return { schema: columns.map(({ schema }) => schema), rows, isCut: reader.isCut };
}

interface DescribedColumn {
  readonly source: string;
  readonly schema: SchemaColumn;
}

function keyColumn(
  { name, expression, alias, field }: Aggregated['keys'][number],
  fields: FieldTable,
): DescribedColumn {
  if (field === null && expression.kind === 'call' && METHODS_OF_GROUPS.has(expression.name.toLowerCase())) {
    throw unsupportedMethod(expression.name);
  }
  if (field === null) return { source: name, schema: { name, type: 'double' } };
  const type = fields.get(field)?.type ?? 'object';
  return { source: name, schema: alias === null ? { name: field, type } : { name: field, alias, type } };
}

function metricColumn({ name, call }: Aggregated['metrics'][number]): DescribedColumn {
  const type = metricType(call.name);
  if (type === undefined) throw unsupportedMethod(call.name);
  return { source: name, schema: { name, type } };
}

function unsupportedMethod(name: string): Error {
  const type: SqlErrorType = 'UnsupportedOperationException';
  return lateError(type, `The following method is not supported in Schema: ${name}`);
}

const METHODS_OF_GROUPS: ReadonlySet<string> = new Set([
  ...['histogram', 'date_histogram', 'range', 'date_range', 'terms', 'filter', 'geohash_grid'],
]);

class TermsReader {
  readonly rows: ReadonlyMap<string, ExactJsonValue>[] = [];
  isCut = false;
  readonly #names: readonly string[];

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** Descends through the keys of the first list while they are terms; other lists are not read. */
  read(request: JsonObject, answer: JsonObject, keys: ReadonlyMap<string, JsonValue>, depth = 0): void {
    const name = this.#names.at(depth);
    const asked = name === undefined ? undefined : request[name];
    if (name === undefined || !isJsonObject(asked) || kindOf(asked) !== 'terms') {
      this.rows.push(new Map([...keys, ...metricsOf(request, answer)]));
      return;
    }
    const found = answer[name];
    if (!isJsonObject(found) || !Array.isArray(found.buckets)) return;
    if (depth > 0 && isCutOff(found)) this.isCut = true;
    const inner = isJsonObject(asked.aggregations) ? asked.aggregations : {};
    for (const bucket of found.buckets) {
      if (isJsonObject(bucket))
        this.read(inner, bucket, new Map([...keys, [name, bucket.key ?? null]]), depth + 1);
    }
  }
}

function metricsOf(request: JsonObject, answer: JsonObject): [string, ExactJsonValue][] {
  return Object.entries(request).flatMap(([name, asked]): [string, ExactJsonValue][] => {
    const kind = kindOf(asked as JsonObject);
    const found = answer[name];
    if (kind === 'bucket_selector' || !isJsonObject(found)) return [];
    if (kind === 'percentiles') return [[name, percentilesOf(found)]];
    if (!SINGLE_VALUES.has(kind)) {
      throw lateError('SqlFeatureNotImplementedException', `Aggregation type ${kind} is not yet implemented`);
    }
    return [[name, metricText(kind, found)]];
  });
}

const SINGLE_VALUES: ReadonlySet<string> = new Set([
  ...['sum', 'avg', 'min', 'max', 'value_count', 'cardinality'],
]);

/** As Java prints a double. The average of no values is NaN. */
function metricText(kind: string, { value, value_as_string: text }: JsonObject): JsonValue {
  if (text !== undefined) return text;
  if (value === null || value === undefined) return kind === 'avg' ? 'NaN' : 'null';
  return javaDouble(Number(value));
}

function percentilesOf({ values }: JsonObject): ExactJsonValue {
  if (!isJsonObject(values)) return null;
  return Object.fromEntries(javaMapOrder(Object.keys(values)).map((key) => [key, asDouble(values[key])]));
}

function asDouble(value: JsonValue): ExactJsonValue {
  return typeof value === 'number' ? jsonDouble(value) : value;
}
