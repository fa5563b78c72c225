import type { VirtualNode } from '../../../cluster/index.ts';
import { NODE_HOST, NODE_ROLES, selectNodes } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { unrecognizedNames } from '../../parameters.ts';
import type { ParameterName } from '../../parameterTable.ts';
import type { RestRequest } from '../../request.ts';
import type { RestResponse } from '../../response.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { askNodes } from './askNodes.ts';
import { nodeInfoSections } from './nodeInfo.ts';
import type { NodeSection } from './nodeSection.ts';
import { nodeStatsSections } from './nodeStats.ts';

/** `_nodes`, `cluster_name`, `nodes`: the form of responses for all nodes. */
export function nodesJson(
  nodes: readonly VirtualNode[],
  { cluster }: RestServices,
  body: (node: VirtualNode) => JsonObject,
  action = 'cluster:monitor/nodes/info',
): JsonObject {
  const { summary, answering } = askNodes(nodes, cluster, action);
  return {
    _nodes: summary,
    cluster_name: cluster.name,
    nodes: Object.fromEntries(answering.map((node) => [node.id, body(node)])),
  };
}

function wanted(
  sections: readonly NodeSection[],
  metric: string | null,
  request: RestRequest,
): readonly NodeSection[] {
  const names = metric === null ? [] : metric.split(',').filter((name) => name !== '');
  if (names.length === 0 || names.includes('_all')) return sections;
  const known = new Set(sections.map((section) => section.metric));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) throw unrecognizedNames('metric', request.path, unknown, [...known]);
  return sections.filter((section) => names.includes(section.metric));
}

function render(
  sections: readonly NodeSection[],
  node: VirtualNode,
  services: RestServices,
  request: RestRequest,
): JsonObject {
  return Object.fromEntries(
    sections.map((section) => [section.member ?? section.metric, section.render(node, services, request)]),
  );
}

function nodeInfo(
  request: RestRequest,
  services: RestServices,
  filter: string | null,
  metric: string | null,
): RestResponse {
  const names = metric?.split(',').filter((name) => name !== '') ?? [];
  const all = names.length === 0 || names.includes('_all');
  const sections = nodeInfoSections.filter((section) => all || names.includes(section.metric));
  return json(
    nodesJson(selectNodes(services.cluster.nodes, filter), services, (node) => ({
      name: node.name,
      transport_address: `${NODE_HOST}:9300`,
      host: NODE_HOST,
      ip: NODE_HOST,
      version: '2.7.0',
      build_type: 'tar',
      build_hash: 'b7a6e09e492b1e965d827525f7863b366ef0e304',
      roles: [...NODE_ROLES],
      attributes: { shard_indexing_pressure_enabled: 'true' },
      ...render(sections, node, services, request),
    })),
  );
}

const METRICS = new Set(['_all', ...nodeInfoSections.map(({ metric }) => metric)]);

/** `/_nodes/{x}`: metrics if all names are metrics, otherwise a node filter. */
function isMetricList(text: string): boolean {
  return text.split(',').every((name) => METRICS.has(name));
}

function nodeStats(request: RestRequest, services: RestServices): RestResponse {
  const sections = wanted(nodeStatsSections, request.param('metric'), request);
  return json(
    nodesJson(
      selectNodes(services.cluster.nodes, request.param('node_id')),
      services,
      (node) => ({
        timestamp: services.clock.nowMs(),
        name: node.name,
        transport_address: `${NODE_HOST}:9300`,
        host: NODE_HOST,
        ip: `${NODE_HOST}:9300`,
        roles: [...NODE_ROLES],
        attributes: { shard_indexing_pressure_enabled: 'true' },
        ...render(sections, node, services, request),
      }),
      'cluster:monitor/nodes/stats',
    ),
  );
}

const infoParameters: readonly ParameterName[] = ['flat_settings', 'timeout'];
const statsParameters: readonly ParameterName[] = [
  'completion_fields',
  'fielddata_fields',
  'fields',
  'groups',
  'level',
  'types',
  'include_segment_file_sizes',
  'include_unloaded_segments',
  'timeout',
];

export const nodeRoutes: readonly Route[] = [
  ...routes(['GET /_nodes'], { parameters: infoParameters, doc: 'what the nodes are' }, (request, services) =>
    nodeInfo(request, services, null, null),
  ),
  ...routes(
    ['GET /_nodes/{node_id}'],
    { parameters: infoParameters, doc: 'what some nodes are' },
    (request, services) => {
      const name = request.pathParam('node_id');
      return isMetricList(name)
        ? nodeInfo(request, services, null, name)
        : nodeInfo(request, services, name, null);
    },
  ),
  ...routes(
    ['GET /_nodes/{node_id}/{metric}', 'GET /_nodes/{node_id}/info/{metric}'],
    { parameters: infoParameters, doc: 'chosen facts of nodes' },
    (request, services) => nodeInfo(request, services, request.param('node_id'), request.param('metric')),
  ),
  ...routes(
    [
      'GET /_nodes/stats',
      'GET /_nodes/stats/{metric}',
      'GET /_nodes/{node_id}/stats',
      'GET /_nodes/{node_id}/stats/{metric}',
      'GET /_nodes/stats/{metric}/{index_metric}',
      'GET /_nodes/{node_id}/stats/{metric}/{index_metric}',
    ],
    { parameters: statsParameters, doc: 'statistics of nodes' },
    nodeStats,
  ),
  ...routes(
    [
      'GET /_nodes/usage',
      'GET /_nodes/{node_id}/usage',
      'GET /_nodes/usage/{metric}',
      'GET /_nodes/{node_id}/usage/{metric}',
    ],
    { parameters: ['timeout'], doc: 'how often APIs were called; not counted here' },
    (request, services) =>
      json(
        nodesJson(selectNodes(services.cluster.nodes, request.param('node_id')), services, () => ({
          timestamp: services.clock.nowMs(),
          since: services.cluster.startTimeMs,
          rest_actions: {},
          aggregations: {},
        })),
      ),
  ),
  ...routes(
    ['GET|POST /_nodes/hot_threads', 'GET|POST /_nodes/{node_id}/hot_threads'],
    {
      parameters: ['threads', 'interval', 'snapshots', 'ignore_idle_threads', 'type', 'timeout'],
      doc: 'there are no threads to show',
    },
    (request, services) => {
      const nodes = selectNodes(services.cluster.nodes, request.param('node_id'));
      const content = nodes.map((node) => `::: {${node.name}}{${node.id}}\n`).join('');
      return { status: 200, body: { kind: 'text', text: content, contentType: 'text/plain; charset=UTF-8' } };
    },
  ),
];
