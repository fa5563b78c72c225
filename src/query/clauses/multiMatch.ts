import { illegalArgument, type JsonObject, OpenSearchError } from '../../common/index.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { numberAt } from '../numberTokens.ts';
import { isScalar, parsingErrorAt, readCommon, readText, textAt, tokenName } from '../reader.ts';
import { defaultFields, isAllFields } from '../text/defaultFields.ts';
import { readMatchOptions } from '../text/matchMembers.ts';
import { type FieldBoost, type MultiMatchType, multiMatch, parseFieldBoosts } from '../text/multiMatch.ts';

const KNOWN = [
  'query',
  'fields',
  'type',
  'analyzer',
  'slop',
  'fuzziness',
  'prefix_length',
  'max_expansions',
  'operator',
  'minimum_should_match',
  'fuzzy_rewrite',
  'cutoff_frequency',
  'tie_breaker',
  'cutoff_frequency',
  'lenient',
  'zero_terms_query',
  'auto_generate_synonyms_phrase_query',
  'fuzzy_transpositions',
];

const TYPES: ReadonlyMap<string, MultiMatchType> = new Map([
  ['best_fields', 'best_fields'],
  ['boolean', 'best_fields'],
  ['most_fields', 'most_fields'],
  ['cross_fields', 'cross_fields'],
  ['phrase', 'phrase'],
  ['phrase_prefix', 'phrase_prefix'],
  ['bool_prefix', 'bool_prefix'],
]);

export const multiMatchClause: ClauseType = {
  names: ['multi_match'],
  doc: 'like match, on several fields',
  parse(body) {
    for (const key of Object.keys(body)) {
      if (KNOWN.includes(key) || key === 'boost' || key === '_name') {
        if (isScalar(body[key]) && body[key] !== null) continue;
        if (key === 'fields') {
          if (Array.isArray(body[key])) continue;
          throw parsingErrorAt('[multi_match] query does not support [fields]', body, key);
        }
        throw parsingErrorAt(
          `[multi_match] unknown token [${tokenName(body[key])}] after [${key}]`,
          body,
          key,
        );
      }
      throw parsingErrorAt(`[multi_match] query does not support [${key}]`, body, key);
    }
    const type = body.type === undefined ? 'best_fields' : readMultiMatchType(body, 'type');
    const fields = readFields(body);
    const tieBreaker = body.tie_breaker === undefined ? null : Math.fround(numberAt(body, 'tie_breaker'));
    const match = readMatchOptions('multi_match', body, {});
    if (body.query === undefined || body.query === null) {
      throw parsingErrorAt('No text specified for multi_match query', body, null, 'end');
    }
    checkCombination(type, body);
    return makeBuilder({
      clause: 'multi_match',
      json: body,
      ...readCommon(body),
      bind: (context) => {
        const own = fields ?? defaultFields(context);
        const lenient = body.lenient === undefined ? own.some(isAllFields) : match.lenient;
        return multiMatch(context, own, body.query, { type, tieBreaker, match: { ...match, lenient } });
      },
    });
  },
};

/** Throws parse_exception for an unknown type. */
export function readMultiMatchType(body: JsonObject, key: string): MultiMatchType {
  const given = textAt(body, key);
  const type = TYPES.get(given);
  if (type !== undefined) return type;
  const reason = `failed to parse [multi_match] query type [${given}]. unknown type.`;
  throw new OpenSearchError('parse_exception', reason);
}

/** `null` for the index's default fields. */
function readFields(body: JsonObject): FieldBoost[] | null {
  const { fields } = body;
  if (fields === undefined) return null;
  const list = Array.isArray(fields) ? fields : [fields];
  const names = list.map((field, i) => {
    if (isScalar(field)) return readText(field);
    throw parsingErrorAt(`[multi_match] unknown token [${tokenName(field)}] after [fields]`, list, i);
  });
  return names.length === 0 ? null : parseFieldBoosts(names);
}

function checkCombination(type: MultiMatchType, body: JsonObject): void {
  if (body.fuzziness !== undefined && ['cross_fields', 'phrase', 'phrase_prefix'].includes(type)) {
    throw parsingErrorAt(`Fuzziness not allowed for type [${type}]`, body, null, 'end');
  }
  for (const key of ['slop', 'cutoff_frequency']) {
    if (body[key] !== undefined && type === 'bool_prefix') {
      throw illegalArgument(`[${key}] not allowed for type [bool_prefix]`);
    }
  }
}
