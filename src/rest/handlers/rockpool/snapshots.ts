import { BodyReader, type JsonObject } from '../../../common/index.ts';
import type { KeptState } from '../../isolation.ts';
import { acknowledged, json } from '../../response.ts';
import { NO_BODY, routes } from '../../route.ts';

/** Snapshots of the whole server, kept in memory by name; those in repositories are `_snapshot`'s. */
export const keptStateRoutes = [
  ...routes(
    ['POST /_rockpool/snapshots'],
    {
      body: 'json',
      bodyRefusal: NO_BODY,
      engine: 'exchanges',
      doc: 'keep everything as it is now, in memory, under a name: for resets and forks',
    },
    async (request, { isolation }) => {
      const reader = new BodyReader('snapshot', request.requiredJson());
      const name = reader.text('name');
      reader.end();
      if (name === null) throw reader.wrong('name', 'given');
      return json(stateJson(await isolation.keep(name)), 201);
    },
  ),
  ...routes(
    ['GET /_rockpool/snapshots'],
    { engine: 'exchanges', doc: 'the states that are kept in memory' },
    (_request, { isolation }) => json({ snapshots: isolation.snapshots.map(stateJson) }),
  ),
  ...routes(
    ['GET /_rockpool/snapshots/{snapshot}'],
    { engine: 'exchanges', doc: 'one of them' },
    (request, { isolation }) => json(stateJson(isolation.findSnapshot(request.pathParam('snapshot')))),
  ),
  ...routes(
    ['DELETE /_rockpool/snapshots/{snapshot}'],
    { engine: 'exchanges', doc: 'keep a state no longer; forks that began with it go on' },
    async (request, { isolation }) => {
      await isolation.forget(request.pathParam('snapshot'));
      return acknowledged;
    },
  ),
  ...routes(
    ['POST /_rockpool/reset'],
    {
      body: 'json',
      engine: 'exchanges',
      doc: 'go back to a snapshot, or to the state at the start; the clock, caches and statistics begin anew',
    },
    async (request, { isolation }) => {
      const reader = new BodyReader('reset', request.json() ?? {});
      const name = reader.text('snapshot');
      reader.end();
      await isolation.reset(name);
      return acknowledged;
    },
  ),
];

function stateJson({ name, createdMs }: KeptState): JsonObject {
  return { name, created_in_millis: createdMs };
}
