import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  stringifyJson,
  valuesAt,
} from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { documentFrequency } from '../bound/bm25.ts';
import { booleanQuery } from '../bound/booleanQuery.ts';
import { boostQuery } from '../bound/boostQuery.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import { LateQuery } from '../bound/lateQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import type { QueryShape } from '../bound/shape.ts';
import { termQuery } from '../bound/termQuery.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { idsQuery } from '../metadataQueries.ts';
import { minimumShouldMatch } from '../minimumShouldMatch.ts';
import { intAt, numberAt } from '../numberTokens.ts';
import { isScalar, parsingErrorAt, readCommon, readText } from '../reader.ts';
import { queryAnalyzer } from '../text/analyze.ts';
import { defaultFields } from '../text/defaultFields.ts';
import { expandFields } from '../text/multiMatch.ts';
import { booleanAt } from '../tokens.ts';
import type { QueryShardContext, TermVisitor } from '../types.ts';

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
  readonly failOnUnsupportedField: boolean;
}

export const moreLikeThisClause: ClauseType = {
  names: ['more_like_this', 'mlt'],
  doc: 'documents that share significant terms with texts or other documents',
  passesNulls: true,
  parse(body) {
    checkKnown(body);
    const options = readOptions(body);
    if (Array.isArray(body.fields) && body.fields.length === 0) {
      throw parsingErrorAt("more_like_this requires 'fields' to be non-empty", body, null, 'end');
    }
    if ((body.like ?? null) === null || (Array.isArray(body.like) && body.like.length === 0)) {
      throw parsingErrorAt("more_like_this requires 'like' to be specified", body, null, 'end');
    }
    return makeBuilder({
      clause: 'more_like_this',
      json: body,
      ...readCommon(body),
      bind: (context) => bind(context, options),
    });
  },
};

/** The token types allowed for a member. */
function tokensOf(key: string): readonly ReturnType<typeof tokenKind>[] {
  if (key === 'fields' || key === 'stop_words') return ['array'];
  if (key === 'like' || key === 'unlike') return ['scalar', 'array', 'object'];
  return KNOWN.includes(key) || key === 'boost' || key === '_name' ? ['scalar'] : [];
}

function tokenKind(value: JsonValue): 'scalar' | 'array' | 'object' {
  if (isScalar(value)) return 'scalar';
  return Array.isArray(value) ? 'array' : 'object';
}

function checkKnown(body: JsonObject): void {
  for (const key of Object.keys(body)) {
    if (tokensOf(key).includes(tokenKind(body[key]))) continue;
    throw parsingErrorAt(`[mlt] query does not support [${key}]`, body, key);
  }
  for (const item of [body.like ?? [], body.unlike ?? []].flat()) {
    if (isJsonObject(item)) checkItem(item);
    else if (typeof item === 'object') {
      throw illegalArgument("Content of 'like' parameter should either be a string or an object");
    }
  }
  if (body.max_query_terms !== undefined && intAt(body, 'max_query_terms') <= 0) {
    throw illegalArgument("requires 'maxQueryTerms' to be greater than 0");
  }
}

const ITEM_KEYS = [
  'doc',
  'fields',
  'per_field_analyzer',
  ...['index', 'id', 'routing', 'version', 'version_type'],
];

function checkItem(item: JsonObject): void {
  const unknown = Object.keys(item).find((key) => !ITEM_KEYS.includes(key.replace(/^_/, '')));
  const listed = ['fields', '_fields'].every((key) => item[key] === undefined || Array.isArray(item[key]));
  const named = ['doc', '_id', 'id'].some((key) => item[key] !== undefined);
  const problem =
    (unknown !== undefined && `unknown field [${unknown}]`) ||
    (!listed && 'field [fields] must be an array') ||
    (!named && 'neither [id] nor [doc] is specified!');
  if (problem)
    throw new OpenSearchError('parse_exception', `failed to parse More Like This item. ${problem}`);
}

function readOptions(body: JsonObject): LikeOptions {
  const int = (key: string, otherwise: number): number =>
    body[key] === undefined ? otherwise : intAt(body, key);
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
    boostTerms: body.boost_terms === undefined ? 0 : numberAt(body, 'boost_terms'),
    include: body.include !== undefined && booleanAt(body, 'include'),
    failOnUnsupportedField:
      body.fail_on_unsupported_field === undefined || booleanAt(body, 'fail_on_unsupported_field'),
  };
}

/** The documents to compare with are read before the query runs. */
function bind(context: QueryShardContext, options: LikeOptions): BoundQuery {
  const names = fieldNames(context, options);
  const query = new MoreLikeThisQuery(options);
  context.prepare(async () => {
    const like = await examplesOf(context, names, options.like);
    const unlike = await examplesOf(context, names, options.unlike);
    query.inner = likeQuery(context, options, names, like, unlike);
  });
  return query;
}

class MoreLikeThisQuery extends LateQuery {
  inner: BoundQuery = matchNoneQuery;
  readonly #options: LikeOptions;

  constructor(options: LikeOptions) {
    super();
    this.#options = options;
  }

  get key(): string {
    return `more_like_this(${JSON.stringify(this.#options)})`;
  }

  override shape(): QueryShape {
    return { ...this.inner.shape(), parsed: `like:[${this.#options.like.map(likeText).join(', ')}]` };
  }

  override visitTerms(visitor: TermVisitor, boost: number): void {
    visitor.opaque('more_like_this', (inner) => this.inner.visitTerms(inner, boost));
  }
}

/** The fields to use; `null` for those of the documents. Throws for fields without text terms. */
function fieldNames(context: QueryShardContext, options: LikeOptions): readonly string[] | null {
  if (options.fields === null) {
    const names = defaultFields(context);
    if (!names.some(({ field }) => field.includes('*')))
      return expandFields(context, names).map(({ field }) => field);
    if (options.like.every(isJsonObject)) return null;
    throw illegalArgument(
      '[more_like_this] query cannot infer the field to analyze the free text, you should update the ' +
        '[index.query.default_field] index setting to a field that exists in the mapping or set the [fields] ' +
        'option in the query.',
    );
  }
  return options.fields.filter((name) => {
    const field = context.mapper.field(name);
    if (field === undefined || isText(field)) return true;
    if (options.failOnUnsupportedField) {
      throw illegalArgument(`more_like_this only supports text/keyword fields: [${name}]`);
    }
    return false;
  });
}

function isText({ family }: MappedFieldType): boolean {
  return family === 'text' || family === 'keyword';
}

/** Terms of a document or text, by field. */
type FieldTerms = ReadonlyMap<string, readonly string[]>;

interface Examples {
  readonly texts: readonly string[];
  /** From documents. */
  readonly terms: readonly FieldTerms[];
}

async function examplesOf(
  context: QueryShardContext,
  names: readonly string[] | null,
  items: readonly JsonValue[],
): Promise<Examples> {
  const texts: string[] = [];
  const terms: FieldTerms[] = [];
  for (const item of items) {
    if (!isJsonObject(item)) {
      texts.push(readText(item));
      continue;
    }
    const document = isJsonObject(item.doc) ? item.doc : await found(context, item);
    if (isJsonObject(document)) terms.push(termsOf(context, names, item, document));
  }
  return { texts, terms };
}

/** The source of a document; `null` if it or its index does not exist. */
async function found(context: QueryShardContext, item: JsonObject): Promise<JsonValue | null> {
  const index = item._index === undefined ? context.indexName : readText(item._index);
  const routing = item._routing ?? item.routing;
  const given = routing === undefined ? null : readText(routing);
  try {
    return (await context.fetchDocument?.(index, readText(item._id ?? ''), given)) ?? null;
  } catch (error) {
    if (error instanceof OpenSearchError && error.type === 'index_not_found_exception') return null;
    throw error;
  }
}

function termsOf(
  context: QueryShardContext,
  names: readonly string[] | null,
  item: JsonObject,
  document: JsonObject,
): FieldTerms {
  const own = item.fields === undefined ? [] : [item.fields].flat().map(readText);
  const patterns = own.length === 0 ? (names ?? ['*']) : own;
  const fields = new Set(patterns.flatMap((pattern) => context.mapper.matching(pattern)).filter(isText));
  const analyzers = isJsonObject(item.per_field_analyzer) ? item.per_field_analyzer : {};
  return new Map(
    [...fields].map((field): [string, readonly string[]] => {
      const own = analyzers[field.name];
      const texts = textIn(context, document, field.name);
      const name = own === undefined ? null : readText(own);
      return [field.name, texts.flatMap((text) => analyze(context, field, text, name))];
    }),
  );
}

function analyze(
  context: QueryShardContext,
  field: MappedFieldType | undefined,
  text: string,
  analyzer: string | null,
): readonly string[] {
  const own = analyzer !== null && context.analysis.hasAnalyzer(analyzer) ? analyzer : null;
  if (field === undefined) return [];
  if (field.family === 'keyword' && own === null) return [String(field.toIndexValue(text))];
  return queryAnalyzer(context, field, 'more_like_this', own)
    .tokenize(text)
    .map((token) => token.term);
}

/** The values of a multi-field are under its parent in the source. */
function textIn(context: QueryShardContext, document: JsonObject, name: string): string[] {
  const own = valuesAt(document, name);
  const parent = name.slice(0, Math.max(0, name.lastIndexOf('.')));
  const values = own.length > 0 || !context.mapper.field(parent) ? own : valuesAt(document, parent);
  return values.filter((value) => typeof value === 'string' || typeof value === 'number').map(readText);
}

/** Documents are analysed field by field, texts with the first field's analyzer. */
function likeQuery(
  context: QueryShardContext,
  options: LikeOptions,
  names: readonly string[] | null,
  like: Examples,
  unlike: Examples,
): BoundQuery {
  const first = names?.[0];
  const inText = (texts: readonly string[]): string[] => {
    const field = first === undefined ? undefined : context.mapper.field(first);
    return texts.flatMap((text) => analyze(context, field, text, options.analyzer));
  };
  const skipped = new Set(inText(unlike.texts));
  const skippedIn = (field: string): Set<string> =>
    new Set([...skipped, ...unlike.terms.flatMap((terms) => terms.get(field) ?? [])]);
  const fields = new Set(like.terms.flatMap((terms) => [...terms.keys()]));
  const byField = [...fields].flatMap((field) => {
    const terms = like.terms.flatMap((example) => example.get(field) ?? []);
    return tellingTerms(context, [field], options, terms, skippedIn(field));
  });
  const ofTexts =
    names === null || names.length === 0
      ? []
      : tellingTerms(context, names, options, inText(like.texts), skippedIn(names[0]));
  const should = [byField, ofTexts]
    .filter((clauses) => clauses.length > 0)
    .map((clauses) => anyOf(clauses, options.minimumShouldMatch));
  if (should.length === 0) return matchNoneQuery;
  const own = options.like.flatMap((item) =>
    isJsonObject(item) && item._id !== undefined ? [readText(item._id)] : [],
  );
  const mustNot = options.include || own.length === 0 ? [] : [idsQuery(own)];
  return booleanQuery({ must: [], filter: [], should, mustNot, minimumShouldMatch: 1 });
}

function anyOf(should: readonly BoundQuery[], atLeast: string): BoundQuery {
  return booleanQuery({
    must: [],
    filter: [],
    should,
    mustNot: [],
    minimumShouldMatch: Math.max(1, minimumShouldMatch(atLeast, should.length)),
  });
}

interface Candidate {
  readonly field: string;
  readonly term: string;
  readonly score: number;
}

/**
 * The most significant terms, each in the field where it is most frequent; boosts are relative to the lowest.
 */
function tellingTerms(
  context: QueryShardContext,
  fields: readonly string[],
  options: LikeOptions,
  terms: readonly string[],
  skipped: ReadonlySet<string>,
): readonly BoundQuery[] {
  const counts = new Map<string, number>();
  for (const term of terms) if (!skipped.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const documents = context.leaves.reduce((sum, { reader }) => sum + reader.numDocs, 0);
  const candidates = [...counts].flatMap(([term, count]): Candidate[] => {
    if (!isTelling(term, count, options)) return [];
    let [field] = fields;
    let docFreq = 0;
    for (const name of fields) {
      const frequency = documentFrequency(context.leaves, name, term);
      if (frequency > docFreq) [field, docFreq] = [name, frequency];
    }
    if (docFreq < Math.max(1, options.minDocFreq) || docFreq > options.maxDocFreq) return [];
    return [{ field, term, score: count * (Math.log((documents + 1) / (docFreq + 1)) + 1) }];
  });
  const best = candidates.sort((a, b) => b.score - a.score).slice(0, options.maxQueryTerms);
  const least = best.at(-1)?.score ?? 1;
  return best.map(({ field, term, score }) =>
    boostQuery(
      termQuery(context, field, term),
      options.boostTerms === 0 ? 1 : (options.boostTerms * score) / least,
    ),
  );
}

function isTelling(term: string, count: number, options: LikeOptions): boolean {
  if (count < options.minTermFreq || term.length < options.minWordLength) return false;
  if (options.maxWordLength > 0 && term.length > options.maxWordLength) return false;
  return !options.stopWords.includes(term);
}

function likeText(item: JsonValue): string {
  return isJsonObject(item) ? stringifyJson(item) : readText(item);
}
