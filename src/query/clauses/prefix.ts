import { illegalArgument, type JsonValue } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import { multiTermQuery } from '../bound/multiTerm.ts';
import type { BoundQuery } from '../bound/query.ts';
import { matchingOrds, prefixRun } from '../bound/termSetQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { checkExpensive } from '../expensive.ts';
import { failIfNotIndexed, shardError } from '../fieldQueries.ts';
import { readFieldClause } from '../reader.ts';
import { withRewriteMethod } from '../rewriteMethod.ts';
import { indexedPrefix } from '../text/asYouType.ts';
import { booleanAt, patternText } from '../tokens.ts';
import type { QueryShardContext } from '../types.ts';

export const prefixClause: ClauseType = {
  names: ['prefix'],
  doc: 'documents with a term that starts with this; score 1',
  parse(body) {
    const known = ['value', 'prefix', 'rewrite', 'case_insensitive'];
    const { field, options, ...common } = readFieldClause('prefix', body, 'value', known);
    const insensitive = options.case_insensitive !== undefined && booleanAt(options, 'case_insensitive');
    const value = patternText(options, 'prefix');
    return makeBuilder({
      clause: 'prefix',
      json: body,
      ...common,
      bind: withRewriteMethod(options.rewrite, (context) =>
        prefixQuery(context, field, value, insensitive, isScored(options.rewrite)),
      ),
    });
  },
};

/** Whether `rewrite` names a method that scores terms. */
function isScored(rewrite: JsonValue | undefined): boolean {
  return rewrite !== undefined && rewrite !== null && !String(rewrite).startsWith('constant_score');
}

const PREFIX_ADVICE = ' For optimised prefix queries on text fields please enable [index_prefixes].';

export function prefixQuery(
  context: QueryShardContext,
  name: string,
  value: string,
  insensitive = false,
  scored = false,
): BoundQuery {
  const field = context.mapper.field(name);
  if (field === undefined) return matchNoneQuery;
  checkExpensive(context, '[prefix] queries', PREFIX_ADVICE);
  checkPatternField(context, field, 'prefix');
  const prefix = String(field.toIndexValue(value));
  if (!insensitive) {
    const indexed = indexedPrefix(context, field, prefix, scored);
    if (indexed !== null) return indexed;
    return multiTermQuery({
      field: field.name,
      key: `${field.name}:${JSON.stringify(prefix)}*`,
      text: `${field.name}:${prefix}*`,
      select: (terms) => prefixRun(terms, prefix),
      test: (term) => term.startsWith(prefix),
    });
  }
  const lower = prefix.toLowerCase();
  const test = (term: string): boolean => term.toLowerCase().startsWith(lower);
  return multiTermQuery({
    field: field.name,
    key: `${field.name}:i${JSON.stringify(lower)}*`,
    text: `${field.name}:${prefix}*`,
    select: (terms) => matchingOrds(terms, { from: 0, to: terms.size }, test, context.checkCancelled),
    test,
  });
}

/** Patterns need terms: text, keyword, and fields stored as keywords. */
export function checkPatternField(
  context: QueryShardContext,
  field: MappedFieldType,
  kind: 'prefix' | 'wildcard' | 'regexp',
): void {
  if (field.family === 'text' || field.family === 'keyword') {
    failIfNotIndexed(field);
    return;
  }
  const verb = kind === 'regexp' ? 'use regexp queries' : `use ${kind} queries`;
  throw shardError(
    context,
    `Can only ${verb} on keyword and text fields - not on [${field.name}] which is of type [${field.typeName}]`,
  );
}

/** Throws for a field that does not support fuzzy queries. */
export function checkFuzzyField(context: QueryShardContext, field: MappedFieldType): void {
  if (field.family !== 'text' && field.family !== 'keyword') {
    throw illegalArgument(
      `Can only use fuzzy queries on keyword and text fields - not on [${field.name}] which is of type [${field.typeName}]`,
    );
  }
  checkExpensive(context, '[fuzzy] queries');
  failIfNotIndexed(field);
}
