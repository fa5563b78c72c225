import {
  hashMapOrder,
  illegalArgument,
  type JsonValue,
  javaFloat,
  numberFormat,
  wildcardMatches,
} from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { documentFrequency, fieldStatistics } from '../bound/bm25.ts';
import { anyOf } from '../bound/booleanQuery.ts';
import { boostQuery } from '../bound/boostQuery.ts';
import { unmappedQuery } from '../bound/constantQuery.ts';
import { withParsedText } from '../bound/decorated.ts';
import { bestOfFields } from '../bound/disMaxQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import { termQuery } from '../bound/termQuery.ts';
import { failIfNotIndexed, fieldTermQuery } from '../fieldQueries.ts';
import { leniently } from '../lenient.ts';
import type { QueryShardContext } from '../types.ts';
import { checkAnalyzer, queryAnalyzer, termsByPosition } from './analyze.ts';
import { combineTerms, type MatchOptions, matchText, noWords, ofNoWords } from './matchText.ts';

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
  const given = text.slice(caret + 1);
  const boost = Number(given);
  if (Number.isNaN(boost) || given.trim() === '') throw numberFormat(given.trim());
  return { field: text.slice(0, caret), boost: Math.fround(boost) };
}

/** The fields of a request; if a name is repeated, its last boost counts. */
export function parseFieldBoosts(texts: readonly string[]): FieldBoost[] {
  const boosts = new Map(texts.map(parseFieldBoost).map((item) => [item.field, item]));
  return [...boosts.values()];
}

/**
 * Expands names and patterns to fields, in the order of the original's map; a pattern skips fields that
 * cannot be searched for text.
 */
export function expandFields(context: QueryShardContext, fields: readonly FieldBoost[]): FieldBoost[] {
  const found = new Map<string, number>();
  const byName = [...fields].sort((a, b) => (a.field < b.field ? -1 : 1));
  for (const { field: pattern, boost } of byName) {
    if (!pattern.includes('*')) {
      found.set(pattern, (found.get(pattern) ?? 1) * boost);
      continue;
    }
    for (const field of context.mapper.matching(pattern)) {
      if (!isSearchable(field) || !wildcardMatches(pattern, field.name)) continue;
      found.set(field.name, (found.get(field.name) ?? 1) * boost);
    }
  }
  return hashMapOrder([...found.keys()]).map((field) => ({ field, boost: found.get(field) ?? 1 }));
}

/** `quote_field_suffix`: for quoted text, replaces fields with their sibling of that suffix, if it exists. */
export function quotedSiblings(
  context: QueryShardContext,
  fields: readonly FieldBoost[],
  suffix: string | null,
): readonly FieldBoost[] {
  if (suffix === null) return fields;
  return expandFields(context, fields).map((one) => {
    const sibling = one.field + suffix;
    return context.mapper.field(sibling) === undefined ? one : { ...one, field: sibling };
  });
}

const SEARCHABLE: ReadonlySet<string> = new Set(['text', 'keyword', 'numeric', 'date', 'boolean', 'ip']);

function isSearchable(field: MappedFieldType): boolean {
  return SEARCHABLE.has(field.family) && field.indexed;
}

export interface MultiMatchOptions {
  readonly type: MultiMatchType;
  readonly tieBreaker: number | null;
  readonly match: MatchOptions;
  /** What is named as unmapped if no field is mapped; nothing by default. */
  readonly unmapped?: readonly (string | null)[];
}

/** The weight of the other fields' scores beside the best one. */
export function tieBreakerOf(type: MultiMatchType, tieBreaker: number | null): number {
  if (tieBreaker !== null && !(tieBreaker >= 0 && tieBreaker <= 1)) {
    throw illegalArgument('tieBreakerMultiplier must be in [0, 1]');
  }
  return tieBreaker ?? (type === 'most_fields' || type === 'bool_prefix' ? 1 : 0);
}

/** Matches a text in several fields. */
export function multiMatch(
  context: QueryShardContext,
  fields: readonly FieldBoost[],
  value: JsonValue,
  options: MultiMatchOptions,
): BoundQuery {
  checkAnalyzer(context, options.match.clause, options.match.analyzer);
  const expanded = expandFields(context, fields).filter(
    ({ field }) => context.mapper.field(field) !== undefined,
  );
  if (expanded.length === 0) return unmappedQuery(...(options.unmapped ?? []));
  if (options.type === 'cross_fields') return crossFields(context, expanded, value, options);
  const match: MatchOptions = { ...options.match, type: matchTypeOf(options.type) };
  const queries = expanded.map(({ field, boost }) => ({
    boost,
    query: matchText(context, field, value, match),
  }));
  const kept = queries.filter(({ query }) => query !== noWords);
  if (kept.length === 0) return noWords;
  return bestOfFields(
    kept.map(({ query, boost }) => boostQuery(query, boost)),
    tieBreakerOf(options.type, options.tieBreaker),
  );
}

function matchTypeOf(type: MultiMatchType): MatchOptions['type'] {
  return type === 'phrase' || type === 'phrase_prefix' || type === 'bool_prefix' ? type : 'boolean';
}

interface BoostedField {
  readonly field: MappedFieldType;
  readonly boost: number;
}

/** Fields with the same analyzer are treated as one large field: each term may be in any of them. */
function crossFields(
  context: QueryShardContext,
  fields: readonly FieldBoost[],
  value: JsonValue,
  options: MultiMatchOptions,
): BoundQuery {
  const groups = new Map<string, BoostedField[]>();
  for (const { field: name, boost } of fields) {
    const field = context.mapper.field(name) as MappedFieldType;
    const key = options.match.analyzer ?? (field.family === 'text' ? String(field.searchAnalyzer) : '\u0000');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [{ field, boost }]);
    else group.push({ field, boost });
  }
  const queries = [...groups.values()]
    .map((group) => crossGroup(context, group, value, options))
    .filter((query) => query !== noWords);
  if (queries.length === 0) return noWords;
  return bestOfFields(queries, tieBreakerOf(options.type, options.tieBreaker));
}

function crossGroup(
  context: QueryShardContext,
  group: readonly BoostedField[],
  value: JsonValue,
  options: MultiMatchOptions,
): BoundQuery {
  const { match } = options;
  const [{ field }] = group;
  if (field.family !== 'text' && match.analyzer === null) {
    return blendedTerm(context, group, String(value), options);
  }
  const analyzer = queryAnalyzer(context, field, match.clause, match.analyzer);
  const positions = termsByPosition(analyzer.tokenize(String(value)));
  if (positions.length === 0) return ofNoWords(match);
  const queries = positions.map(({ terms }) =>
    anyOf(terms.map((term) => blendedTerm(context, group, term, options))),
  );
  return combineTerms(queries, match);
}

const BLENDED: ReadonlySet<string> = new Set(['text', 'keyword', 'boolean']);

/** One term in a group of fields: those with terms are blended, the others are added separately. */
function blendedTerm(
  context: QueryShardContext,
  group: readonly BoostedField[],
  term: string,
  options: MultiMatchOptions,
): BoundQuery {
  const tieBreaker = tieBreakerOf(options.type, options.tieBreaker);
  const fields: TermInField[] = [];
  const others: BoundQuery[] = [];
  for (const { field, boost } of group) {
    const query = leniently(field.name, options.match.lenient, () => {
      if (!BLENDED.has(field.family)) return fieldTermQuery(context, field, term);
      failIfNotIndexed(field);
      fields.push({ field: field.name, boost, term: String(field.toIndexValue(term)) });
      return null;
    });
    if (query !== null) others.push(boostQuery(query, boost));
  }
  const queries = fields.length === 0 ? others : [blendedTerms(context, fields, tieBreaker), ...others];
  return bestOfFields(queries, tieBreaker);
}

interface TermInField extends FieldBoost {
  readonly term: string;
}

/**
 * One term in several fields, treated as one: the fields share their document frequency, each rarer one
 * counting one more document than the previous.
 */
function blendedTerms(
  context: QueryShardContext,
  fields: readonly TermInField[],
  tieBreaker: number,
): BoundQuery {
  const { leaves } = context;
  const entries = fields.map(({ field, boost, term }) => ({
    field,
    boost,
    term,
    docFreq: documentFrequency(leaves, field, term),
  }));
  if (entries.length === 1) {
    const [{ field, boost, term }] = entries;
    return boostQuery(termQuery(context, field, term), boost);
  }
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
  const queries = entries.map(({ field, boost, term }) =>
    boostQuery(termQuery(context, field, term, { docFreq: blended.get(field) ?? 0 }), boost),
  );
  const texts = entries.map(
    ({ field, boost, term }) => `${field}:${term}${boost === 1 ? '' : `^${javaFloat(boost)}`}`,
  );
  return withParsedText(bestOfFields(queries, tieBreaker), `blended(terms:[${texts.join(', ')}])`);
}
