import { isJsonObject, type JsonObject, type JsonValue, javaDouble } from '../../../common/index.ts';
import type { SchemaColumn } from '../../types.ts';
import { type BucketRows, isCutOff, kindOf } from './aggregationForms.ts';
import { lateError } from './late.ts';
import type { Aggregated, PlannedColumn } from './translate/index.ts';

/**
 * The rows that the original's query planner makes of aggregations. Every column is double, its default for
 * unknown types, whatever the values are.
 */
export function plannedRows(
  request: JsonObject,
  answer: JsonObject,
  { columns, outermost }: Pick<Aggregated, 'columns' | 'outermost'>,
  planned: readonly PlannedColumn[] | null = null,
): BucketRows {
  const reader = new BucketReader();
  const tuples = reader.flatten(outermost, request, answer, 0);
  const named = planned ?? columns.map(({ item: { alias }, name }) => ({ alias, name }));
  const schema = named.map(
    ({ alias, name }): SchemaColumn =>
      alias === null ? { name, type: 'double' } : { name: alias, alias, type: 'double' },
  );
  const found = tuples.map((tuple) => columns.map(({ source }) => cellOf(tuple, source)));
  const rows = planned === null ? found : found.map((cells) => planned.map(({ read }) => read(cells)));
  return { schema, rows, isCut: reader.isCut };
}

/** The values of one row, by aggregation name. */
type Tuple = Map<string, JsonValue>;

function cellOf(tuple: Tuple, name: string): JsonValue {
  const value = tuple.get(name);
  if (value === undefined)
    throw lateError('IllegalStateException', 'invalid value operation on MISSING_VALUE');
  return value;
}

class BucketReader {
  isCut = false;

  /** Each bucket gives the rows inside it; the metrics next to the buckets form one more row. */
  flatten(names: readonly string[], request: JsonObject, answer: JsonObject, depth: number): Tuple[] {
    const rows: Tuple[] = [];
    const metrics: Tuple = new Map();
    for (const name of names) {
      const asked = request[name] as JsonObject;
      const kind = kindOf(asked);
      const found = answer[name];
      const read = READERS[kind];
      if (kind === 'bucket_selector' || !isJsonObject(found)) continue;
      if (read === undefined) throw unsupported(kind);
      if (read.key === null) metrics.set(name, found.value ?? null);
      else rows.push(...this.#buckets(name, asked, found, read.key, depth));
    }
    if (metrics.size > 0) rows.push(metrics);
    return rows;
  }

  #buckets(name: string, asked: JsonObject, found: JsonObject, key: ReadKey, depth: number): Tuple[] {
    if (depth > 0 && isCutOff(found)) this.isCut = true;
    const inner = isJsonObject(asked.aggregations) ? asked.aggregations : {};
    const buckets = Array.isArray(found.buckets) ? found.buckets : [];
    return buckets.filter(isJsonObject).flatMap((bucket) => {
      const rows = this.flatten(Object.keys(inner), inner, bucket, depth + 1);
      const keyed = rows.length === 0 ? [new Map<string, JsonValue>()] : rows;
      for (const row of keyed) row.set(name, key(bucket));
      return keyed;
    });
  }
}

type ReadKey = (bucket: JsonObject) => JsonValue;

function unsupported(kind: string): Error {
  return lateError('RuntimeException', `java.lang.RuntimeException: unsupported aggregation type ${kind}`);
}

/** Keys of terms are values, keys of histograms are strings. */
const termsKey: ReadKey = ({ key = null }) =>
  typeof key === 'number' && Number.isSafeInteger(key) ? BigInt(key) : key;
const histogramKey: ReadKey = ({ key, key_as_string: text }) => text ?? javaDouble(Number(key));

const METRIC = { key: null };

/** The aggregations that rows are read from: bucket keys, or a single value. */
const READERS: Readonly<Record<string, { readonly key: ReadKey | null } | undefined>> = Object.assign(
  Object.create(null),
  {
    terms: { key: termsKey },
    histogram: { key: histogramKey },
    date_histogram: { key: histogramKey },
    sum: METRIC,
    avg: METRIC,
    min: METRIC,
    max: METRIC,
    value_count: METRIC,
    cardinality: METRIC,
  },
);
