import type { IndexService } from '../../../cluster/index.ts';
import { dataStreamOf, indicesOptions, isHidden } from '../../../cluster/index.ts';
import { wildcardMatches } from '../../../common/index.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { requestIndicesOptions } from '../indicesOptions.ts';

export const resolveRoutes: readonly Route[] = routes(
  ['GET /_resolve/index/{name}'],
  { parameters: ['expand_wildcards'], doc: 'indices and aliases behind names' },
  (request, { cluster }) => {
    const options = requestIndicesOptions(request, indicesOptions.expandOpen);
    const { indices, aliases, dataStreams } = cluster.names;
    const patterns = request.list('name') ?? [];
    const selects = (name: string): boolean => patterns.some((pattern) => wildcardMatches(pattern, name));
    const expand = options.expandWildcards;
    const dotted = patterns.some((pattern) => pattern.startsWith('.'));
    const visible = (index: IndexService): boolean =>
      patterns.includes(index.name) ||
      expand.includes('all') ||
      (expand.includes(index.state === 'open' ? 'open' : 'closed') &&
        (!isHidden(index) || expand.includes('hidden') || dotted));
    const shownIndices = [...indices.values()].filter((index) => selects(index.name) && visible(index));
    const shownAliases = [...aliases].filter(([alias]) => selects(alias));
    return json({
      indices: shownIndices.sort(byName).map((index) => ({
        name: index.name,
        ...(index.aliases.size > 0 ? { aliases: [...index.aliases.keys()].sort() } : {}),
        attributes: [
          index.state === 'open' ? 'open' : 'closed',
          ...(isHidden(index) ? ['hidden'] : []),
        ].sort(),
        ...streamName(index),
      })),
      aliases: shownAliases
        .map(([name, targets]) => ({ name, indices: targets.map((target) => target.name).sort() }))
        .sort(byName),
      data_streams: [...dataStreams.values()]
        .filter(({ name }) => selects(name))
        .map((stream) => ({
          name: stream.name,
          backing_indices: stream.indices.map(({ name }) => name),
          timestamp_field: stream.timestampField,
        })),
    });
  },
);

/** The data stream that an index belongs to. */
function streamName(index: IndexService): { readonly data_stream?: string } {
  const name = dataStreamOf(index);
  return name === null ? {} : { data_stream: name };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}
