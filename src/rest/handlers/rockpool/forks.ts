import { BodyReader, type JsonObject, limits } from '../../../common/index.ts';
import type { ForkFigures, ForkRequest } from '../../isolation.ts';
import { acknowledged, json } from '../../response.ts';
import { routes } from '../../route.ts';

/** Separate servers that start from the state of this one: one for each test. */
export const forkRoutes = [
  ...routes(
    ['POST /_rockpool/forks'],
    {
      body: 'json',
      engine: 'exchanges',
      doc: 'start a fork: a server on a port of its own, with the present state or a snapshot',
    },
    async (request, { isolation }) =>
      json(forkJson(await isolation.fork(parseFork(request.json() ?? {}))), 201),
  ),
  ...routes(
    ['GET /_rockpool/forks'],
    { engine: 'exchanges', doc: 'the forks of this server' },
    (_request, { isolation }) => json({ forks: isolation.forks.map(forkJson) }),
  ),
  ...routes(
    ['GET /_rockpool/forks/{id}'],
    { engine: 'exchanges', doc: 'one of them' },
    (request, { isolation }) => json(forkJson(isolation.findFork(request.pathParam('id')))),
  ),
  ...routes(
    ['DELETE /_rockpool/forks/{id}'],
    { engine: 'exchanges', doc: 'end a fork, with the forks of its own' },
    async (request, { isolation }) => {
      await isolation.endFork(request.pathParam('id'));
      return acknowledged;
    },
  ),
];

function parseFork(body: JsonObject): ForkRequest {
  const reader = new BodyReader('fork', body);
  const snapshot = reader.text('snapshot');
  const idleTimeoutMs = reader.timeMs('idle_timeout', limits.forkIdleMs.value);
  reader.end();
  return { snapshot, idleTimeoutMs };
}

function forkJson(fork: ForkFigures): JsonObject {
  return {
    id: fork.id,
    url: fork.url,
    snapshot: fork.snapshot,
    created_in_millis: fork.createdMs,
    last_used_in_millis: fork.lastUsedMs,
    idle_timeout_in_millis: fork.idleTimeoutMs,
  };
}
