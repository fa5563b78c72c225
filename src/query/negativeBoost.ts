import { illegalArgument, isJsonObject, type JsonValue, prettyJson } from '../common/index.ts';
import type { ClauseParts } from './clause.ts';
import { printedQuery } from './printedQuery.ts';

/** Throws illegal_argument for a negative boost; the message prints the clause without it. */
export function checkBoost({ clause, boost, json }: Pick<ClauseParts, 'clause' | 'boost' | 'json'>): void {
  if (!(boost < 0)) return;
  const printed = prettyJson(printedQuery({ [clause]: withoutBoost(json) })).replace(
    /("boost" : \d+)(?=,?$)/gm,
    '$1.0',
  );
  throw illegalArgument(
    `negative [boost] are not allowed in [${printed}], use a value between 0 and 1 to deboost`,
  );
}

function withoutBoost(json: JsonValue): JsonValue {
  if (!isJsonObject(json)) return json;
  const kept = Object.entries(json).filter(([key]) => key !== 'boost');
  return Object.fromEntries(
    kept.map(([key, value]) => [key, isJsonObject(value) && key !== 'filter' ? withoutBoost(value) : value]),
  );
}
