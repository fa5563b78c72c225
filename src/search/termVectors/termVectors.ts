import type { IndexService } from '../../cluster/index.ts';
import {
  inTurns,
  type JsonObject,
  type JsonValue,
  jsonFloat,
  type Pacer,
  type Steps,
  valuesAt,
} from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import type { SegmentReader } from '../../segment/index.ts';
import type { TermFilter, TermVectorsRequest } from './request.ts';

/** An occurrence of a term in a field's text. */
interface Occurrence {
  readonly position: number;
  readonly startOffset: number;
  readonly endOffset: number;
}

/** Tokens, or terms of an index, processed per step. */
const IN_A_STEP = 256;

/**
 * `term_vectors` of a source: its fields' terms, analysed again, with the statistics of the document's shard.
 * Yields to the event loop for long texts.
 */
export async function termVectors(
  index: IndexService,
  shardId: number,
  source: JsonValue,
  request: TermVectorsRequest,
  pacer: Pacer,
): Promise<JsonObject> {
  const searcher = index.primary(shardId).acquireSearcher();
  try {
    const out: JsonObject = {};
    for (const field of selectFields(index, request)) {
      const terms = await inTurns(termsOf(index, field, source, request), pacer, 1);
      if (terms.size === 0) continue;
      const steps = fieldVector(searcher.leaves, field.name, terms, storedParts(field, request));
      out[field.name] = await inTurns(steps, pacer, 1);
    }
    return out;
  } finally {
    searcher.close();
  }
}

/** The parts of a stored vector that the mapping keeps; one computed for the request has all. */
function storedParts(field: MappedFieldType, request: TermVectorsRequest): TermVectorsRequest {
  const kept = String(field.params.term_vector ?? 'no');
  const anew = request.document !== null || Object.hasOwn(request.perFieldAnalyzer, field.name);
  if (kept === 'no' || anew) return request;
  return {
    ...request,
    positions: request.positions && kept.includes('positions'),
    offsets: request.offsets && kept.includes('offsets'),
  };
}

function selectFields(index: IndexService, request: TermVectorsRequest): readonly MappedFieldType[] {
  const { mapper } = index;
  const analysed = (field: MappedFieldType): boolean => field.family === 'text' || field.family === 'keyword';
  if (request.fields !== null) {
    const named = request.fields.flatMap((pattern) => mapper.matching(pattern));
    return [...new Set(named)].filter(analysed);
  }
  if (request.document !== null) return mapper.fields().filter((field) => field.family === 'text');
  return mapper.fields().filter(({ params }) => (params.term_vector ?? 'no') !== 'no');
}

/** The values of a multi-field are under its parent in the source. */
function valuesOf(index: IndexService, field: MappedFieldType, source: JsonValue): JsonValue[] {
  const own = valuesAt(source, field.name);
  const dot = field.name.lastIndexOf('.');
  if (own.length > 0 || dot < 0) return own;
  const parent = field.name.slice(0, dot);
  return index.mapper.field(parent) === undefined ? [] : valuesAt(source, parent);
}

function* termsOf(
  index: IndexService,
  field: MappedFieldType,
  source: JsonValue,
  request: TermVectorsRequest,
): Steps<Map<string, Occurrence[]>> {
  const own = field.family === 'keyword' ? 'keyword' : (field.indexAnalyzer ?? 'standard');
  const name = Object.hasOwn(request.perFieldAnalyzer, field.name)
    ? request.perFieldAnalyzer[field.name]
    : own;
  const analyzer = index.analysis.analyzer(name);
  const terms = new Map<string, Occurrence[]>();
  let position = 0;
  let offset = 0;
  for (const value of valuesOf(index, field, source)) {
    if (typeof value === 'object') continue;
    const text = String(value);
    const tokens = yield* analyzer.tokenizeInSteps(text);
    for (let i = 0; i < tokens.length; i++) {
      if (i % IN_A_STEP === 0) yield;
      const token = tokens[i];
      const occurrence = {
        position: position + token.position,
        startOffset: offset + token.startOffset,
        endOffset: offset + token.endOffset,
      };
      const known = terms.get(token.term);
      if (known === undefined) terms.set(token.term, [occurrence]);
      else known.push(occurrence);
    }
    position += (tokens[tokens.length - 1]?.position ?? -1) + 1 + analyzer.positionIncrementGap;
    offset += text.length + 1;
  }
  return terms;
}

interface Counts {
  readonly docFreq: number;
  readonly totalTermFreq: number;
}

function countsOf(leaves: readonly SegmentReader[], field: string, term: string): Counts {
  let docFreq = 0;
  let totalTermFreq = 0;
  for (const reader of leaves) {
    const terms = reader.terms(field);
    const ord = terms?.lookup(term) ?? -1;
    if (terms === null || ord < 0) continue;
    docFreq += terms.docFreq(ord);
    totalTermFreq += terms.totalTermFreq(ord);
  }
  return { docFreq, totalTermFreq };
}

function* statisticsOf(leaves: readonly SegmentReader[], field: string): Steps<JsonObject> {
  let sumDocFreq = 0;
  let docCount = 0;
  let sumTotalTermFreq = 0;
  for (const reader of leaves) {
    const terms = reader.terms(field);
    if (terms === null) continue;
    for (let ord = 0; ord < terms.size; ord++) {
      if (ord % IN_A_STEP === 0) yield;
      sumDocFreq += terms.docFreq(ord);
    }
    docCount += terms.docCount;
    sumTotalTermFreq += terms.sumTotalTermFreq;
  }
  return { sum_doc_freq: sumDocFreq, doc_count: docCount, sum_ttf: sumTotalTermFreq };
}

function* fieldVector(
  leaves: readonly SegmentReader[],
  field: string,
  terms: ReadonlyMap<string, readonly Occurrence[]>,
  request: TermVectorsRequest,
): Steps<JsonObject> {
  const scores = request.filter === null ? null : yield* bestTerms(leaves, field, terms, request.filter);
  const sorted = [...terms].filter(([term]) => scores === null || scores.has(term));
  sorted.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const json: JsonObject = {};
  for (const [term, occurrences] of sorted) {
    yield;
    const entry: JsonObject = {};
    if (request.termStatistics) {
      const { docFreq, totalTermFreq } = countsOf(leaves, field, term);
      if (docFreq > 0) Object.assign(entry, { doc_freq: docFreq, ttf: totalTermFreq });
    }
    entry.term_freq = occurrences.length;
    if (request.positions || request.offsets) entry.tokens = yield* tokensJson(occurrences, request);
    const score = scores?.get(term);
    if (score !== undefined) entry.score = jsonFloat(score) as JsonValue;
    json[term] = entry;
  }
  if (!request.fieldStatistics) return { terms: json };
  return { field_statistics: yield* statisticsOf(leaves, field), terms: json };
}

function* tokensJson(occurrences: readonly Occurrence[], request: TermVectorsRequest): Steps<JsonObject[]> {
  const tokens: JsonObject[] = [];
  for (let i = 0; i < occurrences.length; i++) {
    if (i % IN_A_STEP === IN_A_STEP - 1) yield;
    tokens.push(tokenJson(occurrences[i], request));
  }
  return tokens;
}

function tokenJson(
  { position, startOffset, endOffset }: Occurrence,
  request: TermVectorsRequest,
): JsonObject {
  return {
    ...(request.positions ? { position } : {}),
    ...(request.offsets ? { start_offset: startOffset, end_offset: endOffset } : {}),
  };
}

/** The terms with the highest tf-idf, including it. */
function* bestTerms(
  leaves: readonly SegmentReader[],
  field: string,
  terms: ReadonlyMap<string, readonly Occurrence[]>,
  filter: TermFilter,
): Steps<Map<string, number>> {
  const documents = leaves.reduce((sum, reader) => sum + reader.maxDoc, 0);
  const scored: [term: string, score: number][] = [];
  for (const [term, { length: frequency }] of terms) {
    yield;
    const { docFreq } = countsOf(leaves, field, term);
    if (frequency < filter.minTermFreq || frequency > filter.maxTermFreq) continue;
    if (docFreq < filter.minDocFreq || docFreq > filter.maxDocFreq) continue;
    if (term.length < filter.minWordLength) continue;
    if (filter.maxWordLength > 0 && term.length > filter.maxWordLength) continue;
    scored.push([term, Math.fround(frequency * (1 + Math.log((documents + 1) / (docFreq + 1))))]);
  }
  scored.sort(([, a], [, b]) => b - a);
  return new Map(scored.slice(0, filter.maxTerms));
}
