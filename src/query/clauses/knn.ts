import {
  bug,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonAt,
  limits,
  numberFormat,
  OpenSearchError,
  settled,
  soon,
  type Turns,
} from '../../common/index.ts';
import type { KnnShardSearcher, VectorHits } from '../../knn/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { matchAllQuery, matchNoneQuery } from '../bound/constantQuery.ts';
import { explainScore } from '../bound/explain.ts';
import { type LeafMatcher, WholeMatcher } from '../bound/matcher.ts';
import { type BoundQuery, SimpleQuery } from '../bound/query.ts';
import { matchedAhead } from '../bound/scoreAll.ts';
import { WholeScorer } from '../bound/scorer.ts';
import { NOTHING_SCORED } from '../bound/scoreSum.ts';
import { plainShape, type QueryShape } from '../bound/shape.ts';
import { type Weight, weightOf } from '../bound/weight.ts';
import { makeBuilder, RewriteFailure } from '../builder.ts';
import type { ClauseBuilder, ClauseParser, ClauseType } from '../clause.ts';
import { docBits, docSetOfArray } from '../docSet.ts';
import { checkBoost } from '../negativeBoost.ts';
import type { TokenContainer } from '../numberTokens.ts';
import { type CommonMembers, contentErrorAt, NO_COMMON, parsingErrorAt, tokenName } from '../reader.ts';
import { knnOf } from '../scoring/knnScoreScript.ts';
import {
  commonTokens,
  type Mutable,
  objectToken,
  type RefuseToken,
  readTokens,
  valueOrArrayToken,
} from '../tokenLoop.ts';
import type { DocSet, Explanation, LeafContext, QueryShardContext } from '../types.ts';

interface KnnParts {
  readonly field: string;
  readonly vector: Float32Array;
  readonly k: number;
  readonly filter: ClauseBuilder | null;
}

export const knnClause: ClauseType = {
  names: ['knn'],
  doc: "the k nearest vectors of each segment, scored by the field's space type; boost is ignored, as in the original",
  parse(body, parser) {
    const common = { ...NO_COMMON };
    const parts = readParts(body, parser, common);
    checkBoost({ clause: 'knn', boost: common.boost, json: body });
    return makeBuilder({
      clause: 'knn',
      json: body,
      boost: 1,
      queryName: common.queryName,
      isUnexplained: true,
      bind: (context) => bindKnn(context, parts),
    });
  },
};

interface ReadOptions {
  vector?: readonly JsonValue[];
  k?: number;
  filter?: ClauseBuilder;
}

/** Reads `{field: {vector, k, …}}`, or `{field: vector}`, for which the original then misses `k`. */
function readParts(body: JsonObject, parser: ClauseParser, common: Mutable<CommonMembers>): KnnParts {
  const read: ReadOptions = {};
  let field: string | null = null;
  for (const key of Object.keys(body)) {
    if (field !== null) {
      const reason = `[knn] query doesn't support multiple fields, found [${field}] and [${key}]`;
      throw parsingErrorAt(reason, body, key);
    }
    field = key;
    const options = body[key];
    if (!isJsonObject(options)) read.vector = listAt(body, key);
    else readOptions(options, read, parser, common);
  }
  // The original counts the clause before it checks it.
  parser.onCounted({ name: 'knn', hasFilter: read.filter !== undefined });
  const { k = 0, filter = null } = read;
  const vector = floatsOf(read.vector);
  if (k <= 0) throw illegalArgument('[knn] requires k > 0');
  if (k > limits.knnK.value) throw illegalArgument(`[knn] requires k <= ${limits.knnK.value}`);
  return { field: field as string, vector, k, filter };
}

function readOptions(
  options: JsonObject,
  read: ReadOptions,
  parser: ClauseParser,
  common: Mutable<CommonMembers>,
): void {
  const members = {
    vector: valueOrArrayToken((json, key) => void (read.vector = listAt(json, key))),
    k: valueOrArrayToken((json, key) => void (read.k = kAt(json, key))),
    filter: objectToken((json, key) => void (read.filter = parser.query(json, key))),
    ...commonTokens(common, valueOrArrayToken),
  };
  readTokens({ clause: 'knn', members, refuse: refuseKind }, options);
}

function refuseKind(...[container, key, name, value]: Parameters<RefuseToken>): OpenSearchError | null {
  if (value !== null && !isJsonObject(value)) return null;
  const where = value === null ? ` after [${name}]` : '';
  return parsingErrorAt(`[knn] unknown token [${tokenName(value)}]${where}`, container, key);
}

function listAt(container: TokenContainer, key: string | number): readonly JsonValue[] {
  const list = jsonAt(container, key);
  if (Array.isArray(list)) return list;
  const reason = `Failed to parse list:  expecting START_ARRAY but got ${tokenName(list)}`;
  throw contentErrorAt(reason, container, key);
}

function floatsOf(vector: readonly JsonValue[] | undefined): Float32Array {
  if (vector === undefined) {
    throw illegalArgument("[knn] field 'vector' requires to be non-null and non-empty");
  }
  if (vector.length === 0) throw illegalArgument('[knn] query vector is empty');
  const elements = new Float32Array(vector.length);
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i];
    if (typeof value !== 'number' && typeof value !== 'bigint') {
      throw illegalArgument(`[knn] field 'vector' requires numbers, found [${tokenName(value)}]`);
    }
    elements[i] = Number(value);
    if (Number.isFinite(elements[i])) continue;
    throw illegalArgument(`[knn] field 'vector' requires finite floats, found [${value}]`);
  }
  return elements;
}

/** The original reads the raw text of the value as an integer field does. */
function kAt(container: TokenContainer, key: string | number): number {
  const value = jsonAt(container, key);
  const isNumber = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
  const k = isNumber ? Number(value) : Number.NaN;
  if (Number.isNaN(k) || value === '') throw numberFormat(Array.isArray(value) ? '[' : String(value));
  if (!Number.isInteger(k)) throw illegalArgument(`Value [${value}] has a decimal part`);
  if (Math.abs(k) > MAX_INT) throw illegalArgument(`Value [${value}] is out of range for an integer`);
  return k;
}

const MAX_INT = 2 ** 31 - 1;

function bindKnn(context: QueryShardContext, parts: KnnParts): BoundQuery {
  const field = context.mapper.field(parts.field);
  if (field === undefined || field.vector === null) {
    throw illegalArgument(`Field '${parts.field}' is not knn_vector type.`);
  }
  const { dimension, engine } = field.vector;
  if (dimension !== parts.vector.length) {
    throw illegalArgument(
      `Query vector has invalid dimension: ${parts.vector.length}. Dimension should be: ${dimension}`,
    );
  }
  if (parts.filter !== null && engine !== 'lucene') {
    throw new OpenSearchError(
      'illegal_argument_exception',
      `Engine [${engine.toUpperCase()}] does not support filters`,
    );
  }
  const searcher = knnOf(context);
  if (engine !== 'lucene') checkEnabled(searcher);
  if (searcher === null || !searcher.enabled) return matchNoneQuery;
  if (context.explains) return matchAllQuery;
  return searchGraphs(context, searcher, field, parts);
}

/** The original checks when the query runs, not when it is bound, so the error is not wrapped. */
function checkEnabled(searcher: KnnShardSearcher | null): void {
  try {
    searcher?.checkEnabled();
  } catch (error) {
    throw error instanceof OpenSearchError ? new RewriteFailure(error) : error;
  }
}

/**
 * Searches the graphs before the query runs, because a graph that is not loaded is loaded off the main
 * thread.
 */
function searchGraphs(
  context: QueryShardContext,
  searcher: KnnShardSearcher,
  field: MappedFieldType,
  parts: KnnParts,
): BoundQuery {
  const hits = new Map<number, VectorHits>();
  const filter = parts.filter?.toLucene(context) ?? null;
  const allowedIn = filter === null ? null : matchedAhead(context, filter);
  const found = (): Turns<void> => findHits(context.leaves, { searcher, field, parts, allowedIn, hits });
  context.prepare(() => soon(found()));
  const hitsOf = (ord: number): VectorHits => {
    const found = hits.get(ord);
    if (found === undefined) throw bug('a knn query ran before its graphs were searched');
    return found;
  };
  return new KnnQuery(context, field, parts, filter, hitsOf);
}

interface GraphSearch {
  readonly searcher: KnnShardSearcher;
  readonly field: MappedFieldType;
  readonly parts: KnnParts;
  readonly allowedIn: ((leaf: LeafContext) => DocSet) | null;
  readonly hits: Map<number, VectorHits>;
}

/** Fills `hits`, by the number of the segment. */
function* findHits(leaves: readonly LeafContext[], search: GraphSearch): Turns<void> {
  const { searcher, field, parts, allowedIn, hits } = search;
  for (const leaf of leaves) {
    const allowed = allowedIn === null ? null : docBits(allowedIn(leaf), leaf.reader.maxDoc);
    const query = { segment: leaf.reader, field, vector: parts.vector, k: parts.k, filter: allowed };
    hits.set(leaf.ord, yield* settled(searcher.search(query)));
  }
  if (field.vector?.engine === 'lucene') keepNearest(hits, parts.k);
}

class KnnQuery extends SimpleQuery {
  readonly #context: QueryShardContext;
  readonly #field: MappedFieldType;
  readonly #parts: KnnParts;
  readonly #filter: BoundQuery | null;
  readonly #hitsOf: (ord: number) => VectorHits;

  constructor(
    context: QueryShardContext,
    field: MappedFieldType,
    parts: KnnParts,
    filter: BoundQuery | null,
    hitsOf: (ord: number) => VectorHits,
  ) {
    super();
    this.#context = context;
    this.#field = field;
    this.#parts = parts;
    this.#filter = filter;
    this.#hitsOf = hitsOf;
  }

  /** Computed on demand: printing a vector takes as long as parsing it. */
  get key(): string {
    const { k, vector } = this.#parts;
    // With lucene, the matches of a segment depend on other segments and on deletions.
    const snapshot = this.#context.leaves.map(({ reader }) => `${reader.name}:${reader.numDocs}`);
    const state = this.#isLucene ? `,${this.#filter?.key ?? ''},${snapshot}` : '';
    return `knn(${this.#field.name},${k},${vector}${state})`;
  }

  /** The plugin's query prints no details; lucene's is rewritten to the documents found. */
  shape(): QueryShape {
    return plainShape(this.#isLucene ? 'DocAndScoreQuery' : 'KNNQuery', '');
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    return explainScore(this, leaf, doc, boost);
  }

  weight(): Weight {
    return weightOf((leaf) => {
      return new WholeScorer(() => {
        const { docs, scores } = this.#hitsOf(leaf.ord);
        return docs.length === 0 ? NOTHING_SCORED : { docs: docSetOfArray(docs), scores, constant: 0 };
      });
    });
  }

  protected makeMatcher(leaf: LeafContext): LeafMatcher {
    return new WholeMatcher(() => docSetOfArray(this.#hitsOf(leaf.ord).docs));
  }

  get #isLucene(): boolean {
    return this.#field.vector?.engine === 'lucene';
  }
}

/**
 * Lucene returns k per shard, the other engines k per segment. Ties go to the earlier segment and document.
 */
function keepNearest(hits: Map<number, VectorHits>, k: number): void {
  const all = [...hits].flatMap(([ord, { scores }]) => Array.from(scores, (score, i) => ({ ord, i, score })));
  if (all.length <= k) return;
  all.sort((a, b) => b.score - a.score || a.ord - b.ord || a.i - b.i);
  const kept = new Set(all.slice(0, k).map(({ ord, i }) => `${ord}/${i}`));
  for (const [ord, { docs, scores }] of hits) {
    const isKept = (_: number, i: number): boolean => kept.has(`${ord}/${i}`);
    hits.set(ord, { docs: docs.filter(isKept), scores: scores.filter(isKept) });
  }
}
