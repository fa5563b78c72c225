import { CountedReads, OpenSearchError } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { type ParameterName, parameterTable, type Route, restRoutes } from '../../../src/rest/index.ts';
import { RestRequest } from '../../../src/rest/request.ts';
import { ANY_PARAMETER, pathParameters } from '../../../src/rest/route.ts';
import { send } from '../../support/node.ts';

/** What stands for the parameters of paths. */
const PATH_SAMPLES: Readonly<Record<string, string>> = {
  index: 'i',
  id: '1',
  alias: 'a',
  fields: 'f',
  metric: '_all',
  index_metric: '_all',
  node_id: '_local',
  nodeId: '_local',
  nodes: '_local',
  task_id: 'node:1',
  block: 'write',
  context: 'score',
  repository: 'r',
  snapshot: 's',
  scroll_id: 'none',
  stat: 'hit_count',
  thread_pool_patterns: '*',
  new_index: 'n-000002',
};

/** Paths that want other names. */
const PATHS: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  [/^\/_cluster\/state/, { metric: 'metadata' }],
  [/^\/_nodes\/.*info|^\/_nodes\/\{node_id\}\/\{metric\}$/, { metric: 'os' }],
  [/^\/_nodes\/.*stats/, { metric: 'indices' }],
  [/_stats\/\{metric\}/, { metric: 'segments' }],
  [/_template\/\{name\}/, { name: 't' }],
  [/_data_stream\/\{name\}/, { name: 'd' }],
  [/_alias/, { name: 'a' }],
  [/_settings\/\{name\}/, { name: 'index.number_of_shards' }],
  [/_rollover/, { index: 'w' }],
  [/_(shrink|split|clone)/, { target: 'made' }],
];

/** A value that the parameter may have. */
const VALUES: Partial<Record<ParameterName, string>> = {
  default_operator: 'AND',
  expand_wildcards: 'open',
  version_type: 'external',
  version: '5',
  conflicts: 'proceed',
  op_type: 'create',
  if_seq_no: '0',
  if_primary_term: '1',
  search_type: 'query_then_fetch',
  suggest_mode: 'always',
  suggest_field: 'f',
  group_by: 'none',
  level: 'indices',
  wait_for_status: 'yellow',
  wait_for_events: 'languid',
  wait_for_nodes: '1',
  wait_for_active_shards: '0',
  bytes: 'kb',
  time: 'ms',
  health: 'green',
  type: 'cpu',
  pipeline: 'p',
  _source: 'f',
  parent_task_id: 'node:1',
  keep_alive: '1m',
  scroll: '1m',
  slices: '1',
};

/** Without these others are not read. */
const BESIDE = { q: 'f:x', suggest_field: 'f' };

const BY_TYPE = { boolean: 'true', int: '1', long: '1', float: '1', time: '1ms', list: 'f', string: 'f' };

const QUERY = { query: { match_all: {} } };

/** Bodies by path; the first that fits. */
const BODIES: readonly (readonly [RegExp, unknown])[] = [
  [/_bulk$/, '{"index":{"_index":"i","_id":"2"}}\n{"f":"x"}\n'],
  [/_msearch\/template$/, '{"index":"i"}\n{"source":{"size":0}}\n'],
  [/_msearch$/, '{"index":"i"}\n{"size":0}\n'],
  [/_search\/template$/, { source: { size: 0 } }],
  [/_search\/scroll/, null],
  // A body would take the place of the URL's query.
  [/_(count|validate\/query)$|_explain\/\{id\}$/, null],
  [/_(search|update_by_query|delete_by_query)$/, QUERY],
  [/_rank_eval$/, { requests: [{ id: 'q', request: {}, ratings: [] }], metric: { recall: {} } }],
  [/_sql/, null],
  [/_create\/|_doc$|_doc\/\{id\}$/, { f: 'x' }],
  [/_update\/\{id\}$/, { doc: { f: 'y' } }],
  [/_mget$|_mtermvectors$/, { docs: [{ _index: 'i', _id: '1' }] }],
  [/_reindex$/, { source: { index: 'i' }, dest: { index: 'j' } }],
  [/_cluster\/settings$/, { transient: {}, persistent: { 'action.destructive_requires_name': 'false' } }],
  [/_scripts\/painless/, null],
  [/_scripts\//, { script: { lang: 'painless', source: '1' } }],
  [/_cluster\/reroute/, { commands: [] }],
  [/_mappings?$/, { properties: { g: { type: 'keyword' } } }],
  [/_analyze$/, { text: 'a' }],
  [/_settings$/, { index: { number_of_replicas: 0 } }],
  [/_aliases$/, { actions: [{ add: { index: 'i', alias: 'a' } }] }],
  [/_alias(es)?\/\{name\}$/, {}],
  [/^\/_alias(es)?$|\{index\}\/_alias(es)?$/, { index: 'i', alias: 'a' }],
  [/_component_template\/\{name\}$/, { template: {} }],
  [/_cluster\/allocation\/explain$/, { index: 'i', shard: 0, primary: true }],
  [/_query\/settings$/, { transient: { 'plugins.query.size_limit': 10 } }],
  [/_index_template\/_simulate|_index_template\/\{name\}$/, { index_patterns: ['zz*'] }],
  [/_template\/\{name\}$/, { index_patterns: ['zz*'], template: {} }],
  [/_ingest\/pipeline.*_simulate$/, { docs: [{ _source: {} }], pipeline: { processors: [] } }],
  [/_ingest\/pipeline/, { processors: [] }],
  [/_snapshot\/\{repository\}$/, { type: 'fs', settings: { location: 'r' } }],
  [/_clone\/\{target_snapshot\}$/, { indices: 'i' }],
];

const SET_UP: readonly (readonly [string, string, unknown?])[] = [
  ['PUT', '/i', { mappings: { properties: { f: { type: 'keyword' } } } }],
  ['PUT', '/i/_doc/1?refresh=true', { f: 'x' }],
  ['PUT', '/n-000001', { aliases: { w: { is_write_index: true } } }],
  ['PUT', '/_ingest/pipeline/p', { processors: [] }],
  ['PUT', '/_snapshot/r', { type: 'fs', settings: { location: 'r' } }],
  ['PUT', '/_template/t', { index_patterns: ['zz*'] }],
];

export async function setUp(node: RockpoolNode): Promise<void> {
  for (const [method, path, body] of SET_UP) await send(node.url, method, path, body);
}

function pathValues(route: Route): Map<string, string> {
  const special = PATHS.find(([pattern]) => pattern.test(route.path))?.[1] ?? {};
  return new Map(
    pathParameters(route.path).map((name) => [name, special[name] ?? PATH_SAMPLES[name] ?? 'x']),
  );
}

function sampleBody(route: Route): string {
  if (route.body === 'none') return '';
  const body = BODIES.find(([pattern]) => pattern.test(route.path))?.[1] ?? null;
  if (body === null) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** Routes with parameters that have a table to be held to. */
export const heldRoutes = restRoutes.filter(
  ({ tag, path, parameters }) =>
    tag !== 'refused' && tag !== 'rockpool' && parameters.length > 0 && !/^\/_ext\/_(?:sql|ppl)/.test(path),
);

/** Routes that read a JSON body with members of their own. */
export const bodyRoutes = restRoutes.filter(
  ({ tag, path, body }) =>
    tag !== 'refused' && tag !== 'rockpool' && body === 'json' && !/^\/_ext\/_(?:sql|ppl)/.test(path),
);

/** What the handler says of a body with one member more than it knows; null: nothing. */
export async function saidOfMember(node: RockpoolNode, route: Route, name: string): Promise<string | null> {
  // What an API needs to look at the body, or to say what it thinks of it.
  const telling = [['explain', 'true'] as const, ['fields', 'f'] as const].filter(([parameter]) =>
    route.parameters.includes(parameter),
  );
  const body = { ...(JSON.parse(sampleBody(route) || '{}') as object), [name]: 1 };
  const request = new RestRequest({
    method: route.method,
    path: sampledPath(route),
    params: new CountedReads(new Map([...pathValues(route), ...telling])),
    isQueried: telling.length > 0,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
    signal: new AbortController().signal,
  });
  try {
    // Some tell of it in their answer.
    return JSON.stringify(await route.handler(request, node.services)).includes(name) ? name : null;
  } catch (error) {
    return JSON.stringify(error instanceof OpenSearchError ? error.toResponse() : String(error));
  }
}

function sampledPath(route: Route): string {
  return [...pathValues(route)].reduce((path, [name, value]) => path.replace(`{${name}}`, value), route.path);
}

/** Whether the handler asks for the parameter, whatever it answers then. */
export async function isRead(node: RockpoolNode, route: Route, name: ParameterName): Promise<boolean> {
  const path = pathValues(route);
  const params = new Map(path);
  params.set(name, VALUES[name] ?? BY_TYPE[parameterTable[name].types[0]]);
  for (const [other, value] of Object.entries(BESIDE))
    if (other !== name && route.parameters.includes(other as never)) params.set(other, value);
  const counted = new CountedReads(params);
  const body = Buffer.from(sampleBody(route));
  const request = new RestRequest({
    method: route.method,
    path: route.path,
    params: counted,
    isQueried: true,
    headers: { 'content-type': 'application/json' },
    body,
    signal: new AbortController().signal,
  });
  try {
    await route.handler(request, node.services);
  } catch {
    // What counts is what was read before.
  }
  return !counted.unread().includes(name);
}

/** Every parameter that a route declares. */
export function declared(route: Route): readonly ParameterName[] {
  return [...new Set(route.parameters)].filter((name): name is ParameterName => name !== ANY_PARAMETER);
}
