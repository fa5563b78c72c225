import { compileWildcard, mapWildcardLiterals } from '../automaton/wildcard.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import { multiTermQuery } from '../bound/multiTerm.ts';
import type { BoundQuery } from '../bound/query.ts';
import { matchingOrds, prefixRun } from '../bound/termSetQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { checkExpensive } from '../expensive.ts';
import { fieldExistsQuery } from '../fieldQueries.ts';
import { readFieldClause } from '../reader.ts';
import { withRewriteMethod } from '../rewriteMethod.ts';
import { booleanAt, patternText } from '../tokens.ts';
import type { QueryShardContext } from '../types.ts';
import { checkPatternField } from './prefix.ts';

export const wildcardClause: ClauseType = {
  names: ['wildcard'],
  doc: 'documents with a term that matches a pattern of `*` and `?`; score 1',
  parse(body) {
    const known = ['value', 'wildcard', 'rewrite', 'case_insensitive'];
    const { field, options, ...common } = readFieldClause('wildcard', body, 'value', known);
    const value = patternText(options, 'wildcard');
    const insensitive = options.case_insensitive !== undefined && booleanAt(options, 'case_insensitive');
    return makeBuilder({
      clause: 'wildcard',
      json: body,
      ...common,
      bind: withRewriteMethod(options.rewrite, (context) =>
        wildcardQuery(context, field, value, insensitive),
      ),
    });
  },
};

/** `normalize` converts the literal parts of the pattern to their indexed form (always done for keywords). */
export function wildcardQuery(
  context: QueryShardContext,
  name: string,
  value: string,
  insensitive = false,
  normalize?: (literal: string) => string,
): BoundQuery {
  const field = context.mapper.field(name);
  if (field === undefined) return matchNoneQuery;
  if (field.family === 'metadata' && value === '*') return fieldExistsQuery(context, name);
  checkExpensive(context, '[wildcard] queries');
  checkPatternField(context, field, 'wildcard');
  const change =
    field.family === 'keyword' ? (literal: string) => String(field.toIndexValue(literal)) : normalize;
  const pattern = change === undefined ? value : mapWildcardLiterals(value, change);
  const compiled = compileWildcard(pattern, insensitive);
  const key = `${field.name}:${insensitive ? 'i' : ''}wildcard${JSON.stringify(pattern)}`;
  return multiTermQuery({
    field: field.name,
    key,
    text: `${field.name}:${pattern}`,
    select: (terms) =>
      matchingOrds(terms, prefixRun(terms, compiled.prefix), compiled.matches, context.checkCancelled),
    test: compiled.matches,
  });
}
