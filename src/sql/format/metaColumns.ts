import { isJsonObject, type JsonObject, type JsonValue, plainNumbers } from '../../common/index.ts';
import type { SqlResult } from '../types.ts';

/**
 * Columns that the legacy engine adds to CSV output on request, in its order:
 * `?_score=true&_type=true&_id=true`.
 */
const META_COLUMNS: Readonly<Record<string, { type: string; of: (hit: JsonObject) => JsonValue }>> = {
  // A hit of a sorted search has no score, which Java prints as NaN.
  _score: { type: 'float', of: ({ _score }) => plainNumbers(_score ?? 'NaN') },
  _type: { type: 'keyword', of: () => '_doc' },
  _id: { type: 'keyword', of: ({ _id }) => _id ?? null },
};

/** Only added to rows that are hits, not to those of aggregations, joins and nested fields. */
export function withMetaColumns(result: SqlResult, isWanted: (name: string) => boolean): SqlResult {
  const names = Object.keys(META_COLUMNS).filter(isWanted);
  const hits = isJsonObject(result.raw?.hits) ? result.raw.hits.hits : null;
  if (names.length === 0 || result.profile !== 'legacy') return result;
  if (!Array.isArray(hits) || hits.length !== result.rows.length) return result;
  const schema = names.map((name) => ({ name, type: META_COLUMNS[name].type }));
  const rows = result.rows.map((row, i) => {
    const hit = hits[i];
    return [...row, ...names.map((name) => (isJsonObject(hit) ? META_COLUMNS[name].of(hit) : null))];
  });
  return { ...result, schema: [...result.schema, ...schema], rows };
}
