import type { JsonObject, JsonValue } from '../../common/index.ts';
import type { SetOperationNode } from '../ast/index.ts';
import type { SqlResult } from '../types.ts';

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

type Rows = SqlResult['rows'];

/** UNION does not remove duplicates; MINUS and INTERSECT are of sets. */
export function combine(operator: SetOperationNode['operator'], left: Rows, right: Rows): Rows {
  if (operator === 'union' || operator === 'unionAll') return [...left, ...right];
  const others = new Set(right.map(rowKey));
  const kept = new Map<string, Rows[number]>();
  for (const row of left) {
    if (others.has(rowKey(row)) === (operator === 'intersect')) kept.set(rowKey(row), row);
  }
  return [...kept.values()];
}

function rowKey(row: readonly JsonValue[]): string {
  return JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
}
