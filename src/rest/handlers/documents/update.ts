import { parseUpdateBody, validationFailed } from '../../../cluster/index.ts';
import { OpenSearchError } from '../../../common/index.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { requestSourceFilter, sourceFilterJson, sourceParameters } from '../../sourceFilter.ts';
import { writeDocument } from './index.ts';
import {
  checkConditions,
  NO_INTERNAL_VERSIONING,
  writeConditions,
  writeParameters,
  writeWaiting,
} from './writeParameters.ts';

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
    // Parameters are read before the body is checked.
    writeWaiting(request);
    const body = parseUpdateBody(request.text());
    const filter = requestSourceFilter(request);
    const conditions = writeConditions(request);
    const item = {
      action: 'update',
      index: request.pathParam('index'),
      id: request.pathParam('id'),
      routing: request.param('routing'),
      ...conditions,
      ifSeqNo: body.ifSeqNo ?? conditions.ifSeqNo,
      ifPrimaryTerm: body.ifPrimaryTerm ?? conditions.ifPrimaryTerm,
      requireAlias: request.bool('require_alias', false),
      source: null,
      update: {
        ...body,
        fetchSource: filter === null ? body.fetchSource : sourceFilterJson(filter),
        docRouting: request.param('routing'),
        retryOnConflict: request.int('retry_on_conflict', 0),
      },
    } as const;
    checkConditions(item);
    return writeDocument(item, request, services);
  },
);
