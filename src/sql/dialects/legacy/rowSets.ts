import { isJsonObject, type JsonObject, type JsonValue, jsonDouble } from '../../../common/index.ts';
import type { SetOperationNode } from '../../ast/index.ts';
import type { SchemaColumn, SqlResult } from '../../types.ts';

/** The search answer that the original makes up for joins and set operations. */
export function joinAnswer(names: readonly string[], rows: SqlResult['rows']): JsonObject {
  const hits = rows.map((row, i) => ({
    _id: String(i),
    _score: null,
    _source: Object.fromEntries(names.map((name, column) => [name, row[column]])),
  }));
  return madeAnswer(hits as JsonObject[], 0);
}

/** UNION's: the hits of both searches, in the form that the original builds by hand. */
export function unionAnswer({ raw: left }: SqlResult, { raw: right }: SqlResult): JsonObject {
  const hits = [left, right].flatMap(hitsOf).map(({ _id, _source }) => ({ _source, _id, _score: 'NaN' }));
  return madeAnswer(hits, 0);
}

/** `shards`: those that were searched. */
export function madeAnswer(hits: readonly JsonObject[], shards: number): JsonObject {
  const total = { value: hits.length, relation: 'EQUAL_TO' };
  const searched = { total: shards, successful: shards, failed: 0 };
  const score = jsonDouble(1) as unknown as JsonValue;
  return {
    took: 0,
    timed_out: false,
    _shards: searched,
    hits: { total, max_score: score, hits: [...hits] },
  };
}

function hitsOf(raw: JsonObject | null): JsonObject[] {
  const { hits } = raw ?? {};
  const list = isJsonObject(hits) ? hits.hits : [];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

type Table = Pick<SqlResult, 'schema' | 'rows'>;

/**
 * UNION has the hits of both sides, duplicates and all; as those of a search they have the columns that any of them has
 * (CSVResultsExtractor). MINUS and INTERSECT are of sets.
 */
export function combine(operator: SetOperationNode['operator'], left: Table, right: Table): Table {
  if (operator === 'union' || operator === 'unionAll') return together(left, right);
  const others = new Set(right.rows.map(rowKey));
  const kept = new Map<string, Table['rows'][number]>();
  for (const row of left.rows) {
    if (others.has(rowKey(row)) === (operator === 'intersect')) kept.set(rowKey(row), row);
  }
  return { schema: left.schema, rows: [...kept.values()] };
}

function together(left: Table, right: Table): Table {
  const names = left.schema.map(shownName);
  const more = right.schema.filter((column) => !names.includes(shownName(column)));
  const schema = [...left.schema, ...more];
  const places = right.schema.map(shownName);
  const from = schema.map((column) => places.indexOf(shownName(column)));
  const leftRows = left.rows.map((row) => [...row, ...more.map(() => null)]);
  const rightRows = right.rows.map((row) => from.map((place) => (place === -1 ? null : row[place])));
  return { schema, rows: [...leftRows, ...rightRows] };
}

function shownName({ name, alias }: SchemaColumn): string {
  return alias || name;
}

function rowKey(row: SqlResult['rows'][number]): string {
  return JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
}
