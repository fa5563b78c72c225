import { illegalArgument, type JsonValue } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import { multiTermQuery } from '../bound/multiTerm.ts';
import type { BoundQuery } from '../bound/query.ts';
import { matchingOrds } from '../bound/termSetQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { fieldTermQuery } from '../fieldQueries.ts';
import { lastToken, readFieldClause } from '../reader.ts';
import { booleanAt } from '../tokens.ts';
import type { QueryShardContext } from '../types.ts';

export const termClause: ClauseType = {
  names: ['term'],
  doc: 'documents with exactly this value',
  parse(body) {
    const { field, options, ...common } = readFieldClause('term', body, 'value', [
      'value',
      'case_insensitive',
    ]);
    const value = lastToken(options.value ?? null);
    if (value === undefined || value === null) throw illegalArgument('value cannot be null');
    const insensitive = options.case_insensitive !== undefined && booleanAt(options, 'case_insensitive');
    return makeBuilder({
      clause: 'term',
      json: body,
      ...common,
      bind: (context) => bindTerm(context, field, value, insensitive),
    });
  },
};

function bindTerm(
  context: QueryShardContext,
  name: string,
  value: JsonValue,
  insensitive: boolean,
): BoundQuery {
  const field = context.mapper.field(name);
  if (field === undefined) return matchNoneQuery;
  if (insensitive && (field.family === 'keyword' || field.family === 'text')) {
    return termInAnyCase(context, field, String(field.toIndexValue(value)));
  }
  return fieldTermQuery(context, field, value);
}

function termInAnyCase(context: QueryShardContext, field: MappedFieldType, term: string): BoundQuery {
  const lower = term.toLowerCase();
  const test = (candidate: string): boolean =>
    candidate.length === lower.length && candidate.toLowerCase() === lower;
  return multiTermQuery({
    field: field.name,
    key: `${field.name}:i${JSON.stringify(lower)}`,
    text: `${field.name}:${term}`,
    select: (terms) => matchingOrds(terms, { from: 0, to: terms.size }, test, context.checkCancelled),
    test,
  });
}
