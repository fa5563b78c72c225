import { isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { documentFrequency, fieldStatistics } from '../lucene/bm25.ts';
import { booleanQuery } from '../lucene/booleanQuery.ts';
import { boostQuery, type LuceneQuery, matchNoneQuery, type Weight } from '../lucene/query.ts';
import { termQuery } from '../lucene/termQuery.ts';
import { idsQuery } from '../metadataQueries.ts';
import { minimumShouldMatch } from '../minimumShouldMatch.ts';
import {
  checkMembers,
  parsingErrorAt,
  readBoolean,
  readCommon,
  readInt,
  readNumber,
  readText,
} from '../reader.ts';
import { queryAnalyzer } from '../text/analyze.ts';
import { defaultFields } from '../text/defaultFields.ts';
import { expandFields } from '../text/multiMatch.ts';
import type { QueryShardContext } from '../types.ts';

const KNOWN = [
  'fields',
  'like',
  'unlike',
  'max_query_terms',
  'min_term_freq',
  'min_doc_freq',
  'max_doc_freq',
  'min_word_length',
  'max_word_length',
  'stop_words',
  'analyzer',
  'minimum_should_match',
  'boost_terms',
  'include',
  'fail_on_unsupported_field',
];

interface LikeOptions {
  readonly fields: readonly string[] | null;
  readonly like: readonly JsonValue[];
  readonly unlike: readonly JsonValue[];
  readonly maxQueryTerms: number;
  readonly minTermFreq: number;
  readonly minDocFreq: number;
  readonly maxDocFreq: number;
  readonly minWordLength: number;
  readonly maxWordLength: number;
  readonly stopWords: readonly string[];
  readonly analyzer: string | null;
  readonly minimumShouldMatch: string;
  readonly boostTerms: number;
  readonly include: boolean;
}

export const moreLikeThisClause: ClauseType = {
  names: ['more_like_this', 'mlt'],
  doc: 'documents with the telling terms of texts or of other documents',
  parse(body) {
    checkKnown(body);
    if (body.like === undefined) {
      throw parsingErrorAt("more_like_this requires 'like' to be specified", body, null, 'end');
    }
    const options = readOptions(body);
    return makeBuilder({
      clause: 'more_like_this',
      json: body,
      ...readCommon(body),
      bind: (context) => bind(context, options),
    });
  },
};

function checkKnown(body: JsonObject): void {
  const scalars = Object.fromEntries(Object.entries(body).filter(([key]) => !KNOWN.includes(key)));
  checkMembers('mlt', scalars, []);
}

function readOptions(body: JsonObject): LikeOptions {
  const int = (key: string, otherwise: number): number =>
    body[key] === undefined ? otherwise : readInt(body[key]);
  const list = (key: string): readonly JsonValue[] => (body[key] === undefined ? [] : [body[key]].flat());
  return {
    fields: body.fields === undefined ? null : list('fields').map(readText),
    like: list('like'),
    unlike: list('unlike'),
    maxQueryTerms: int('max_query_terms', 25),
    minTermFreq: int('min_term_freq', 2),
    minDocFreq: int('min_doc_freq', 5),
    maxDocFreq: int('max_doc_freq', 2147483647),
    minWordLength: int('min_word_length', 0),
    maxWordLength: int('max_word_length', 0),
    stopWords: list('stop_words').map(readText),
    analyzer: body.analyzer === undefined ? null : readText(body.analyzer),
    minimumShouldMatch: body.minimum_should_match === undefined ? '30%' : readText(body.minimum_should_match),
    boostTerms: body.boost_terms === undefined ? 0 : readNumber(body.boost_terms),
    include: body.include !== undefined && readBoolean(body.include),
  };
}

/** The documents to be like are read before the query runs. */
function bind(context: QueryShardContext, options: LikeOptions): LuceneQuery {
  let query: LuceneQuery = matchNoneQuery;
  context.prepare(async () => {
    const like = await textsOf(context, options.like);
    const unlike = await textsOf(context, options.unlike);
    query = likeQuery(context, options, like, unlike);
  });
  return {
    key: `more_like_this(${JSON.stringify(options)})`,
    match: (leaf) => query.match(leaf),
    visitTerms: (visitor, boost) =>
      visitor.opaque('more_like_this', (inner) => query.visitTerms?.(inner, boost)),
    weight(boost): Weight {
      let weight: Weight | null = null;
      return {
        score(leaf) {
          weight ??= query.weight(boost);
          return weight.score(leaf);
        },
      };
    },
  };
}

/** Something to be like: a text for every field, or a document with its own fields. */
interface Example {
  readonly text: string | null;
  readonly document: JsonObject | null;
}

async function textsOf(context: QueryShardContext, items: readonly JsonValue[]): Promise<Example[]> {
  const examples: Example[] = [];
  for (const item of items) {
    if (!isJsonObject(item)) examples.push({ text: readText(item), document: null });
    else if (isJsonObject(item.doc)) examples.push({ text: null, document: item.doc });
    else {
      const index = item._index === undefined ? context.indexName : readText(item._index);
      const routing = item.routing === undefined ? null : readText(item.routing);
      const found = (await context.fetchDocument?.(index, readText(item._id ?? ''), routing)) ?? null;
      if (isJsonObject(found)) examples.push({ text: null, document: found });
    }
  }
  return examples;
}

function likeQuery(
  context: QueryShardContext,
  options: LikeOptions,
  like: readonly Example[],
  unlike: readonly Example[],
): LuceneQuery {
  const names =
    options.fields === null
      ? expandFields(context, defaultFields(context)).map(({ field }) => field)
      : options.fields;
  const candidates = names.flatMap((name) => tellingTerms(context, name, options, like, unlike));
  const best = candidates.sort((a, b) => b.score - a.score).slice(0, options.maxQueryTerms);
  if (best.length === 0) return matchNoneQuery;
  const highest = best[0].score;
  const should = best.map(({ field, term, score }) =>
    boostQuery(
      termQuery(context.leaves, field, term),
      options.boostTerms === 0 ? 1 : (options.boostTerms * score) / highest,
    ),
  );
  const own = options.like.flatMap((item) =>
    isJsonObject(item) && item._id !== undefined ? [readText(item._id)] : [],
  );
  return booleanQuery({
    must: [],
    filter: [],
    should,
    mustNot: options.include || own.length === 0 ? [] : [idsQuery(own)],
    minimumShouldMatch: Math.max(1, minimumShouldMatch(options.minimumShouldMatch, should.length)),
  });
}

interface Candidate {
  readonly field: string;
  readonly term: string;
  readonly score: number;
}

function tellingTerms(
  context: QueryShardContext,
  name: string,
  options: LikeOptions,
  like: readonly Example[],
  unlike: readonly Example[],
): Candidate[] {
  const field = context.mapper.field(name);
  if (field === undefined || (field.family !== 'text' && field.family !== 'keyword')) return [];
  const analyze = (text: string): readonly string[] =>
    field.family === 'keyword'
      ? [String(field.toIndexValue(text))]
      : queryAnalyzer(context, field, 'more_like_this', options.analyzer)
          .tokenize(text)
          .map((token) => token.term);
  const skipped = new Set(unlike.flatMap((example) => textIn(example, name)).flatMap(analyze));
  const counts = new Map<string, number>();
  for (const term of like.flatMap((example) => textIn(example, name)).flatMap(analyze)) {
    if (!skipped.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const { docCount } = fieldStatistics(context.leaves, name);
  return [...counts].flatMap(([term, count]): Candidate[] => {
    if (!isTelling(term, count, options)) return [];
    const docFreq = documentFrequency(context.leaves, name, term);
    if (docFreq < Math.max(1, options.minDocFreq) || docFreq > options.maxDocFreq) return [];
    return [{ field: name, term, score: count * (Math.log((docCount + 1) / (docFreq + 1)) + 1) }];
  });
}

function isTelling(term: string, count: number, options: LikeOptions): boolean {
  if (count < options.minTermFreq || term.length < options.minWordLength) return false;
  if (options.maxWordLength > 0 && term.length > options.maxWordLength) return false;
  return !options.stopWords.includes(term);
}

function textIn(example: Example, name: string): string[] {
  if (example.text !== null) return [example.text];
  let values: JsonValue[] = [example.document];
  for (const part of name.replace(/\.keyword$/, '').split('.')) {
    values = values.flatMap((value) => {
      const member = isJsonObject(value) && Object.hasOwn(value, part) ? value[part] : [];
      return Array.isArray(member) ? member : [member];
    });
  }
  return values.filter((value) => typeof value === 'string' || typeof value === 'number').map(readText);
}
