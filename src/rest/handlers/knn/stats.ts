import { selectNodes } from '../../../cluster/index.ts';
import { parseTimeMs } from '../../../common/index.ts';
import { parseStatisticNames } from '../../../knn/index.ts';
import { json } from '../../response.ts';
import { routes } from '../../route.ts';
import { askNodes } from '../cluster/askNodes.ts';

export const knnStatsRoutes = routes(
  [
    'GET /_ext/_knn/stats',
    'GET /_ext/_knn/stats/{stat}',
    'GET /_ext/_knn/{nodeId}/stats',
    'GET /_ext/_knn/{nodeId}/stats/{stat}',
  ],
  // A body is accepted but not read, as in the original.
  { parameters: ['timeout'], body: 'json', doc: 'statistics of the k-NN plugin, by node' },
  (request, { cluster, knn }) => {
    const timeout = request.param('timeout');
    // Nodes are in this process, so they answer immediately.
    if (timeout !== null) parseTimeMs(timeout, 'KNNStatsRequest.timeout');
    const names = parseStatisticNames(request.param('stat'), request.path);
    const nodes = selectNodes(cluster.nodes, request.param('nodeId'));
    const { summary, answering } = askNodes(nodes, cluster, 'cluster:admin/knn_stats_action');
    const body = {
      _nodes: summary,
      cluster_name: cluster.name,
      ...knn.clusterStatistics(names),
      nodes: Object.fromEntries(answering.map(({ id }) => [id, knn.node(id).statistics(names)])),
    };
    return json(body, 200, knn.notices);
  },
);
