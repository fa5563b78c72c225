import { isJsonObject, type JsonObject, type JsonValue } from '../../../common/index.ts';
import type { SelectNode } from '../../ast/index.ts';
import type { SchemaColumn } from '../../types.ts';
import { type Aggregated, type BucketColumn, expressionName, targetOf } from './translate/index.ts';

/** Rows of an aggregated answer, and whether the engine's ten inner buckets cut some off. */
export interface BucketRows {
  readonly schema: readonly SchemaColumn[];
  readonly rows: readonly (readonly JsonValue[])[];
  readonly isCut: boolean;
}

/** Every column is double, whatever it holds: the original's default where it has no types. */
export function bucketRows(aggregations: JsonObject, aggregated: Aggregated): BucketRows {
  const walker = new BucketWalker(aggregated);
  walker.visit(aggregations, 0, []);
  const schema = aggregated.columns.map((column) => schemaColumn(column));
  return { schema, rows: walker.rows, isCut: walker.isCut };
}

function schemaColumn(column: BucketColumn): SchemaColumn {
  const { alias } = column.item;
  return alias === null
    ? { name: column.name, type: 'double' }
    : { name: column.name, alias, type: 'double' };
}

/** ORDER BY selected columns holds for all rows, not only within a key; LIMIT counts rows. */
export function orderedRows(
  rows: BucketRows['rows'],
  { orderBy, items, limit }: SelectNode,
  { columns, levels }: Aggregated,
): BucketRows['rows'] {
  const keys = orderBy.map(({ expression, direction }) => {
    const name = expressionName(targetOf(expression, items));
    const at = columns.findIndex(({ item }) => expressionName(item.expression) === name);
    return { at, sign: direction === 'asc' ? 1 : -1 };
  });
  const isSorted = levels.length < 2 || keys.some(({ at }) => at < 0);
  const compare = (a: readonly JsonValue[], b: readonly JsonValue[]): number => {
    for (const { at, sign } of keys) {
      const order = compareValues(a[at], b[at]);
      if (order !== 0) return order * sign;
    }
    return 0;
  };
  const sorted = isSorted ? rows : [...rows].sort(compare);
  return limit === null ? sorted : sorted.slice(0, limit);
}

function compareValues(a: JsonValue, b: JsonValue): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}

class BucketWalker {
  readonly rows: JsonValue[][] = [];
  isCut = false;
  readonly #aggregated: Aggregated;

  constructor(aggregated: Aggregated) {
    this.#aggregated = aggregated;
  }

  visit(parent: JsonObject, level: number, keys: readonly JsonValue[]): void {
    const path = this.#aggregated.levels[level];
    if (path === undefined) {
      this.rows.push(this.#row(parent, keys));
      return;
    }
    const aggregation = path.reduce<JsonValue>(
      (at, name) => (isJsonObject(at) ? (at[name] ?? null) : null),
      parent,
    );
    if (!isJsonObject(aggregation)) return;
    if (level > 0 && Number(aggregation.sum_other_doc_count ?? 0) > 0) this.isCut = true;
    const buckets = Array.isArray(aggregation.buckets) ? aggregation.buckets : [];
    for (const bucket of buckets) {
      if (isJsonObject(bucket))
        this.visit(bucket, level + 1, [...keys, bucket.key_as_string ?? bucket.key ?? null]);
    }
  }

  #row(bucket: JsonObject, keys: readonly JsonValue[]): JsonValue[] {
    return this.#aggregated.columns.map((column) => {
      if (column.kind === 'key') return keys[column.level];
      const metric = column.path.reduce<JsonValue>(
        (at, name) => (isJsonObject(at) ? (at[name] ?? null) : null),
        bucket,
      );
      return isJsonObject(metric) ? (metric[column.member] ?? null) : null;
    });
  }
}
