import { checkBlocks, type ResolvedIndex } from '../cluster/index.ts';
import { OpenSearchError } from '../common/index.ts';
import type { ShardTarget } from './shard/target.ts';

export interface TargetOptions {
  readonly routing: string | null;
  readonly preference: string | null;
  readonly indicesBoost: ReadonlyMap<string, number>;
}

/** The shard copies queried by a search, in the order that breaks ties: by shard number, then by index. */
export function shardTargets(resolved: readonly ResolvedIndex[], options: TargetOptions): ShardTarget[] {
  const targets = resolved.flatMap((entry) => targetsOf(entry, options));
  return targets.sort(
    (a, b) =>
      a.shardId - b.shardId || (a.index.name < b.index.name ? -1 : a.index.name > b.index.name ? 1 : 0),
  );
}

function targetsOf(
  { index, aliasFilters, searchRouting }: ResolvedIndex,
  options: TargetOptions,
): ShardTarget[] {
  if (index.state === 'close') {
    throw new OpenSearchError('index_closed_exception', 'closed', {
      metadata: { index: index.name, index_uuid: index.uuid },
    });
  }
  checkBlocks([index], 'read');
  const wanted = routedShards(index, options.routing, searchRouting);
  const boost = options.indicesBoost.get(index.name) ?? 1;
  const handles = index
    .searchCopies(options.preference)
    .filter((handle) => wanted === null || wanted.has(handle.routing.shardId));
  return handles.map((handle, place) => {
    const among = { place, count: handles.length };
    return { index, handle, shardId: handle.routing.shardId, among, aliasFilters, boost };
  });
}

/** Comma-separated values; empty ones at the end do not count. */
function routingValues(routing: string): readonly string[] {
  const values = routing.replace(/,+$/, '');
  return values === '' ? [] : values.split(',');
}

/** The shards selected by routing; `null` for all. An alias's routing and the request's must agree. */
function routedShards(
  index: ResolvedIndex['index'],
  routing: string | null,
  aliasRouting: readonly string[] | null,
): ReadonlySet<number> | null {
  const own = routing === null ? null : routingValues(routing);
  const values =
    own === null
      ? aliasRouting
      : aliasRouting === null
        ? own
        : own.filter((value) => aliasRouting.includes(value));
  return values === null ? null : new Set(values.map((value) => index.shardFor('', value)));
}
