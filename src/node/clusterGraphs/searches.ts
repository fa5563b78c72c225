import type { PassingSearch } from '../../client/index.ts';
import {
  isJsonObject,
  type JsonValue,
  OpenSearchError,
  readJson,
  wildcardMatches,
} from '../../common/index.ts';
import type { ClusterGraph, ClusterLayout } from './layout.ts';

/** A search by vectors, as far as its graphs depend on it. */
export interface KnnSearch {
  readonly path: string;
  /** Of the `knn` clauses, in order; a field in two clauses is searched twice. */
  readonly fields: readonly string[];
}

/** `null` if it has no `knn` clause. */
export function knnSearchOf({ path, body }: PassingSearch): KnnSearch | null {
  const fields = knnFields(jsonOf(body));
  return fields.length === 0 ? null : { path, fields };
}

/** The graphs used by a search: in its indices and shards, those of its fields. */
export function graphsUsedBy({ path, fields }: KnnSearch, layout: ClusterLayout): readonly ClusterGraph[] {
  const [place, query = ''] = path.split('?', 2);
  const expression = place === '/_search' ? '*' : /^\/([^/]+)\/_search$/.exec(place)?.[1];
  if (expression === undefined) return [];
  const indices = indicesOf(decodeURIComponent(expression), layout);
  const shards = shardsOf(new URLSearchParams(query).get('preference'));
  // It is unknown which copy answers: the primary represents all.
  return fields.flatMap((field) =>
    layout.graphs.filter(
      (graph) =>
        graph.primary &&
        graph.field === field &&
        indices.has(graph.index) &&
        (shards === null || shards.has(graph.shard)),
    ),
  );
}

function jsonOf(body: string): JsonValue {
  if (!body.includes('"knn"')) return null;
  try {
    return readJson(body);
  } catch (error) {
    // The cluster will report the error.
    if (error instanceof OpenSearchError) return null;
    throw error;
  }
}

function knnFields(body: JsonValue): readonly string[] {
  if (Array.isArray(body)) return body.flatMap(knnFields);
  if (!isJsonObject(body)) return [];
  return Object.entries(body).flatMap(([key, value]) => {
    const isClause = key === 'knn' && isJsonObject(value);
    const fields = isClause ? Object.entries(value).filter(([, clause]) => hasVector(clause)) : [];
    return fields.length > 0 ? fields.map(([field]) => field) : knnFields(value as JsonValue);
  });
}

function hasVector(clause: JsonValue | undefined): boolean {
  return isJsonObject(clause) && Array.isArray(clause.vector);
}

function indicesOf(expression: string, { graphs, aliases }: ClusterLayout): ReadonlySet<string> {
  const names = [...new Set(graphs.map(({ index }) => index))];
  const found = new Set<string>();
  for (const part of expression.split(',')) {
    const isExcluded = part.startsWith('-');
    const wanted = part.replace(/^-/, '');
    const matching = [
      ...names.filter((name) => matches(wanted, name)),
      ...[...aliases].filter(([alias]) => matches(wanted, alias)).flatMap(([, indices]) => indices),
    ];
    for (const name of matching) isExcluded ? found.delete(name) : found.add(name);
  }
  return found;
}

function matches(pattern: string, name: string): boolean {
  return pattern === '_all' || wildcardMatches(pattern, name);
}

/** `_shards:0,2|…` → {0, 2}; `null` for all. Searches by routing count as searches of all shards. */
function shardsOf(preference: string | null): ReadonlySet<number> | null {
  const list = /^_shards:([\d,]+)/.exec(preference ?? '')?.[1];
  return list === undefined ? null : new Set(list.split(',').map(Number));
}
