import { illegalArgument, indexLimit, type JsonValue, limits } from '../../common/index.ts';
import { compileRegexp } from '../automaton/regexp.ts';
import { REGEXP_FLAGS } from '../automaton/regexpParser.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import { multiTermQuery } from '../bound/multiTerm.ts';
import type { BoundQuery } from '../bound/query.ts';
import { matchingOrds, prefixRun } from '../bound/termSetQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { checkExpensive } from '../expensive.ts';
import { intAt } from '../numberTokens.ts';
import { readFieldClause, readText } from '../reader.ts';
import { withRewriteMethod } from '../rewriteMethod.ts';
import { booleanAt, patternText } from '../tokens.ts';
import type { QueryShardContext } from '../types.ts';
import { checkPatternField } from './prefix.ts';

const KNOWN = ['value', 'flags', 'flags_value', 'max_determinized_states', 'rewrite', 'case_insensitive'];

export const regexpClause: ClauseType = {
  names: ['regexp'],
  doc: "documents with a term that matches one of Lucene's regular expressions; score 1",
  parse(body) {
    const { field, options, ...common } = readFieldClause('regexp', body, 'value', KNOWN);
    const flags =
      options.flags_value === undefined ? regexpFlags(options.flags) : intAt(options, 'flags_value');
    const maxStates =
      options.max_determinized_states === undefined
        ? limits.automatonStates.value
        : intAt(options, 'max_determinized_states');
    const caseInsensitive = options.case_insensitive !== undefined && booleanAt(options, 'case_insensitive');
    const value = patternText(options);
    return makeBuilder({
      clause: 'regexp',
      json: body,
      ...common,
      bind: withRewriteMethod(options.rewrite, (context) =>
        regexpQuery(context, field, value, { flags, maxStates, caseInsensitive }),
      ),
    });
  },
};

/** `ANYSTRING|COMPLEMENT` → bits. Throws illegal_argument_exception for an unknown name. */
export function regexpFlags(value: JsonValue | undefined): number {
  if (value === undefined || value === null || value === '') return REGEXP_FLAGS.ALL;
  let flags = 0;
  for (const name of readText(value).split('|')) {
    const key = name.trim().toUpperCase();
    if (!Object.hasOwn(REGEXP_FLAGS, key)) throw illegalArgument(`Unknown regexp flag [${name}]`);
    flags |= REGEXP_FLAGS[key as keyof typeof REGEXP_FLAGS];
  }
  return flags;
}

/** Throws for a pattern that exceeds the index's limit. */
export function checkRegexpLength(
  context: QueryShardContext,
  pattern: string,
  where = 'Regexp Query request',
): void {
  const maximum = indexLimit(context.settings, 'regexpLength');
  if (pattern.length <= maximum) return;
  throw illegalArgument(
    `The length of regex [${pattern.length}] used in the ${where} has exceeded the allowed maximum of [${maximum}]. This maximum can be set by changing the [index.max_regex_length] index level setting.`,
  );
}

export interface RegexpOptions {
  readonly flags: number;
  readonly maxStates: number;
  readonly caseInsensitive: boolean;
}

export function regexpQuery(
  context: QueryShardContext,
  name: string,
  pattern: string,
  options: RegexpOptions,
): BoundQuery {
  checkRegexpLength(context, pattern);
  const field = context.mapper.field(name);
  if (field === undefined) return matchNoneQuery;
  checkExpensive(context, '[regexp] queries');
  checkPatternField(context, field, 'regexp');
  const compiled = compileRegexp(pattern, {
    ...options,
    maxStates: Math.min(options.maxStates, limits.automatonStates.value),
  });
  const key = `${field.name}:regexp${JSON.stringify([pattern, options.flags, options.caseInsensitive])}`;
  return multiTermQuery({
    field: field.name,
    key,
    text: `${field.name}:/${pattern}/`,
    select: (terms) =>
      matchingOrds(terms, prefixRun(terms, compiled.prefix), compiled.matches, context.checkCancelled),
    test: compiled.matches,
  });
}
