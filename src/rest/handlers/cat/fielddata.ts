import { NODE_HOST } from '../../../cluster/index.ts';
import { wildcardMatches } from '../../../common/index.ts';
import type { RestRequest } from '../../request.ts';
import { table } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import type { CatCell, CatColumn } from '../../table.ts';
import { catParameters } from '../../table.ts';
import { fielddataMemory } from '../indices/fieldMemory.ts';

const columns: readonly CatColumn[] = [
  { name: 'id', doc: 'node id' },
  { name: 'host', aliases: ['h'], doc: 'host name' },
  { name: 'ip', doc: 'ip address' },
  { name: 'node', aliases: ['n'], doc: 'node name' },
  { name: 'field', aliases: ['f'], doc: 'field name' },
  { name: 'size', aliases: ['s'], doc: 'field data usage', kind: 'bytes' },
];

/** One row per node and field: the memory of columns built from postings. */
function fielddataRows(request: RestRequest, { cluster }: RestServices): CatCell[][] {
  const patterns = request.list('fields') ?? ['*'];
  return cluster.nodes.flatMap((node) => {
    const sums = new Map<string, number>();
    for (const index of cluster.indices.values()) {
      for (const { shard, routing } of index.copies) {
        if (!shard || routing.nodeId !== node.id) continue;
        for (const [field, bytes] of fielddataMemory(shard)) sums.set(field, (sums.get(field) ?? 0) + bytes);
      }
    }
    return [...sums]
      .filter(([field]) => patterns.some((pattern) => wildcardMatches(pattern, field)))
      .map(([field, bytes]): CatCell[] => [node.id, NODE_HOST, NODE_HOST, node.name, field, bytes]);
  });
}

export const catFielddataRoutes: readonly Route[] = routes(
  ['GET /_cat/fielddata', 'GET /_cat/fielddata/{fields}'],
  { parameters: [...catParameters, 'fields'], doc: 'memory of columns made of text' },
  (request, services) => table({ columns, rows: fielddataRows(request, services) }),
);
