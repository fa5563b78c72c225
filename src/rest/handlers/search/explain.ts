import { indicesOptions, routingMissing, validationFailed } from '../../../cluster/index.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { renderSource, requestSourceFilter, sourceParameters } from '../../sourceFilter.ts';
import { singleIndex } from '../documents/get.ts';
import { requestQuery } from './queryBody.ts';
import { bareSearchRequest, uriQueryParameters } from './searchParameters.ts';

export const explainRoutes: readonly Route[] = routes(
  ['GET|POST /{index}/_explain/{id}'],
  {
    body: 'json',
    parameters: [
      ...uriQueryParameters,
      ...sourceParameters,
      'preference',
      'routing',
      'stored_fields',
      'parent',
    ],
    doc: 'how the score of a document comes about',
  },
  async (request, services) => {
    // A body takes precedence over the URL's query.
    request.has('q');
    const read = requestQuery(request, services);
    if (read === null) throw validationFailed(['query is missing']);
    const { query, prepared } = read;
    const id = request.pathParam('id');
    const routing = request.param('routing');
    const index = singleIndex(services, request.pathParam('index'));
    if (routing === null && index.routingRequired) throw routingMissing(index, id);
    const found = await services.documents.get(index, id, routing, false);
    if (!found) return json({ _index: index.name, _id: id, matched: false }, 404);
    const explained = await services.search.explain(
      {
        ...bareSearchRequest(request.pathParam('index'), indicesOptions.search, { query }, request.signal),
        prepared,
        routing,
        explains: true,
      },
      id,
    );
    const filter = requestSourceFilter(request);
    const shown = filter === null ? null : renderSource(found.source, filter);
    const get =
      filter === null
        ? {}
        : {
            get: {
              _seq_no: found.seqNo,
              _primary_term: found.primaryTerm,
              found: true,
              ...(shown === null ? {} : { _source: shown }),
            },
          };
    if (explained === null) return json({ _index: index.name, _id: id, matched: false }, 404);
    return json({ _index: index.name, _id: id, ...explained, ...get });
  },
);
