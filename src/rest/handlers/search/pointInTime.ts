import { indicesOptions, validationFailed } from '../../../cluster/index.ts';
import { illegalArgument } from '../../../common/index.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { indicesParameters, requestIndicesOptions } from '../indicesOptions.ts';

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
        keepAliveMs: request.time('keep_alive', 0),
      });
      return json({ pit_id: pit.id, _shards: pit.shards, creation_time: pit.creationMs });
    },
  ),
  ...routes(
    ['DELETE /_search/point_in_time', 'DELETE /_search/point_in_time/_all'],
    { body: 'json', doc: 'let views go' },
    (request, { search }) => {
      const all = request.path.endsWith('_all');
      const { pit_id: own, ...unknown } = request.json() ?? {};
      const [key] = Object.keys(unknown);
      if (key !== undefined) {
        throw illegalArgument(
          `Unknown parameter [${key}] in request body or parameter is of the wrong type[VALUE_STRING] `,
        );
      }
      if (!all && own === undefined) throw validationFailed(['no pit ids specified']);
      const closed = search.closePits(all ? 'all' : [own].flat().map(String));
      const pits = closed.map(({ id, successful }) => ({ successful, pit_id: id }));
      return json({ pits }, all || pits.some(({ successful }) => successful) ? 200 : 404);
    },
  ),
];
