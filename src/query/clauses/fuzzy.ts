import { illegalArgument, type JsonObject } from '../../common/index.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import { type FuzzyOptions, fuzzyQuery } from '../bound/fuzzyQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { intAt } from '../numberTokens.ts';
import { checkMembers, isScalar, parsingErrorAt, readFieldClause, readText, tokenName } from '../reader.ts';
import { readFuzziness } from '../text/matchMembers.ts';
import { booleanAt, patternText } from '../tokens.ts';
import type { QueryShardContext } from '../types.ts';
import { checkFuzzyField } from './prefix.ts';

const KNOWN = ['value', 'term', 'fuzziness', 'prefix_length', 'max_expansions', 'transpositions', 'rewrite'];

function checkScalars(clause: string, json: JsonObject, known: readonly string[]): void {
  for (const key of Object.keys(json)) {
    if (isScalar(json[key]) && json[key] !== null) continue;
    throw parsingErrorAt(`[${clause}] unexpected token [${tokenName(json[key])}] after [${key}]`, json, key);
  }
  checkMembers(clause, json, known);
}

export const fuzzyClause: ClauseType = {
  names: ['fuzzy'],
  doc: 'documents with a term that differs from the given one by a few edits',
  parse(body) {
    const { field, options: json, ...common } = readFieldClause('fuzzy', body, 'value', KNOWN, checkScalars);
    const options: FuzzyOptions = {
      fuzziness: json.fuzziness === undefined ? 'AUTO' : readFuzziness(json.fuzziness),
      prefixLength: json.prefix_length === undefined ? 0 : intAt(json, 'prefix_length'),
      maxExpansions: json.max_expansions === undefined ? 50 : intAt(json, 'max_expansions'),
      transpositions: json.transpositions === undefined || booleanAt(json, 'transpositions'),
      rewrite: json.rewrite === undefined || json.rewrite === null ? null : readText(json.rewrite),
    };
    if ((json.value ?? json.term ?? null) === null) throw illegalArgument('query value cannot be null');
    const value = patternText(json, 'term');
    return makeBuilder({
      clause: 'fuzzy',
      json: body,
      ...common,
      bind: (context) => bindFuzzy(context, field, value, options),
    });
  },
};

function bindFuzzy(
  context: QueryShardContext,
  name: string,
  value: string,
  options: FuzzyOptions,
): BoundQuery {
  const field = context.mapper.field(name);
  if (field === undefined) return matchNoneQuery;
  checkFuzzyField(context, field);
  return fuzzyQuery(context, field.name, String(field.toIndexValue(value)), options);
}
