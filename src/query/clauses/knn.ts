import {
  bug,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
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
import { contentErrorAt, isScalar, parsingErrorAt, readText, tokenName } from '../reader.ts';
import { knnOf } from '../scoring/knnScoreScript.ts';
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
    const field = fieldOf(body);
    const options = isJsonObject(body[field]) ? (body[field] as JsonObject) : { vector: body[field] };
    // The original counts the clause before parsing it.
    parser.onCounted({ name: 'knn', hasFilter: options.filter !== undefined });
    const parts = readOptions(field, options, parser);
    const named = options._name ?? body._name;
    return makeBuilder({
      clause: 'knn',
      json: body,
      boost: 1,
      queryName: named === undefined ? null : readText(named),
      isUnexplained: true,
      bind: (context) => bindKnn(context, parts),
    });
  },
};

function fieldOf(body: JsonObject): string {
  const fields = Object.keys(body).filter(
    (key) => !isScalar(body[key]) || (key !== '_name' && key !== 'boost'),
  );
  if (fields.length > 1) {
    const reason = `[knn] query doesn't support multiple fields, found [${fields[0]}] and [${fields[1]}]`;
    throw parsingErrorAt(reason, body, fields[1]);
  }
  if (fields.length === 0)
    throw illegalArgument("[knn] field 'vector' requires to be non-null and non-empty");
  return fields[0];
}

function readOptions(field: string, options: JsonObject, parser: ClauseParser): KnnParts {
  for (const key of Object.keys(options)) {
    if (['vector', 'k', 'filter', 'boost', '_name'].includes(key)) continue;
    const known = isScalar(options[key]) || Array.isArray(options[key]);
    const reason = known
      ? `[knn] query does not support [${key}]`
      : `[knn] unknown token [${tokenName(options[key])}]`;
    throw parsingErrorAt(reason, options, key);
  }
  const vector = readVector(options);
  const k = readK(options.k);
  return { field, vector, k, filter: options.filter === undefined ? null : parser.query(options, 'filter') };
}

function readVector(options: JsonObject): Float32Array {
  const { vector } = options;
  if (vector === undefined || vector === null) {
    throw illegalArgument("[knn] field 'vector' requires to be non-null and non-empty");
  }
  if (!Array.isArray(vector)) {
    const token = tokenName(vector);
    throw contentErrorAt(`Failed to parse list:  expecting START_ARRAY but got ${token}`, options, 'vector');
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

function readK(value: JsonValue | undefined): number {
  let k = 0;
  if (value !== undefined && value !== null) {
    k = Number(value);
    if (Number.isNaN(k) || value === '') throw numberFormat(String(value));
    if (!Number.isInteger(k)) throw illegalArgument(`Value [${value}] has a decimal part`);
  }
  if (k <= 0) throw illegalArgument('[knn] requires k > 0');
  if (k > limits.knnK.value) throw illegalArgument(`[knn] requires k <= ${limits.knnK.value}`);
  return k;
}

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
