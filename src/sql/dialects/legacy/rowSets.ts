import type { JsonObject, JsonValue } from '../../../common/index.ts';
import type { SetOperationNode } from '../../ast/index.ts';
import type { SchemaColumn, SqlResult } from '../../types.ts';

/** The search answer that the original makes up for joins and set operations. */
export function joinAnswer(names: readonly string[], rows: readonly (readonly JsonValue[])[]): JsonObject {
  const hits = rows.map((row, i) => ({
    _index: '',
    _id: String(i),
    _score: 1,
    _source: Object.fromEntries(names.map((name, column) => [name, row[column]])),
  }));
  const total = { value: rows.length, relation: 'eq' };
  const shards = { total: 1, successful: 1, skipped: 0, failed: 0 };
  return { took: 0, timed_out: false, _shards: shards, hits: { total, max_score: 1, hits } };
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

function rowKey(row: readonly JsonValue[]): string {
  return JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
}
