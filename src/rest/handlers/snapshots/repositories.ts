import { validationFailed } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { isJsonObject } from '../../../common/index.ts';
import { acknowledged, json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { NO_BODY, routes } from '../../route.ts';
import { managerTimeouts, timeoutParameters } from '../indicesOptions.ts';

/** Snapshot repositories: folders below the data folder. */
export const repositoryRoutes: readonly Route[] = [
  ...routes(
    ['PUT|POST /_snapshot/{repository}'],
    {
      body: 'json',
      bodyRefusal: NO_BODY,
      parameters: [...timeoutParameters, 'verify'],
      doc: 'register a snapshot repository',
    },
    async (request, { cluster }) => {
      const { type, settings } = request.requiredJson();
      if (typeof type !== 'string') throw validationFailed(['type is missing']);
      await cluster.snapshots.putRepository(request.pathParam('repository'), type, texts(settings));
      return acknowledged;
    },
  ),
  ...routes(
    ['GET /_snapshot', 'GET /_snapshot/{repository}'],
    { parameters: [...managerTimeouts, 'local'], doc: 'snapshot repositories' },
    (request, { cluster }) =>
      json(Object.fromEntries(cluster.snapshots.repositories(request.list('repository') ?? ['_all']))),
  ),
  ...routes(
    ['DELETE /_snapshot/{repository}'],
    { parameters: timeoutParameters, doc: 'forget a snapshot repository; its files stay' },
    async (request, { cluster }) => {
      const gone = cluster.snapshots.repositories(request.list('repository') ?? []);
      await cluster.updateGlobal((state) => ({
        repositories: new Map([...state.repositories].filter(([name]) => !gone.has(name))),
      }));
      return acknowledged;
    },
  ),
  ...routes(
    ['POST /_snapshot/{repository}/_verify'],
    { parameters: timeoutParameters, doc: 'the nodes that reach a repository' },
    async (request, { cluster }) => {
      await cluster.snapshots.repository(request.pathParam('repository'));
      return json({ nodes: Object.fromEntries(cluster.nodes.map(({ id, name }) => [id, { name }])) });
    },
  ),
  ...routes(
    ['POST /_snapshot/{repository}/_cleanup'],
    { parameters: timeoutParameters, doc: 'delete what no snapshot of a repository needs' },
    async (request, { cluster }) => {
      const deleted = await (await cluster.snapshots.repository(request.pathParam('repository'))).cleanUp();
      return json({ results: { deleted_bytes: 0, deleted_blobs: deleted } });
    },
  ),
];

/** Settings are stored as strings. */
function texts(settings: unknown): JsonObject {
  if (!isJsonObject(settings)) return {};
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value)]));
}
