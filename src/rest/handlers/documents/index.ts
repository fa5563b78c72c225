import type { BulkAction, BulkItem } from '../../../cluster/index.ts';
import { illegalArgument, RawJson } from '../../../common/index.ts';
import type { RestRequest } from '../../request.ts';
import type { RestResponse } from '../../response.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { NO_BODY, routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { checkConditions, writeConditions, writeParameters, writeWaiting } from './writeParameters.ts';
import { droppedText, refreshWritten, updateGetText, writeResultText, writeStatus } from './writeResponse.ts';

/** Writes a single document; the response is like an item of a bulk request, without its wrapper. */
export async function writeDocument(
  item: BulkItem,
  request: RestRequest,
  services: RestServices,
): Promise<RestResponse> {
  const waiting = writeWaiting(request);
  const [outcome] = await services.documents.bulk([item], waiting);
  // An update is decided before its shard is asked to write, so a no-op refreshes nothing.
  const isIdle = item.action === 'update' && (outcome.kind !== 'done' || outcome.result.result === 'noop');
  if (!isIdle) await refreshWritten([outcome], waiting.refresh);
  if (outcome.kind === 'failed') throw outcome.error;
  if (outcome.kind === 'dropped') return json(new RawJson(`{${droppedText(outcome)}}`));
  const forced = waiting.refresh === 'true' && !isIdle;
  const text = `{${writeResultText(outcome, forced)}${updateGetText(outcome)}}`;
  const status = writeStatus(outcome);
  const response = json(new RawJson(text), status);
  if (status !== 201) return response;
  const location = `/${encodeURIComponent(outcome.index.name)}/_doc/${encodeURIComponent(outcome.id)}`;
  return { ...response, headers: { location } };
}

function requestItem(request: RestRequest, action: BulkAction): BulkItem {
  return {
    action,
    index: request.pathParam('index'),
    id: request.param('id'),
    routing: request.param('routing'),
    ...writeConditions(request),
    requireAlias: request.bool('require_alias', false),
    source: request.hasBody ? request.body : null,
    update: null,
    pipeline: request.param('pipeline'),
  };
}

function indexDocument(request: RestRequest, services: RestServices, create: boolean): Promise<RestResponse> {
  const item = requestItem(request, opTypeOf(request, create));
  checkConditions(item);
  return writeDocument(item, request, services);
}

function opTypeOf(request: RestRequest, create: boolean): 'index' | 'create' {
  const given = request.param('op_type');
  if (given === null) return create || request.param('id') === null ? 'create' : 'index';
  const opType = given.toLowerCase();
  if (create && opType !== 'create') throw illegalArgument(`opType must be 'create', found: [${given}]`);
  if (opType === 'index' || opType === 'create') return opType;
  throw illegalArgument(`opType must be 'create' or 'index', found: [${given}]`);
}

export const documentRoutes: readonly Route[] = [
  ...routes(
    ['PUT|POST /{index}/_doc/{id}', 'POST /{index}/_doc'],
    {
      body: 'json',
      bodyRefusal: NO_BODY,
      parameters: [...writeParameters, 'op_type'],
      doc: 'index a document',
    },
    (request, services) => indexDocument(request, services, false),
  ),
  ...routes(
    ['PUT|POST /{index}/_create/{id}'],
    {
      body: 'json',
      bodyRefusal: NO_BODY,
      parameters: [...writeParameters, 'op_type'],
      doc: 'index a document that must not exist',
    },
    (request, services) => indexDocument(request, services, true),
  ),
  ...routes(
    ['DELETE /{index}/_doc/{id}'],
    { parameters: writeParameters, doc: 'delete a document' },
    (request, services) => {
      const item = requestItem(request, 'delete');
      checkConditions(item);
      return writeDocument(item, request, services);
    },
  ),
];
