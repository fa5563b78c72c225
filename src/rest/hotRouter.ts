import type { IncomingMessage, ServerResponse } from 'node:http';
import FindMyWay from 'find-my-way';
import type { Dispatcher } from './dispatch.ts';
import type { Route } from './route.ts';

/** The routes that carry the load, and the one that answers first; matched ahead of the express app. */
const HOT_PATHS: ReadonlySet<string> = new Set([
  '/',
  '/_bulk',
  '/_count',
  '/_search',
  '/_ext/_sql',
  '/_plugins/_sql',
  '/_opendistro/_sql',
  '/{index}/_bulk',
  '/{index}/_count',
  '/{index}/_search',
  '/{index}/_doc',
  '/{index}/_doc/{id}',
]);

/** True when the request was taken. */
export type HotRouter = (req: IncomingMessage, res: ServerResponse) => boolean;

/** One router for a table, however many servers answer from it. */
const routers = new WeakMap<readonly Route[], ReturnType<typeof FindMyWay>>();

function routerOf(table: readonly Route[]): ReturnType<typeof FindMyWay> {
  const known = routers.get(table);
  if (known) return known;
  const router = FindMyWay({ maxParamLength: 4096 });
  for (const route of table) {
    if (!HOT_PATHS.has(route.path)) continue;
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    router.on(route.method, path, () => undefined, route);
  }
  routers.set(table, router);
  return router;
}

export function createHotRouter(table: readonly Route[], dispatcher: Dispatcher): HotRouter {
  const router = routerOf(table);
  return (req, res) => {
    const found = router.find(req.method as FindMyWay.HTTPMethod, req.url ?? '/');
    if (!found) return false;
    // `/_cat/_count` is no count of an index `_cat`: names of APIs in the first place are express's business.
    if (found.params.index?.startsWith('_')) return false;
    void dispatcher.serve(found.store as Route, found.params, req, res);
    return true;
  };
}
