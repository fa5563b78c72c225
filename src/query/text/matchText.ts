import type { Token } from '../../analysis/index.ts';
import { illegalArgument, type JsonValue } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { allOf, anyOf, booleanQuery } from '../bound/booleanQuery.ts';
import { matchAllQuery, matchNoneQuery, noneQuery, unmappedQuery } from '../bound/constantQuery.ts';
import { withParsedText } from '../bound/decorated.ts';
import { fuzzyQuery } from '../bound/fuzzyQuery.ts';
import { rewriteMethod } from '../bound/multiTerm.ts';
import { phraseQuery, withoutPositions } from '../bound/phraseQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import { synonymQuery } from '../bound/synonymQuery.ts';
import { termQuery } from '../bound/termQuery.ts';
import { checkFuzzyField, prefixQuery } from '../clauses/prefix.ts';
import { fieldTermQuery } from '../fieldQueries.ts';
import { leniently } from '../lenient.ts';
import { minimumShouldMatch } from '../minimumShouldMatch.ts';
import type { QueryShardContext } from '../types.ts';
import { type PositionTerms, queryAnalyzer, termsByPosition } from './analyze.ts';
import { prefixOfPhrase, shinglePhrase } from './asYouType.ts';
import { commonTermsQuery } from './commonTerms.ts';
import { checkClauseCount, graphPaths, graphStretches, isGraph } from './tokenGraph.ts';

export type MatchType = 'boolean' | 'phrase' | 'phrase_prefix' | 'bool_prefix';

/** The options of match clauses. */
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
  /** What a text without terms matches; `drop`: the clause is omitted. */
  readonly zeroTerms: 'none' | 'all' | 'drop';
  readonly lenient: boolean;
  readonly slop: number;
  /** Whether multi-word synonyms match as phrases rather than as a conjunction. */
  readonly synonymPhrases: boolean;
  readonly fuzzyRewrite: string | null;
  /** Terms in more documents than this only score; `null` for no cutoff. */
  readonly cutoff: number | null;
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
  fuzzyRewrite: null,
  cutoff: null,
};

/** For query_string, a text without terms: its clause is omitted. */
export const noWords: BoundQuery = noneQuery('no words');

export function ofNoWords({ zeroTerms }: Pick<MatchOptions, 'zeroTerms'>): BoundQuery {
  if (zeroTerms === 'all') return matchAllQuery;
  return zeroTerms === 'drop' ? noWords : matchNoneQuery;
}

/** Matches a text in one field: analysed for text fields, as an exact value for others. */
export function matchText(
  context: QueryShardContext,
  name: string,
  value: JsonValue,
  options: MatchOptions,
): BoundQuery {
  if (options.fuzzyRewrite !== null) rewriteMethod(options.fuzzyRewrite);
  const field = context.mapper.field(name);
  if (field === undefined) return unmappedQuery(name);
  return leniently(name, options.lenient, () => {
    if (field.family === 'text') return matchAnalyzed(context, field, value, options);
    const analyzed = options.analyzer !== null || options.type === 'phrase_prefix';
    return analyzed ? matchWords(context, field, value, options) : matchExact(context, field, value, options);
  });
}

function matchExact(
  context: QueryShardContext,
  field: MappedFieldType,
  value: JsonValue,
  options: MatchOptions,
): BoundQuery {
  if (options.type === 'bool_prefix' && field.family === 'keyword') {
    return prefixQuery(context, field.name, String(value));
  }
  return exactValue(context, field, value, options);
}

function exactValue(
  context: QueryShardContext,
  field: MappedFieldType,
  value: JsonValue,
  options: MatchOptions,
): BoundQuery {
  if (options.fuzziness === null) return fieldTermQuery(context, field, value);
  checkFuzzyField(context, field);
  return fuzzyTerm(context, field.name, String(field.toIndexValue(value)), options);
}

/** A non-text field with an explicit analyzer matches each resulting term as a value. */
function matchWords(
  context: QueryShardContext,
  field: MappedFieldType,
  value: JsonValue,
  options: MatchOptions,
): BoundQuery {
  const { analyzer: name, clause, type } = options;
  const tokens = name === null ? null : queryAnalyzer(context, field, clause, name).tokenize(String(value));
  const words = tokens === null ? [[String(value)]] : termsByPosition(tokens).map(({ terms }) => terms);
  const ended = tokens === null || endsInTerm(tokens, value);
  if (words.length === 0) return ofNoWords(options);
  if ((type === 'phrase' || type === 'phrase_prefix') && words.length > 1) throw withoutPositions(field.name);
  if (type === 'phrase_prefix') {
    throw illegalArgument(
      `Can only use phrase prefix queries on text fields - not on [${field.name}] which is of type [${field.typeName}]`,
    );
  }
  checkClauseCount(words.length);
  const common = field.family === 'keyword' ? commonTerms(context, field.name, words, options) : null;
  if (common !== null) return common;
  const queries = words.map((terms, i) =>
    type === 'bool_prefix' && i === words.length - 1 && ended
      ? prefixQuery(context, field.name, terms[0])
      : anyOf(terms.map((term) => exactValue(context, field, term, options))),
  );
  return combineTerms(queries, options);
}

function matchAnalyzed(
  context: QueryShardContext,
  field: MappedFieldType,
  value: JsonValue,
  options: MatchOptions,
): BoundQuery {
  const quoted = options.type === 'phrase' || options.type === 'phrase_prefix';
  const analyzer = queryAnalyzer(context, field, options.clause, options.analyzer, quoted);
  const tokens = analyzer.tokenize(String(value));
  const groups = termsByPosition(tokens);
  if (isGraph(tokens) && options.type !== 'phrase_prefix') {
    return graphQuery(context, field.name, tokens, options);
  }
  if (groups.length === 0) return ofNoWords(options);
  const phrase = shinglePhrase(field, groups, options.slop) ?? { field: field.name, groups };
  switch (options.type) {
    case 'phrase':
      return phrase.groups.length === 1
        ? synonymQuery(context, phrase.field, phrase.groups[0].terms)
        : phraseQuery(context, phraseOf(phrase.field, phrase.groups, options.slop));
    case 'phrase_prefix':
      return (
        (phrase.field === field.name ? null : prefixOfPhrase(context, field, phrase)) ??
        phrasePrefix(context, phrase.field, phrase.groups, options)
      );
    case 'boolean':
    case 'bool_prefix':
      return booleanOfTerms(context, field.name, groups, options, endsInTerm(tokens, value));
  }
}

/** Whether the last term goes on to the end of the text; only then is it a prefix. */
function endsInTerm(tokens: readonly Token[], value: JsonValue): boolean {
  return tokens.at(-1)?.endOffset === String(value).length;
}

/** Paths of a token graph are alternatives: a term, a phrase, or a conjunction of words. */
function graphQuery(
  context: QueryShardContext,
  field: string,
  tokens: readonly Token[],
  options: MatchOptions,
): BoundQuery {
  const phrase = (path: readonly string[], slop: number): BoundQuery => {
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
  ended: boolean,
): BoundQuery {
  checkClauseCount(groups.length);
  const words = groups.map(({ terms }) => terms);
  const common = commonTerms(context, field, words, options);
  if (common !== null) return common;
  const queries = groups.map(({ terms }, i) => {
    // A word with synonyms is not a prefix.
    const isPrefix = options.type === 'bool_prefix' && i === groups.length - 1 && ended;
    if (isPrefix && terms.length === 1) return prefixQuery(context, field, terms[0]);
    return oneTerm(context, field, terms, options);
  });
  return combineTerms(queries, options);
}

/** Applies `cutoff_frequency` to several single-term words; `null` if it makes no difference. */
function commonTerms(
  context: QueryShardContext,
  field: string,
  words: readonly (readonly string[])[],
  { cutoff, fuzziness, type, operator, minimumShouldMatch: lowMinimum }: MatchOptions,
): BoundQuery | null {
  if (cutoff === null || fuzziness !== null || type !== 'boolean') return null;
  if (words.length < 2 || words.some((terms) => terms.length > 1)) return null;
  const operators = { lowOperator: operator, highOperator: operator };
  const options = { cutoff, ...operators, lowMinimum, highMinimum: null };
  return commonTermsQuery(context, field, words.flat(), options);
}

/** Applies `operator` and `minimum_should_match` to the queries of a text's terms. */
export function combineTerms(
  queries: readonly BoundQuery[],
  options: Pick<MatchOptions, 'operator' | 'minimumShouldMatch'>,
): BoundQuery {
  if (queries.length === 1) return queries[0];
  const and = options.operator === 'and';
  const spec = options.minimumShouldMatch;
  const minimum = and || spec === null ? 0 : minimumShouldMatch(spec, queries.length);
  return booleanQuery({
    must: and ? queries : [],
    filter: [],
    should: and ? [] : queries,
    mustNot: [],
    minimumShouldMatch: and ? 0 : Math.max(0, minimum),
  });
}

function oneTerm(
  context: QueryShardContext,
  field: string,
  terms: readonly string[],
  options: MatchOptions,
): BoundQuery {
  if (options.fuzziness === null || terms.length > 1) return synonymQuery(context, field, terms);
  return fuzzyTerm(context, field, terms[0], options);
}

function fuzzyTerm(
  context: QueryShardContext,
  field: string,
  term: string,
  options: MatchOptions,
): BoundQuery {
  return fuzzyQuery(context, field, term, {
    fuzziness: options.fuzziness ?? 'AUTO',
    prefixLength: options.prefixLength,
    maxExpansions: options.maxExpansions,
    transpositions: options.transpositions,
    rewrite: options.fuzzyRewrite,
  });
}

/** The last word of the phrase expands to the first `max_expansions` terms that it is a prefix of. */
function phrasePrefix(
  context: QueryShardContext,
  field: string,
  groups: readonly PositionTerms[],
  options: MatchOptions,
): BoundQuery {
  const last = groups[groups.length - 1];
  const expanded = expandPrefixes(context, field, last.terms, options.maxExpansions);
  const shown = (group: PositionTerms, star: string): string => {
    const [first] = group.terms;
    return group.terms.length === 1 ? `${first}${star}` : `(${group.terms.join(' ')})${star}`;
  };
  const words = groups.map((group) => shown(group, group === last ? '*' : ''));
  const parsed = `${field}:"${words.join(' ')}"${options.slop === 0 ? '' : `~${options.slop}`}`;
  if (expanded.length === 0) return withParsedText(matchNoneQuery, parsed);
  if (groups.length === 1) {
    return withParsedText(anyWord(context, field, expanded), parsed);
  }
  const parts = [...groups.slice(0, -1), { position: last.position, terms: expanded }];
  const phrase = { ...phraseOf(field, parts, options.slop), endsWithPrefix: true };
  return withParsedText(phraseQuery(context, phrase), parsed);
}

/** A phrase of one position: its terms are scored separately, with the idf of all. */
function anyWord(context: QueryShardContext, field: string, terms: readonly string[]): BoundQuery {
  if (terms.length === 1) return termQuery(context, field, terms[0]);
  return anyOf(terms.map((term) => termQuery(context, field, term)));
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
