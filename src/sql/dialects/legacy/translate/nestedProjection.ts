import { isJsonObject, type JsonObject, type JsonValue } from '../../../../common/index.ts';
import { bool, nestedQuery, not } from './bool.ts';
import type { HitColumn } from './columns.ts';

/** At most three nested rows of a document come back: the original leaves inner_hits at its default size. */
export const INNER_HITS_SIZE = 3;

/**
 * Selected nested columns are read from inner hits: the WHERE's nested query of the same path gets them, or a
 * match_all on the path is added to the first filter. `leftJoin` keeps documents that have no nested ones.
 */
export function projectNested(
  query: JsonObject | null,
  columns: readonly HitColumn[],
  leftJoin: boolean,
): JsonObject | null {
  const byPath = new Map<string, string[]>();
  for (const column of columns) {
    if (column.kind === 'nested') byPath.set(column.path, [...(byPath.get(column.path) ?? []), column.field]);
  }
  if (byPath.size === 0) return query;
  const root = query ?? bool({ filter: [bool({})] });
  const filter = firstFilter(root);
  for (const [path, fields] of byPath) {
    const found = leftJoin ? null : nestedQueriesOf(root).find((nested) => nested.path === path);
    if (found) found.inner_hits = innerHits(fields);
    else addNested(filter, path, fields, leftJoin);
  }
  return root;
}

/** The `bool` that conditions are added to. */
function firstFilter(root: JsonObject): JsonObject {
  const { bool: body } = root;
  const list = isJsonObject(body) ? body.filter : undefined;
  const first = Array.isArray(list) ? list[0] : undefined;
  return (isJsonObject(first) && isJsonObject(first.bool) ? first.bool : body) as JsonObject;
}

function addNested(filter: JsonObject, path: string, fields: readonly string[], leftJoin: boolean): void {
  const withHits = nestedQuery(path, { match_all: { boost: 1 } });
  (withHits.nested as JsonObject).inner_hits = innerHits(fields);
  const without = not(nestedQuery(path, { exists: { field: path, boost: 1 } }));
  const [member, clauses] = leftJoin ? ['should', [without, withHits]] : ['must', [withHits]];
  const { [member]: own, adjust_pure_negative, boost, ...others } = filter;
  for (const key of Object.keys(filter)) delete filter[key];
  const list: JsonValue[] = [...(Array.isArray(own) ? own : []), ...clauses];
  Object.assign(filter, { ...others, [member]: list, adjust_pure_negative, boost });
}

function innerHits(fields: readonly string[]): JsonObject {
  return {
    ignore_unmapped: false,
    from: 0,
    size: INNER_HITS_SIZE,
    version: false,
    seq_no_primary_term: false,
    explain: false,
    track_scores: false,
    _source: { includes: [...fields], excludes: [] },
  };
}

/** All nested clauses of a query, outermost first. */
function nestedQueriesOf(value: JsonValue): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(nestedQueriesOf);
  if (!isJsonObject(value)) return [];
  const own = isJsonObject(value.nested) && typeof value.nested.path === 'string' ? [value.nested] : [];
  return [...own, ...Object.values(value).flatMap(nestedQueriesOf)];
}
