import { illegalArgument, type JsonObject, ObjectReader } from '../../../../common/index.ts';
import type { PreparedSearch } from '../../../../search/index.ts';
import { built, objectsOf, requireMembers } from './parsing.ts';

export interface RatedDocument {
  readonly index: string;
  readonly id: string;
  readonly rating: number;
}

/** A search as it is run: with the size needed by the metric, and the requested parts of sources. */
export interface RatedSearch {
  readonly source: JsonObject;
  readonly prepared: PreparedSearch;
}

export type Prepare = (source: JsonObject) => PreparedSearch;

/** Applies what the evaluation determines, and parses the search. */
export function ratedSearch(
  source: JsonObject,
  prepare: Prepare,
  size: number,
  summaryFields: readonly string[],
): RatedSearch {
  source.size = size;
  source._source = summaryFields.length === 0 ? false : [...summaryFields];
  return { source, prepared: prepare(source) };
}

/** A search with the documents that it should find. */
export interface RatedRequest {
  readonly id: string;
  readonly ratings: readonly RatedDocument[];
  /** `null` if it comes from a template. */
  readonly search: RatedSearch | null;
  readonly params: JsonObject;
  readonly templateId: string | null;
  readonly summaryFields: readonly string[];
}

export function readRatedRequest(body: JsonObject, prepare: Prepare, size: number): RatedRequest {
  const reader = new ObjectReader('request', body);
  const id = reader.text('id');
  const ratings = objectsOf(reader, 'ratings', 'rated_document', readRatedDocument);
  const params = reader.object('params', (values) => values) ?? {};
  const summaryFields = reader.texts('summary_fields') ?? [];
  const search =
    reader.object('request', (source) => ratedSearch(source, prepare, size, summaryFields)) ?? null;
  const templateId = reader.text('template_id') ?? null;
  reader.end();
  requireMembers({ id, ratings });
  const rated = { id: String(id), ratings: ratings ?? [], search, params, templateId, summaryFields };
  return built('request', () => checked(rated));
}

function readRatedDocument(body: JsonObject): RatedDocument {
  const reader = new ObjectReader('rated_document', body);
  const index = reader.text('_index');
  const id = reader.text('_id');
  const rating = reader.whole('rating');
  reader.end();
  requireMembers({ _index: index, _id: id, rating });
  return built('rated_document', () => {
    if (!index) throw illegalArgument('Index must be set for each rated document');
    if (!id) throw illegalArgument('DocId must be set for each rated document');
    return { index, id, rating: rating ?? 0 };
  });
}

const AMBIGUOUS =
  'Ambiguous rated request: Set both, verbatim test request and test request template parameters.';

function checked(rated: RatedRequest): RatedRequest {
  const { search, templateId, ratings } = rated;
  const hasParams = Object.keys(rated.params).length > 0;
  if (search !== null && (hasParams || templateId !== null)) throw illegalArgument(AMBIGUOUS);
  if (search === null && !hasParams) {
    throw illegalArgument('Need to set at least test request or test request template parameters.');
  }
  if (hasParams && templateId === null) {
    throw illegalArgument(
      'If template parameters are supplied need to set id of template to apply them to too.',
    );
  }
  if (search !== null) checkEvaluated(search.source);
  const keys = new Set<string>();
  for (const { index, id } of ratings) {
    const key = JSON.stringify({ _index: index, _id: id });
    if (keys.has(key)) {
      throw illegalArgument(
        `Found duplicate rated document key [${key}] in evaluation request [${rated.id}]`,
      );
    }
    keys.add(key);
  }
  return rated;
}

/** Members that a rated search must not have, with the error. */
const FORBIDDEN: readonly (readonly [names: readonly string[], problem: string])[] = [
  [['suggest'], 'contain a suggest section'],
  [['aggs', 'aggregations'], 'contain aggregations'],
  [['highlight'], 'contain a highlighter section'],
  [['explain'], 'use explain'],
  [['profile'], 'use profile'],
];

/** Throws illegal_argument for members unrelated to the order of hits. */
export function checkEvaluated(search: JsonObject): void {
  for (const [names, problem] of FORBIDDEN) {
    const isThere = names.some((name) => search[name] !== undefined && search[name] !== false);
    if (isThere) throw illegalArgument(`Query in rated requests should not ${problem}.`);
  }
}
