import { isJsonObject, type JsonObject } from '../common/index.ts';
import type { ClauseParser } from './clause.ts';

/** The validated `inner_hits` of a clause; `null` if there are none. */
export function readInnerHits(body: JsonObject, parser: ClauseParser): JsonObject | null {
  if (!isJsonObject(body.inner_hits)) return null;
  parser.checkInnerHits(body.inner_hits);
  return body.inner_hits;
}
