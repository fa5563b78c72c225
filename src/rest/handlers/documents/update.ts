import { parseUpdateBody, validationFailed } from '../../../cluster/index.ts';
import { OpenSearchError } from '../../../common/index.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { requestSourceFilter, sourceFilterJson, sourceParameters } from '../../sourceFilter.ts';
import { writeDocument } from './index.ts';
import { NO_INTERNAL_VERSIONING, writeConditions, writeParameters } from './writeParameters.ts';

export const updateRoutes: readonly Route[] = routes(
  ['POST /{index}/_update/{id}'],
  {
    body: 'json',
    parameters: [
      ...writeParameters.filter((name) => name !== 'pipeline'),
      ...sourceParameters,
      'retry_on_conflict',
    ],
    doc: 'change a document: merge a part, run a script, or insert',
  },
  (request, services) => {
    if (request.has('version') || request.has('version_type')) {
      throw validationFailed([NO_INTERNAL_VERSIONING]);
    }
    if (!request.hasBody) throw new OpenSearchError('parse_exception', 'request body is required');
    const body = parseUpdateBody(request.text());
    const filter = requestSourceFilter(request);
    const conditions = writeConditions(request);
    if (conditions.ifSeqNo !== null && (body.upsert !== null || body.docAsUpsert)) {
      throw validationFailed([`upsert requests don't support \`if_seq_no\` and \`if_primary_term\``]);
    }
    const item = {
      action: 'update',
      index: request.pathParam('index'),
      id: request.pathParam('id'),
      routing: request.param('routing'),
      ...conditions,
      requireAlias: request.bool('require_alias', false),
      source: null,
      update: {
        ...body,
        fetchSource: filter === null ? body.fetchSource : sourceFilterJson(filter),
        docRouting: request.param('routing'),
        retryOnConflict: request.int('retry_on_conflict', body.retryOnConflict),
      },
    } as const;
    return writeDocument(item, request, services);
  },
);
