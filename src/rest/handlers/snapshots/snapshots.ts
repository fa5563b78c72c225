import type { RestoreSnapshot } from '../../../cluster/index.ts';
import { flattenSettings, indicesOptions, splitExpression } from '../../../cluster/index.ts';
import type { JsonObject, JsonValue } from '../../../common/index.ts';
import { illegalArgument, isJsonObject } from '../../../common/index.ts';
import type { ParameterName } from '../../parameterTable.ts';
import type { RestResponse } from '../../response.ts';
import { acknowledged, json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { NO_BODY, routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { managerTimeouts, timeoutParameters } from '../indicesOptions.ts';
import { snapshotJson, snapshotStatus } from './snapshotJson.ts';

const WAITING: readonly ParameterName[] = [...timeoutParameters, 'wait_for_completion'];

export const snapshotRoutes: readonly Route[] = [
  ...routes(
    ['PUT|POST /_snapshot/{repository}/{snapshot}'],
    { body: 'json', parameters: WAITING, doc: 'take a snapshot of indices' },
    async (request, { cluster }) => {
      const body = request.json() ?? {};
      checkKeys(body, CREATE_KEYS, 'create_snapshot');
      const options = { ...indicesOptions.all, ignoreUnavailable: flag(body.ignore_unavailable, false) };
      const taking = cluster.snapshots.create(
        request.pathParam('repository'),
        request.pathParam('snapshot'),
        {
          indices: cluster.localIndices(names(body.indices)?.join(',') ?? null, options),
          includeGlobalState: flag(body.include_global_state, true),
          metadata: isJsonObject(body.metadata) ? body.metadata : null,
        },
      );
      const snapshot = await taking;
      return request.bool('wait_for_completion', false)
        ? json({ snapshot: snapshotJson(snapshot) })
        : json({ accepted: true });
    },
  ),
  ...routes(
    ['GET /_snapshot/{repository}/{snapshot}'],
    { parameters: [...managerTimeouts, 'ignore_unavailable', 'verbose'], doc: 'snapshots of a repository' },
    async (request, { cluster }) => {
      const verbose = request.bool('verbose', true);
      const found = await cluster.snapshots.find(
        request.pathParam('repository'),
        request.list('snapshot') ?? [],
        request.bool('ignore_unavailable', false),
      );
      return json({ snapshots: found.map((snapshot) => snapshotJson(snapshot, verbose)) });
    },
  ),
  ...routes(
    ['DELETE /_snapshot/{repository}/{snapshot}'],
    { parameters: timeoutParameters, doc: 'delete snapshots' },
    async (request, { cluster }) => {
      const name = request.pathParam('repository');
      const found = await cluster.snapshots.find(name, request.list('snapshot') ?? [], false);
      const repository = await cluster.snapshots.repository(name);
      for (const snapshot of found) await repository.delete(snapshot);
      return acknowledged;
    },
  ),
  ...routes(
    ['PUT /_snapshot/{repository}/{snapshot}/_clone/{target_snapshot}'],
    {
      body: 'json',
      bodyRefusal: NO_BODY,
      parameters: timeoutParameters,
      doc: 'a snapshot of a part of another one',
    },
    async (request, { cluster }) => {
      const { indices } = request.requiredJson();
      if (indices === undefined) throw illegalArgument('indices patterns are missing');
      const patterns = names(indices) ?? ['*'];
      const [source, target] = [request.pathParam('snapshot'), request.pathParam('target_snapshot')];
      await cluster.snapshots.clone(request.pathParam('repository'), source, target, patterns);
      return acknowledged;
    },
  ),
  ...routes(
    ['POST /_snapshot/{repository}/{snapshot}/_restore'],
    { body: 'json', parameters: WAITING, doc: 'make indices of those of a snapshot' },
    async (request, { cluster }) => {
      const restore = restoreRequest(request.json() ?? {});
      const name = request.pathParam('snapshot');
      const restored = await cluster.snapshots.restore(request.pathParam('repository'), name, restore);
      if (!request.bool('wait_for_completion', false)) return json({ accepted: true });
      const shards = restored.reduce((sum, index) => sum + index.numberOfShards, 0);
      const indices = restored.map((index) => index.name);
      return json({
        snapshot: { snapshot: name, indices, shards: { total: shards, failed: 0, successful: shards } },
      });
    },
  ),
  ...routes(
    [
      'GET /_snapshot/_status',
      'GET /_snapshot/{repository}/_status',
      'GET /_snapshot/{repository}/{snapshot}/_status',
    ],
    { parameters: [...managerTimeouts, 'ignore_unavailable'], doc: 'the state of snapshots' },
    (request, services) => {
      const repository = request.param('repository');
      const patterns = request.list('snapshot');
      // Without names: snapshots in progress, of which there are none when a request is answered.
      if (repository === null || patterns === null) return json({ snapshots: [] });
      return status(repository, patterns, request.bool('ignore_unavailable', false), services);
    },
  ),
];

async function status(
  repository: string,
  patterns: readonly string[],
  ignoreUnavailable: boolean,
  { cluster }: RestServices,
): Promise<RestResponse> {
  const found = await cluster.snapshots.find(repository, patterns, ignoreUnavailable);
  return json({ snapshots: found.map((snapshot) => snapshotStatus(repository, snapshot)) });
}

const CREATE_KEYS = [
  'indices',
  'ignore_unavailable',
  'include_global_state',
  'partial',
  'metadata',
  'expand_wildcards',
  'feature_states',
];
const RESTORE_KEYS = [
  'indices',
  'ignore_unavailable',
  'include_global_state',
  'include_aliases',
  'partial',
  'rename_pattern',
  'rename_replacement',
  'index_settings',
  'ignore_index_settings',
  'storage_type',
  'expand_wildcards',
];

function checkKeys(body: JsonObject, known: readonly string[], what: string): void {
  const unknown = Object.keys(body).find((key) => !known.includes(key));
  if (unknown !== undefined) throw illegalArgument(`Unknown parameter ${unknown} of ${what}`);
}

function restoreRequest(body: JsonObject): RestoreSnapshot {
  checkKeys(body, RESTORE_KEYS, 'restore_snapshot');
  const ignored = names(body.ignore_index_settings) ?? [];
  const changed = isJsonObject(body.index_settings)
    ? flattenSettings(body.index_settings, 'index.')
    : new Map();
  const removed = ignored.map((key): [string, null] => [
    key.startsWith('index.') ? key : `index.${key}`,
    null,
  ]);
  return {
    indices: names(body.indices),
    ignoreUnavailable: flag(body.ignore_unavailable, false),
    includeGlobalState: flag(body.include_global_state, false),
    includeAliases: flag(body.include_aliases, true),
    renamePattern: text(body.rename_pattern),
    renameReplacement: text(body.rename_replacement),
    settings: new Map([...removed, ...changed]),
  };
}

/** `"a,b"` or `["a", "b"]`. */
function names(value: JsonValue | undefined): readonly string[] | null {
  if (value === undefined || value === null) return null;
  return splitExpression([value].flat().map(String).join(','));
}

function flag(value: JsonValue | undefined, defaultValue: boolean): boolean {
  return value === undefined || value === null ? defaultValue : String(value) === 'true';
}

function text(value: JsonValue | undefined): string | null {
  return value === undefined || value === null ? null : String(value);
}
