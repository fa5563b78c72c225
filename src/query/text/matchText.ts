import type { Token } from '../../analysis/index.ts';
import { type JsonValue, OpenSearchError } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { prefixQuery } from '../clauses/prefix.ts';
import { fieldTermQuery } from '../fieldQueries.ts';
import { allOf, anyOf, booleanQuery } from '../lucene/booleanQuery.ts';
import { fuzzyQuery } from '../lucene/fuzzyQuery.ts';
import { phraseQuery } from '../lucene/phraseQuery.ts';
import { type LuceneQuery, matchAllQuery, matchNoneQuery } from '../lucene/query.ts';
import { synonymQuery } from '../lucene/synonymQuery.ts';
import { minimumShouldMatch } from '../minimumShouldMatch.ts';
import type { QueryShardContext } from '../types.ts';
import { type PositionTerms, queryAnalyzer, termsByPosition } from './analyze.ts';
import { checkClauseCount, graphPaths, graphStretches, isGraph } from './tokenGraph.ts';

export type MatchType = 'boolean' | 'phrase' | 'phrase_prefix' | 'bool_prefix';

/** The options of the match family. */
export interface MatchOptions {
  readonly clause: string;
  readonly type: MatchType;
  readonly operator: 'or' | 'and';
  readonly analyzer: string | null;
  readonly minimumShouldMatch: string | null;
  readonly fuzziness: string | null;
  readonly prefixLength: number;
  readonly maxExpansions: number;
  readonly transpositions: boolean;
  readonly zeroTerms: 'none' | 'all';
  readonly lenient: boolean;
  readonly slop: number;
  /** Synonyms of several words match as phrases, else as all of their words. */
  readonly synonymPhrases: boolean;
}

export const MATCH_DEFAULTS: MatchOptions = {
  clause: 'match',
  type: 'boolean',
  operator: 'or',
  analyzer: null,
  minimumShouldMatch: null,
  fuzziness: null,
  prefixLength: 0,
  maxExpansions: 50,
  transpositions: true,
  zeroTerms: 'none',
  lenient: false,
  slop: 0,
  synonymPhrases: true,
};

/** A text matched against one field: analysed for text fields, one exact value elsewhere. */
export function matchText(
  context: QueryShardContext,
  name: string,
  value: JsonValue,
  options: MatchOptions,
): LuceneQuery {
  const field = context.mapper.field(name);
  if (field === undefined) return matchNoneQuery;
  try {
    return field.family === 'text'
      ? matchAnalyzed(context, field, value, options)
      : matchExact(context, field, value, options);
  } catch (error) {
    if (options.lenient && error instanceof OpenSearchError && error.status < 500) return matchNoneQuery;
    throw error;
  }
}

function matchExact(
  context: QueryShardContext,
  field: MappedFieldType,
  value: JsonValue,
  options: MatchOptions,
): LuceneQuery {
  if (field.family === 'keyword') {
    const term = String(field.toIndexValue(value));
    if (options.type === 'bool_prefix' || options.type === 'phrase_prefix')
      return prefixQuery(context, field.name, term);
    if (options.fuzziness !== null && options.type === 'boolean')
      return fuzzyTerm(context, field.name, term, options);
  }
  return fieldTermQuery(context, field, value);
}

function matchAnalyzed(
  context: QueryShardContext,
  field: MappedFieldType,
  value: JsonValue,
  options: MatchOptions,
): LuceneQuery {
  const quoted = options.type === 'phrase' || options.type === 'phrase_prefix';
  const analyzer = queryAnalyzer(context, field, options.clause, options.analyzer, quoted);
  const tokens = analyzer.tokenize(String(value));
  const groups = termsByPosition(tokens);
  if (isGraph(tokens) && options.type !== 'phrase_prefix') {
    return graphQuery(context, field.name, tokens, options);
  }
  if (groups.length === 0) return options.zeroTerms === 'all' ? matchAllQuery : matchNoneQuery;
  switch (options.type) {
    case 'phrase':
      return groups.length === 1
        ? synonymQuery(context.leaves, field.name, groups[0].terms)
        : phraseQuery(context, phraseOf(field.name, groups, options.slop));
    case 'phrase_prefix':
      return phrasePrefix(context, field.name, groups, options);
    case 'boolean':
    case 'bool_prefix':
      return booleanOfTerms(context, field.name, groups, options);
  }
}

/** Side paths are alternatives: each a term, a phrase, or all of its words. */
function graphQuery(
  context: QueryShardContext,
  field: string,
  tokens: readonly Token[],
  options: MatchOptions,
): LuceneQuery {
  const phrase = (path: readonly string[], slop: number): LuceneQuery => {
    if (path.length === 1) return oneTerm(context, field, path, options);
    const parts = path.map((term, offset) => ({ offset, terms: [term] }));
    return phraseQuery(context, { field, parts, slop });
  };
  if (options.type === 'phrase') return anyOf(graphPaths(tokens).map((path) => phrase(path, options.slop)));
  const queries = graphStretches(tokens).map(({ paths }) => {
    if (paths.every((path) => path.length === 1)) return oneTerm(context, field, paths.flat(), options);
    return anyOf(
      paths.map((path) => {
        if (options.synonymPhrases) return phrase(path, 0);
        return allOf(path.map((term) => oneTerm(context, field, [term], options)));
      }),
    );
  });
  return combineTerms(queries, options);
}

function phraseOf(field: string, groups: readonly PositionTerms[], slop: number) {
  const first = groups[0].position;
  const parts = groups.map(({ position, terms }) => ({ offset: position - first, terms }));
  return { field, parts, slop };
}

function booleanOfTerms(
  context: QueryShardContext,
  field: string,
  groups: readonly PositionTerms[],
  options: MatchOptions,
): LuceneQuery {
  checkClauseCount(groups.length);
  const queries = groups.map(({ terms }, i) => {
    if (options.type === 'bool_prefix' && i === groups.length - 1)
      return prefixQuery(context, field, terms[0]);
    return oneTerm(context, field, terms, options);
  });
  return combineTerms(queries, options);
}

/** `operator` and `minimum_should_match` over the queries of a text's terms. */
export function combineTerms(
  queries: readonly LuceneQuery[],
  options: Pick<MatchOptions, 'operator' | 'minimumShouldMatch'>,
): LuceneQuery {
  if (queries.length === 1) return queries[0];
  const and = options.operator === 'and';
  const spec = options.minimumShouldMatch;
  const minimum = and || spec === null ? 0 : minimumShouldMatch(spec, queries.length);
  return booleanQuery({
    must: and ? queries : [],
    filter: [],
    should: and ? [] : queries,
    mustNot: [],
    minimumShouldMatch: and ? 0 : Math.max(1, minimum),
  });
}

function oneTerm(
  context: QueryShardContext,
  field: string,
  terms: readonly string[],
  options: MatchOptions,
): LuceneQuery {
  if (options.fuzziness === null || terms.length > 1) return synonymQuery(context.leaves, field, terms);
  return fuzzyTerm(context, field, terms[0], options);
}

function fuzzyTerm(
  context: QueryShardContext,
  field: string,
  term: string,
  options: MatchOptions,
): LuceneQuery {
  return fuzzyQuery(context, field, term, {
    fuzziness: options.fuzziness ?? 'AUTO',
    prefixLength: options.prefixLength,
    maxExpansions: options.maxExpansions,
    transpositions: options.transpositions,
  });
}

/** The last word of the phrase stands for the terms that it begins, the first `max_expansions` of them. */
function phrasePrefix(
  context: QueryShardContext,
  field: string,
  groups: readonly PositionTerms[],
  options: MatchOptions,
): LuceneQuery {
  const last = groups[groups.length - 1];
  const expanded = expandPrefixes(context, field, last.terms, options.maxExpansions);
  if (groups.length === 1) {
    if (last.terms.length === 1) return prefixTerms(context, field, last.terms[0], expanded);
    return synonymQuery(context.leaves, field, expanded);
  }
  const parts = [...groups.slice(0, -1), { position: last.position, terms: expanded }];
  return phraseQuery(context, { ...phraseOf(field, parts, options.slop), endsWithPrefix: true });
}

function prefixTerms(
  context: QueryShardContext,
  field: string,
  prefix: string,
  expanded: readonly string[],
): LuceneQuery {
  return expanded.length === 0 ? matchNoneQuery : prefixQuery(context, field, prefix);
}

function expandPrefixes(
  context: QueryShardContext,
  field: string,
  prefixes: readonly string[],
  maximum: number,
): string[] {
  const found = new Set<string>();
  for (const { reader } of context.leaves) {
    const terms = reader.terms(field);
    if (terms === null) continue;
    for (const prefix of prefixes) {
      for (let ord = terms.ceiling(prefix); ord < terms.size && terms.term(ord).startsWith(prefix); ord++) {
        found.add(terms.term(ord));
        if (found.size >= maximum) return [...found];
      }
    }
  }
  return [...found];
}
