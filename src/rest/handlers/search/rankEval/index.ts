import { json } from '../../../response.ts';
import type { Route } from '../../../route.ts';
import { NO_BODY_OR_SOURCE, routes } from '../../../route.ts';
import { indicesParameters } from '../../indicesOptions.ts';
import { evaluate } from './evaluate.ts';
import { rankMetrics } from './metrics/index.ts';
import { readRankEvaluation } from './spec.ts';

const metrics = [...rankMetrics.values()].map(({ name, doc }) => `${name} (${doc})`).join(', ');

export const rankEvalRoutes: readonly Route[] = routes(
  ['GET|POST /_rank_eval', 'GET|POST /{index}/_rank_eval'],
  {
    body: 'json',
    bodyRefusal: NO_BODY_OR_SOURCE,
    parameters: [...indicesParameters, 'search_type'],
    doc: `how well searches find documents that were rated; metrics: ${metrics}`,
  },
  async (request, services) => {
    const evaluation = readRankEvaluation(request.requiredJson(), (source) =>
      services.search.prepare(source),
    );
    return json(await evaluate(evaluation, request, services));
  },
);
