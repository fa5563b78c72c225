import { grokPatterns, OpenSearchError, wildcardMatches } from '../../../common/index.ts';
import { acknowledged, json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { NO_BODY_OR_SOURCE, routes } from '../../route.ts';
import { managerTimeouts, timeoutParameters } from '../indicesOptions.ts';

/** Ingest pipelines: stored in the cluster state, and validated when stored. */
export const pipelineRoutes: readonly Route[] = [
  ...routes(
    ['PUT /_ingest/pipeline/{id}'],
    {
      body: 'json',
      bodyRefusal: NO_BODY_OR_SOURCE,
      parameters: timeoutParameters,
      doc: 'store an ingest pipeline',
    },
    async (request, { cluster }) => {
      const id = request.pathParam('id');
      const pipeline = request.requiredJson();
      cluster.ingest.parse(id, pipeline);
      await cluster.updateGlobal((state) => ({
        ingestPipelines: new Map([...state.ingestPipelines, [id, pipeline]]),
      }));
      return acknowledged;
    },
  ),
  ...routes(
    ['GET /_ingest/pipeline', 'GET /_ingest/pipeline/{id}'],
    { parameters: managerTimeouts, doc: 'ingest pipelines' },
    (request, { cluster }) => {
      const patterns = request.list('id');
      const found = [...cluster.global.ingestPipelines].filter(
        ([id]) => patterns === null || patterns.some((pattern) => wildcardMatches(pattern, id)),
      );
      const wanted = patterns?.some((pattern) => !pattern.includes('*')) ?? false;
      return json(Object.fromEntries(found), found.length === 0 && wanted ? 404 : 200);
    },
  ),
  ...routes(
    ['DELETE /_ingest/pipeline/{id}'],
    { parameters: timeoutParameters, doc: 'delete ingest pipelines' },
    async (request, { cluster }) => {
      const pattern = request.pathParam('id');
      await cluster.updateGlobal((state) => {
        const left = [...state.ingestPipelines].filter(([id]) => !wildcardMatches(pattern, id));
        if (left.length === state.ingestPipelines.size && pattern !== '*') {
          throw new OpenSearchError('resource_not_found_exception', `pipeline [${pattern}] is missing`);
        }
        return { ingestPipelines: new Map(left) };
      });
      return acknowledged;
    },
  ),
  ...routes(
    ['GET /_ingest/processor/grok'],
    { parameters: ['s'], doc: 'the patterns that grok expressions may name' },
    (request) => {
      const patterns = [...grokPatterns()];
      if (request.bool('s', false)) patterns.sort(([a], [b]) => (a < b ? -1 : 1));
      return json({ patterns: Object.fromEntries(patterns) });
    },
  ),
];
