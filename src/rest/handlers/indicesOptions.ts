import type { IndicesOptions, LocalIndex } from '../../cluster/index.ts';
import { illegalArgument } from '../../common/index.ts';
import type { ParameterName } from '../parameterTable.ts';
import { convertBoolean } from '../parameterValues.ts';
import type { RestRequest } from '../request.ts';
import type { RestServices } from '../services.ts';

export const indicesParameters: readonly ParameterName[] = [
  'ignore_unavailable',
  'allow_no_indices',
  'expand_wildcards',
  'ignore_throttled',
];

/** Timeout parameters of requests to the cluster manager. */
export const managerTimeouts: readonly ParameterName[] = ['master_timeout', 'cluster_manager_timeout'];

/** Timeout parameters of metadata changes; nothing here waits that long. */
export const timeoutParameters: readonly ParameterName[] = ['timeout', ...managerTimeouts];

const WILDCARDS = ['open', 'closed', 'hidden', 'none', 'all'] as const;
type Wildcard = (typeof WILDCARDS)[number];

/** The API's defaults, modified by URL parameters. */
export function requestIndicesOptions(request: RestRequest, defaults: IndicesOptions): IndicesOptions {
  if (!request.isQueried) return defaults;
  const expand = request.list('expand_wildcards');
  return {
    ...defaults,
    ignoreUnavailable: option(request, 'ignore_unavailable', defaults.ignoreUnavailable),
    allowNoIndices: option(request, 'allow_no_indices', defaults.allowNoIndices),
    expandWildcards: expand === null ? defaults.expandWildcards : expandedWildcards(expand),
  };
}

function option(
  request: RestRequest,
  name: 'ignore_unavailable' | 'allow_no_indices',
  defaultValue: boolean,
): boolean {
  const value = request.param(name);
  return value === null ? defaultValue : convertBoolean(name, value);
}

/** Throws illegal_argument for an invalid word. */
export function expandedWildcards(words: readonly string[]): readonly Wildcard[] {
  return words.map(wildcard);
}

function wildcard(text: string): Wildcard {
  const known = WILDCARDS.find((name) => name === text.toLowerCase());
  if (!known) throw illegalArgument(`No valid expand wildcard value [${text}]`);
  return known;
}

/** The indices named by the path's `{index}`. */
export function requestIndices(
  request: RestRequest,
  services: RestServices,
  defaults: IndicesOptions,
): readonly LocalIndex[] {
  return services.cluster.localIndices(request.param('index'), requestIndicesOptions(request, defaults));
}
