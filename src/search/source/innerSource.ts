import { illegalArgument, type JsonObject } from '../../common/index.ts';
import { booleanAt, intAt, type ObjectMember, type ParseContext, readMembers } from '../../query/index.ts';
import { checkInnerCollapse } from './collapseSpec.ts';
import { emptySource, MEMBERS, parseSearchSource, type SearchSource } from './searchSource.ts';

const TEXT = ['VALUE_STRING'];
const FLAG = ['VALUE_BOOLEAN', 'VALUE_STRING'];
const WHOLE = ['VALUE_NUMBER', 'VALUE_STRING'];
const OBJECT = ['START_OBJECT'];
const OBJECTS = ['START_OBJECT', 'START_ARRAY'];

/** The members that are read as those of a search, with the tokens that they may be here. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  explain: FLAG,
  version: FLAG,
  seq_no_primary_term: FLAG,
  track_scores: FLAG,
  stored_fields: ['START_ARRAY', ...TEXT],
  docvalue_fields: OBJECTS,
  fields: OBJECTS,
  script_fields: OBJECT,
  sort: OBJECTS,
  _source: [...OBJECTS, ...FLAG],
  highlight: OBJECT,
};

/** The body of `inner_hits`: a search without a query. */
export function parseInnerHits(body: JsonObject): SearchSource {
  const source = emptySource(false);
  const shared = Object.entries(SHARED).map(([name, tokens]): [string, ObjectMember] => [
    name,
    { tokens, read: (json, key) => MEMBERS.get(name)?.read(source, json, key, {}) },
  ]);
  readMembers('inner_hits', body, {
    name: { tokens: TEXT, read: () => {} },
    ignore_unmapped: { tokens: FLAG, read: booleanAt },
    from: { tokens: WHOLE, read: (json, key) => void (source.from = notNegative(json, key)) },
    size: { tokens: WHOLE, read: (json, key) => void (source.size = notNegative(json, key)) },
    ...Object.fromEntries(shared),
    collapse: { tokens: OBJECT, read: checkInnerCollapse },
  });
  return source;
}

function notNegative(json: JsonObject, key: string): number {
  const value = intAt(json, key);
  if (value >= 0) return value;
  throw illegalArgument(`illegal ${key} value, at least 0 or higher`);
}

/**
 * Parses a whole request, including what is inside its clauses and aggregations. Throws in the original's
 * words.
 */
export function parseRequestSource(body: JsonObject, context: ParseContext): SearchSource {
  const checkInnerHits = (inner: JsonObject): void => void parseInnerHits(inner);
  return parseSearchSource(body, { ...context, checkInnerHits });
}
