import { indicesOptions } from '../../../../cluster/index.ts';
import {
  hashMapOrder,
  illegalArgument,
  isJsonObject,
  jsonDouble,
  OpenSearchError,
  Pacer,
  parseRequestJson,
  stringifyJson,
} from '../../../../common/index.ts';
import { compileMustache } from '../../../../script/index.ts';
import type { SearchHit } from '../../../../search/index.ts';
import type { RestRequest } from '../../../request.ts';
import type { RestServices } from '../../../services.ts';
import { requestIndicesOptions } from '../../indicesOptions.ts';
import { bareSearchRequest, opaqueId, searchType } from '../searchParameters.ts';
import {
  checkEvaluated,
  type RatedDocument,
  type RatedRequest,
  type RatedSearch,
  ratedSearch,
} from './ratedRequest.ts';
import type { RankEvaluation } from './spec.ts';

/** The quality of one search. */
interface Evaluated {
  readonly score: number;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Runs every search and rates its hits; a search that fails is not counted, but reported. */
export async function evaluate(
  evaluation: RankEvaluation,
  request: RestRequest,
  services: RestServices,
): Promise<Readonly<Record<string, unknown>>> {
  const details = new Map<string, Evaluated>();
  const failures = new Map<string, unknown>();
  const pacer = new Pacer(services.clock);
  const searches = evaluation.requests.map((rated) => searchOf(rated, evaluation, services));
  for (const [i, rated] of evaluation.requests.entries()) {
    const search = searches[i];
    if (search instanceof OpenSearchError) failures.set(rated.id, { error: search.toResponse().error });
    else {
      try {
        details.set(rated.id, quality(await hitsOf(search, request, services), rated, evaluation));
      } catch (error) {
        if (!(error instanceof OpenSearchError)) throw error;
        failures.set(rated.id, { error: error.toResponse().error });
      }
    }
    await pacer.pause();
  }
  const scores = [...details.values()].map(({ score }) => score);
  const mean = scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return {
    metric_score: jsonDouble(mean),
    details: inOrder(details, ({ json }) => json),
    failures: inOrder(failures, (failure) => failure),
  };
}

function inOrder<T>(byId: ReadonlyMap<string, T>, json: (value: T) => unknown): Record<string, unknown> {
  return Object.fromEntries(hashMapOrder([...byId.keys()]).map((id) => [id, json(byId.get(id) as T)]));
}

/** A template that does not render to JSON fails its own search; other errors fail the request. */
function searchOf(
  rated: RatedRequest,
  { metric, templates }: RankEvaluation,
  { search, cluster }: RestServices,
): RatedSearch | OpenSearchError {
  if (rated.search !== null) return rated.search;
  const template = templates.get(rated.templateId ?? '');
  if (template === undefined) throw illegalArgument(`there is no template of the id [${rated.templateId}]`);
  const stored = cluster.templates.storedScripts.get(String(template.id));
  const source = template.source ?? stored?.source ?? '';
  const text = typeof source === 'string' ? source : stringifyJson(source);
  let body: unknown;
  try {
    body = parseRequestJson(compileMustache(text).render(rated.params));
  } catch (error) {
    if (error instanceof OpenSearchError && error.type.startsWith('json_')) return error;
    throw error;
  }
  if (!isJsonObject(body)) throw illegalArgument('Expected [START_OBJECT]');
  checkEvaluated(body);
  return ratedSearch(body, (own) => search.prepare(own), metric.k, rated.summaryFields);
}

async function hitsOf(
  search: RatedSearch,
  request: RestRequest,
  services: RestServices,
): Promise<readonly SearchHit[]> {
  const options = requestIndicesOptions(request, indicesOptions.search);
  const { hits } = await services.search.search({
    ...bareSearchRequest(request.param('index'), options, search.source, request.signal),
    ...opaqueId(request),
    searchType: searchType(request.param('search_type')),
    prepared: search.prepared,
  });
  return hits.hits;
}

function quality(
  hits: readonly SearchHit[],
  rated: RatedRequest,
  { metric, metricName }: RankEvaluation,
): Evaluated {
  const known = new Map(rated.ratings.map((document) => [keyOf(document), document.rating]));
  const looked = hits.slice(0, metric.k);
  const ofHits = looked.map(({ _index, _id }) => known.get(keyOf({ index: _index, id: _id ?? '' })) ?? null);
  const given = rated.ratings.map(({ rating }) => rating);
  const { score, detail } = metric.evaluate({ ofHits, given });
  const unrated = looked.filter((_, i) => ofHits[i] === null);
  return {
    score,
    json: {
      metric_score: jsonDouble(score),
      unrated_docs: unrated.map(({ _index, _id }) => ({ _index, _id })),
      hits: looked.map((hit, i) => ({ hit, rating: ofHits[i] })),
      metric_details: { [metricName]: detail },
    },
  };
}

function keyOf({ index, id }: Pick<RatedDocument, 'index' | 'id'>): string {
  return JSON.stringify([index, id]);
}
