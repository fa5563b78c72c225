import type { ClusterService, LocalIndex } from '../../../cluster/index.ts';
import {
  checkBlocks,
  flatSettingsJson,
  flattenSettings,
  indicesOptions,
  nestedSettingsJson,
  validationFailed,
} from '../../../cluster/index.ts';
import type { FlatSettings, JsonObject } from '../../../common/index.ts';
import { isJsonObject, Pacer, wildcardMatches } from '../../../common/index.ts';
import type { RestRequest } from '../../request.ts';
import { acknowledged, json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { NO_BODY, routes } from '../../route.ts';
import { indicesParameters, managerTimeouts, requestIndices, timeoutParameters } from '../indicesOptions.ts';
import { readableIndices } from '../readableIndices.ts';

/** `settings`, and `defaults` if requested, flat or nested; `names`: patterns of requested keys. */
export function settingsJson(
  index: LocalIndex,
  cluster: ClusterService,
  request: RestRequest,
  names: readonly string[] | null,
): JsonObject {
  const flat = request.bool('flat_settings', false);
  const print = (settings: FlatSettings): JsonObject => {
    const wanted = new Map([...settings].filter(([key]) => isWanted(key, names)));
    return flat ? flatSettingsJson(wanted) : nestedSettingsJson(wanted);
  };
  const human = request.bool('human', false) ? humanSettings(index.settings) : index.settings;
  const json: JsonObject = { settings: print(human) };
  if (request.bool('include_defaults', false)) {
    const rows = cluster.registry
      .all()
      .filter((row) => row.scope === 'index' && !index.settings.has(row.key));
    json.defaults = print(new Map(rows.map((row) => [row.key, row.defaultText])));
  }
  return json;
}

/** With `human`: dates and versions also in readable form. */
function humanSettings(settings: FlatSettings): FlatSettings {
  const created = new Date(Number(settings.get('index.creation_date'))).toISOString();
  return new Map([
    ...settings,
    ['index.creation_date_string', created],
    ['index.version.created_string', '2.7.0'],
  ]);
}

function isWanted(key: string, names: readonly string[] | null): boolean {
  if (names === null) return true;
  return names.some((name) => name === '_all' || wildcardMatches(name, key) || key.startsWith(`${name}.`));
}

export const settingsRoutes: readonly Route[] = [
  ...routes(
    ['GET /_settings', 'GET /_settings/{name}', 'GET /{index}/_settings', 'GET /{index}/_settings/{name}'],
    {
      parameters: [...indicesParameters, ...managerTimeouts, 'flat_settings', 'include_defaults', 'local'],
      doc: 'settings of indices',
    },
    async (request, services) => {
      const asked = requestIndices(request, services, indicesOptions.expandOpenClosed);
      const { indices, warnings } = readableIndices(asked);
      const names = request.list('name');
      const entries = await new Pacer(services.clock).each(indices, (index): [string, JsonObject] => [
        index.name,
        settingsJson(index, services.cluster, request, names),
      ]);
      const told = entries.filter(([, { settings, defaults }]) => !isEmpty(settings) || !isEmpty(defaults));
      return json(Object.fromEntries(told), 200, warnings);
    },
  ),
  ...routes(
    ['PUT /_settings', 'PUT /{index}/_settings'],
    {
      body: 'json',
      bodyRefusal: NO_BODY,
      parameters: [...indicesParameters, ...timeoutParameters, 'flat_settings', 'preserve_existing'],
      doc: 'change settings of indices',
    },
    async (request, services) => {
      const body = request.requiredJson();
      const indices = requestIndices(request, services, indicesOptions.expandOpenClosed);
      // Beside "settings", nothing else is read.
      const settings = isJsonObject(body.settings) ? body.settings : body;
      checkSettingsBlocks(indices, settings);
      const patch = flattenSettings(settings, 'index.');
      if (patch.size === 0) throw validationFailed(['no settings to update']);
      await services.cluster.updateIndexSettings(indices, patch, request.bool('preserve_existing', false));
      return acknowledged;
    },
  ),
];

/** Allows requests that may lift a block, which are those that name it in full. */
function checkSettingsBlocks(indices: readonly LocalIndex[], body: JsonObject): void {
  const given = flattenSettings(body);
  const lifts =
    given.has('index.blocks.read_only') ||
    given.has('index.blocks.read_only_allow_delete') ||
    (given.size === 1 && given.has('index.blocks.metadata'));
  if (!lifts) checkBlocks(indices, 'metadata_write');
}

function isEmpty(value: unknown): boolean {
  return !isJsonObject(value) || Object.keys(value).length === 0;
}
