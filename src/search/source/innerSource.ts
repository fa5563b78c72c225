import { TOP_HITS_MEMBERS } from '../../aggregation/index.ts';
import type { JsonObject } from '../../common/index.ts';
import { contentErrorAt } from '../../query/index.ts';
import { parseSearchSource, type SearchSource } from './searchSource.ts';

/** Members that name the list; the clause reads them. */
const NAMING: ReadonlySet<string> = new Set(['name', 'ignore_unmapped', 'collapse']);

/** The body of inner_hits or top_hits: a search without a query. */
export function parseInnerSource(clause: string, body: JsonObject): SearchSource {
  const own: JsonObject = {};
  for (const key of Object.keys(body)) {
    if (TOP_HITS_MEMBERS.has(key)) own[key] = body[key];
    else if (!NAMING.has(key)) throw contentErrorAt(`[${clause}] unknown field [${key}]`, body, key, 'key');
  }
  return parseSearchSource(own, {});
}
