import { type JsonValue, javaFloat, OpenSearchError, wildcardMatches } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { documentFrequency, fieldStatistics } from '../bound/bm25.ts';
import { booleanQuery } from '../bound/booleanQuery.ts';
import { boostQuery } from '../bound/boostQuery.ts';
import { matchAllQuery, matchNoneQuery } from '../bound/constantQuery.ts';
import { withParsedText } from '../bound/decorated.ts';
import { bestOfFields } from '../bound/disMaxQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import { termQuery } from '../bound/termQuery.ts';
import type { QueryShardContext } from '../types.ts';
import { queryAnalyzer, termsByPosition } from './analyze.ts';
import { combineTerms, type MatchOptions, matchText } from './matchText.ts';

export type MultiMatchType =
  | 'best_fields'
  | 'most_fields'
  | 'cross_fields'
  | 'phrase'
  | 'phrase_prefix'
  | 'bool_prefix';

export interface FieldBoost {
  readonly field: string;
  readonly boost: number;
}

/** `title^3`, `*name^1.0` → name or pattern, and boost. */
function parseFieldBoost(text: string): FieldBoost {
  const caret = text.indexOf('^');
  if (caret < 0) return { field: text, boost: 1 };
  const boost = Number(text.slice(caret + 1));
  if (Number.isNaN(boost)) {
    throw new OpenSearchError('number_format_exception', `For input string: "${text.slice(caret + 1)}"`);
  }
  return { field: text.slice(0, caret), boost: Math.fround(boost) };
}

/** The fields of a request: of a name that comes twice, the last boost counts. */
export function parseFieldBoosts(texts: readonly string[]): FieldBoost[] {
  const boosts = new Map(texts.map(parseFieldBoost).map((item) => [item.field, item]));
  return [...boosts.values()];
}

/** The fields of names and patterns; a pattern leaves out what text cannot be looked for in. */
export function expandFields(context: QueryShardContext, fields: readonly FieldBoost[]): FieldBoost[] {
  const found = new Map<string, number>();
  for (const { field: pattern, boost } of fields) {
    if (!pattern.includes('*')) {
      found.set(pattern, (found.get(pattern) ?? 1) * boost);
      continue;
    }
    for (const field of context.mapper.matching(pattern)) {
      if (!isSearchable(field) || !wildcardMatches(pattern, field.name)) continue;
      found.set(field.name, (found.get(field.name) ?? 1) * boost);
    }
  }
  return [...found].map(([field, boost]) => ({ field, boost }));
}

const SEARCHABLE: ReadonlySet<string> = new Set(['text', 'keyword', 'numeric', 'date', 'boolean', 'ip']);

function isSearchable(field: MappedFieldType): boolean {
  return SEARCHABLE.has(field.family) && field.indexed;
}

export interface MultiMatchOptions {
  readonly type: MultiMatchType;
  readonly tieBreaker: number | null;
  readonly match: MatchOptions;
}

/** Scores of the other fields that are added to the best one's. */
function tieBreakerOf(options: MultiMatchOptions): number {
  if (options.tieBreaker !== null) return options.tieBreaker;
  return options.type === 'most_fields' || options.type === 'bool_prefix' ? 1 : 0;
}

/** A text matched against several fields. */
export function multiMatch(
  context: QueryShardContext,
  fields: readonly FieldBoost[],
  value: JsonValue,
  options: MultiMatchOptions,
): BoundQuery {
  const expanded = expandFields(context, fields).filter(
    ({ field }) => context.mapper.field(field) !== undefined,
  );
  if (expanded.length === 0) return matchNoneQuery;
  if (options.type === 'cross_fields') return crossFields(context, expanded, value, options);
  const match: MatchOptions = { ...options.match, type: matchTypeOf(options.type) };
  const queries = expanded.map(({ field, boost }) =>
    boostQuery(matchText(context, field, value, match), boost),
  );
  return bestOfFields(queries, tieBreakerOf(options));
}

function matchTypeOf(type: MultiMatchType): MatchOptions['type'] {
  return type === 'phrase' || type === 'phrase_prefix' || type === 'bool_prefix' ? type : 'boolean';
}

/** Fields with one analyzer are one big field: a term may be in any of them. */
function crossFields(
  context: QueryShardContext,
  fields: readonly FieldBoost[],
  value: JsonValue,
  options: MultiMatchOptions,
): BoundQuery {
  const groups = new Map<string, { field: MappedFieldType; boost: number }[]>();
  for (const { field: name, boost } of fields) {
    const field = context.mapper.field(name) as MappedFieldType;
    const key = field.family === 'text' ? String(field.searchAnalyzer) : `\u0000${field.name}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [{ field, boost }]);
    else group.push({ field, boost });
  }
  const queries = [...groups.values()].map((group) => crossGroup(context, group, value, options));
  return bestOfFields(queries, tieBreakerOf(options));
}

function crossGroup(
  context: QueryShardContext,
  group: readonly { readonly field: MappedFieldType; readonly boost: number }[],
  value: JsonValue,
  options: MultiMatchOptions,
): BoundQuery {
  const { match } = options;
  const [{ field, boost }] = group;
  if (field.family !== 'text') return boostQuery(matchText(context, field.name, value, match), boost);
  const analyzer = queryAnalyzer(context, field, match.clause, match.analyzer);
  const positions = termsByPosition(analyzer.tokenize(String(value)));
  if (positions.length === 0) return match.zeroTerms === 'all' ? matchAllQuery : matchNoneQuery;
  const fields = group.map((one) => ({ field: one.field.name, boost: one.boost }));
  const queries = positions.map(({ terms }) => {
    const blended = terms.map((term) => blendedTerm(context, fields, term, tieBreakerOf(options)));
    return blended.length === 1
      ? blended[0]
      : booleanQuery({ must: [], filter: [], should: blended, mustNot: [], minimumShouldMatch: 0 });
  });
  return combineTerms(queries, match);
}

/**
 * One term in several fields, as if they were one: the fields share their document frequencies, each rarer one
 * counting one more document than the field before it.
 */
function blendedTerm(
  context: QueryShardContext,
  fields: readonly FieldBoost[],
  term: string,
  tieBreaker: number,
): BoundQuery {
  const { leaves } = context;
  const entries = fields.map(({ field, boost }) => ({
    field,
    boost,
    docFreq: documentFrequency(leaves, field, term),
  }));
  if (entries.length === 1) return boostQuery(termQuery(context, entries[0].field, term), entries[0].boost);
  const present = entries.filter((entry) => entry.docFreq > 0);
  const highest = Math.max(0, ...entries.map((entry) => entry.docFreq));
  const sums = entries.map((entry) => fieldStatistics(leaves, entry.field).sumTotalTermFreq);
  const maxDoc = Math.min(
    leaves.reduce((sum, { reader }) => sum + reader.maxDoc, 0),
    ...sums,
  );
  const blended = new Map<string, number>();
  let docFreq = Math.min(maxDoc, highest);
  let previous = highest;
  for (const entry of [...present].sort((a, b) => b.docFreq - a.docFreq)) {
    if (previous > entry.docFreq) docFreq++;
    blended.set(entry.field, Math.min(maxDoc, docFreq));
    previous = entry.docFreq;
  }
  const queries = entries.map(({ field, boost }) =>
    boostQuery(termQuery(context, field, term, { docFreq: blended.get(field) ?? 0 }), boost),
  );
  const texts = entries.map(
    ({ field, boost }) => `${field}:${term}${boost === 1 ? '' : `^${javaFloat(boost)}`}`,
  );
  return withParsedText(bestOfFields(queries, tieBreaker), `blended(terms:[${texts.join(', ')}])`);
}
