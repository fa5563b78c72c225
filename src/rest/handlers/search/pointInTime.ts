import { indicesOptions, validationFailed } from '../../../cluster/index.ts';
import { parseTimeMs } from '../../../common/index.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { indicesParameters, requestIndicesOptions } from '../indicesOptions.ts';
import { contextIds } from './contextIds.ts';

export const pointInTimeRoutes: readonly Route[] = [
  ...routes(
    ['POST /{index}/_search/point_in_time'],
    {
      parameters: [...indicesParameters, 'keep_alive', 'preference', 'routing', 'allow_partial_pit_creation'],
      doc: 'keep a view of indices for searches to come',
    },
    (request, { search }) => {
      if (!request.has('keep_alive')) throw validationFailed(['keep alive not specified']);
      const pit = search.openPit({
        indices: request.pathParam('index'),
        indicesOptions: requestIndicesOptions(request, indicesOptions.search),
        routing: request.param('routing'),
        preference: request.param('preference'),
        keepAliveMs: parseTimeMs(request.param('keep_alive') ?? '', 'keep_alive'),
      });
      return json({ pit_id: pit.id, _shards: pit.shards, creation_time: pit.creationMs });
    },
  ),
  ...routes(
    ['GET /_search/point_in_time/_all'],
    { doc: 'the views that are kept' },
    (_request, { search }) => {
      const pits = search.pits().map(({ id, creationMs, keepAliveMs }) => {
        return { pit_id: id, creation_time: creationMs, keep_alive: keepAliveMs };
      });
      return json({ pits });
    },
  ),
  ...routes(
    ['DELETE /_search/point_in_time', 'DELETE /_search/point_in_time/_all'],
    { body: 'json', doc: 'let views go' },
    (request, { search }) => {
      const ids = pitIds(request);
      const closed = search.closePits(ids);
      const pits = closed.map(({ id, successful }) => ({ successful, pit_id: id }));
      return json({ pits }, ids === 'all' || pits.some(({ successful }) => successful) ? 200 : 404);
    },
  ),
];

/** The points in time named by the body, or all of them. Throws if none are named. */
export function pitIds(request: RestRequest): readonly string[] | 'all' {
  const ids = contextIds(request, 'pit_id') ?? [];
  if (request.path.endsWith('_all')) return 'all';
  if (ids.length === 0) throw validationFailed(['no pit ids specified']);
  return ids;
}
