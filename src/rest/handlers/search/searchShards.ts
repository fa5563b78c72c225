import { indicesOptions, NODE_HOST } from '../../../cluster/index.ts';
import { wildcardMatches } from '../../../common/index.ts';
import { parseQuery, printedQuery } from '../../../query/index.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { indicesParameters, requestIndicesOptions } from '../indicesOptions.ts';

export const searchShardsRoutes: readonly Route[] = routes(
  ['GET|POST /_search_shards', 'GET|POST /{index}/_search_shards'],
  {
    body: 'json',
    parameters: [...indicesParameters, 'routing', 'preference', 'local'],
    doc: 'which shards a search would go to',
  },
  (request, { cluster }) => {
    const options = requestIndicesOptions(request, indicesOptions.lenientExpandOpen);
    const resolved = cluster.resolver.resolve(request.param('index'), options);
    const preference = request.param('preference');
    const routing = request.list('routing');
    const shards = resolved.flatMap(({ index, searchRouting }) => {
      const values = routing ?? searchRouting;
      const wanted = values === null ? null : new Set(values.map((value) => index.shardFor('', value)));
      return index
        .searchCopies(preference)
        .filter((copy) => wanted === null || wanted.has(copy.routing.shardId))
        .map(({ routing: { shardId, primary, nodeId, allocationId, state } }) => [
          {
            state,
            primary,
            node: nodeId,
            relocating_node: null,
            shard: shardId,
            index: index.name,
            allocation_id: { id: allocationId },
          },
        ]);
    });
    const holders = new Set(shards.flat().map(({ node }) => node));
    const nodes = cluster.nodes
      .filter(({ id }) => holders.has(id))
      .map((node) => [
        node.id,
        {
          name: node.name,
          ephemeral_id: node.ephemeralId,
          transport_address: `${NODE_HOST}:9300`,
          attributes: { shard_indexing_pressure_enabled: 'true' },
        },
      ]);
    const indices = resolved.map(({ index, aliasFilters }) => {
      const aliases = [...index.aliases.keys()]
        .filter((alias) => request.list('index')?.some((name) => wildcardMatches(name, alias)))
        .sort();
      if (aliasFilters === null) return [index.name, aliases.length > 0 ? { aliases } : {}];
      const query = aliasFilters.length === 1 ? aliasFilters[0] : { bool: { should: [...aliasFilters] } };
      const filter = printedQuery(parseQuery(query).toJson());
      return [index.name, { aliases, filter }];
    });
    return json({ nodes: Object.fromEntries(nodes), indices: Object.fromEntries(indices), shards });
  },
);
