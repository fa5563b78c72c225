import {
  type ClusterService,
  flatSettingsJson,
  flattenSettings,
  nestedSettingsJson,
  validationFailed,
} from '../../../cluster/index.ts';
import type { FlatSettings, JsonObject } from '../../../common/index.ts';
import { isJsonObject, OpenSearchError } from '../../../common/index.ts';
import type { RestResponse } from '../../response.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { NO_BODY, routes } from '../../route.ts';
import { managerTimeouts, timeoutParameters } from '../indicesOptions.ts';

function printer(flat: boolean): (settings: FlatSettings) => JsonObject {
  return flat ? flatSettingsJson : nestedSettingsJson;
}

/**
 * Changes settings and returns those now set. Throws action_request_validation_exception if none are given.
 */
export async function changeSettings(
  cluster: ClusterService,
  persistent: SettingsPatch,
  transient: SettingsPatch,
  isFlat: boolean,
): Promise<RestResponse> {
  if (persistent.size + transient.size === 0) throw validationFailed(['no settings to update']);
  await cluster.settings.update(persistent, transient);
  const print = printer(isFlat);
  const set = (patch: SettingsPatch): FlatSettings =>
    new Map([...patch].filter((entry): entry is [string, string] => entry[1] !== null));
  return json({
    acknowledged: true,
    persistent: print(set(persistent)),
    transient: print(set(transient)),
  });
}

type SettingsPatch = ReadonlyMap<string, string | null>;

export const clusterSettingsRoutes: readonly Route[] = [
  ...routes(
    ['GET /_cluster/settings'],
    {
      parameters: [...managerTimeouts, 'flat_settings', 'include_defaults', 'local'],
      doc: 'settings of the cluster',
    },
    (request, { cluster }) => {
      const print = printer(request.bool('flat_settings', false));
      const { persistent, transient } = cluster.settings.state;
      const defaults = request.bool('include_defaults', false)
        ? { defaults: print(cluster.settings.defaults()) }
        : {};
      return json({ persistent: print(persistent), transient: print(transient), ...defaults });
    },
  ),
  ...routes(
    ['PUT /_cluster/settings'],
    {
      body: 'json',
      bodyRefusal: NO_BODY,
      parameters: [...timeoutParameters, 'flat_settings'],
      doc: 'change settings of the cluster',
    },
    async (request, { cluster }) => {
      const body = request.requiredJson();
      for (const key of Object.keys(body)) {
        if (key !== 'persistent' && key !== 'transient') {
          throw new OpenSearchError(
            'x_content_parse_exception',
            `[1:2] [cluster_update_settings_request] unknown field [${key}]`,
            {
              at: { container: body, key, edge: 'key' },
            },
          );
        }
      }
      const persistent = flattenSettings(isJsonObject(body.persistent) ? body.persistent : {});
      const transient = flattenSettings(isJsonObject(body.transient) ? body.transient : {});
      return changeSettings(cluster, persistent, transient, request.bool('flat_settings', false));
    },
  ),
];
