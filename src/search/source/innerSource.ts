import { TOP_HITS_MEMBERS } from '../../aggregation/index.ts';
import {
  checkToken,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  unknownMember,
} from '../../common/index.ts';
import type { ParseContext } from '../../query/index.ts';
import { parseSearchSource, type SearchSource } from './searchSource.ts';

/** Members that the clause itself reads. */
const NAMING: ReadonlySet<string> = new Set(['name', 'ignore_unmapped', 'collapse']);

/** The body of inner_hits or top_hits: a search without a query. */
export function parseInnerSource(clause: string, body: JsonObject): SearchSource {
  if (body.name !== undefined) checkToken(clause, body, 'name', ['VALUE_STRING']);
  const own: JsonObject = {};
  for (const key of Object.keys(body)) {
    if (TOP_HITS_MEMBERS.has(key)) own[key] = body[key];
    else if (!NAMING.has(key)) throw unknownMember(clause, body, key, [...NAMING, ...TOP_HITS_MEMBERS]);
  }
  return parseSearchSource(own, {});
}

/**
 * Parses a whole request, including what is inside its clauses and aggregations. Throws in the original's
 * words.
 */
export function parseRequestSource(body: JsonObject, context: ParseContext): SearchSource {
  const checkInnerHits = (inner: JsonObject): void => void parseInnerSource('inner_hits', inner);
  const source = parseSearchSource(body, { ...context, checkInnerHits });
  checkTopHits(body.aggs);
  checkTopHits(body.aggregations);
  return source;
}

/**
 * Lists of hits in aggregations are separate searches: validated now, and parsed again where they are used.
 */
function checkTopHits(aggregations: JsonValue | undefined): void {
  if (!isJsonObject(aggregations)) return;
  for (const one of Object.values(aggregations)) {
    if (!isJsonObject(one)) continue;
    if (isJsonObject(one.top_hits)) parseInnerSource('top_hits', one.top_hits);
    checkTopHits(one.aggs);
    checkTopHits(one.aggregations);
  }
}
