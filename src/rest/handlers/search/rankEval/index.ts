import { OpenSearchError } from '../../../../common/index.ts';
import { json } from '../../../response.ts';
import type { Route } from '../../../route.ts';
import { routes } from '../../../route.ts';
import { indicesParameters } from '../../indicesOptions.ts';
import { evaluate } from './evaluate.ts';
import { rankMetrics } from './metrics/index.ts';
import { readRankEvaluation } from './spec.ts';

const metrics = [...rankMetrics.values()].map(({ name, doc }) => `${name} (${doc})`).join(', ');

export const rankEvalRoutes: readonly Route[] = routes(
  ['GET|POST /_rank_eval', 'GET|POST /{index}/_rank_eval'],
  {
    body: 'json',
    parameters: [...indicesParameters, 'search_type'],
    doc: `how well searches find documents that were rated; metrics: ${metrics}`,
  },
  async (request, services) => {
    const body = request.json();
    if (body === null) {
      throw new OpenSearchError('parse_exception', 'request body or source parameter is required');
    }
    const evaluation = readRankEvaluation(body, (source) => services.search.prepare(source));
    return json(await evaluate(evaluation, request, services));
  },
);
