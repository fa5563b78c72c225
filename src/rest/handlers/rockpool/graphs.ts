import { json } from '../../response.ts';
import { routes } from '../../route.ts';

export const graphRoutes = routes(
  ['GET /_rockpool/knn/graphs', 'GET /_rockpool/knn/graphs/{index}'],
  { doc: 'every graph: index, shard, segment, weight, and whether it is in memory' },
  async (request, { laboratory }) => json(await laboratory.graphs(request.param('index'))),
);
