import { illegalArgument, type OpenSearchError } from '../common/index.ts';
import { murmurHash3 } from './routing.ts';
import type { ShardHandle } from './types.ts';

/**
 * Selects one started copy of each shard, in shard order; the primary if a shard has no started copy. Without
 * a preference, copies take turns. `_local`, `_only_local`, `_prefer_nodes:…`, `_only_nodes:…` and
 * `_shards:0,1` work as in the original; `_rockpool:primary`, `_rockpool:replica` and
 * `_rockpool:replica_first` are our own. Any other text without a leading `_` always selects the same copies.
 * Shards excluded by the preference are omitted.
 */
export function selectCopies(
  indexName: string,
  copies: readonly ShardHandle[],
  preference: string | null,
  localNodeId: string,
  turn: number,
): readonly ShardHandle[] {
  const { shards, rest } = splitShards(preference);
  const byShard = new Map<number, ShardHandle[]>();
  for (const copy of copies) {
    const { shardId, state, primary } = copy.routing;
    if (shards !== null && !shards.has(shardId)) continue;
    const list = byShard.get(shardId);
    if (primary) byShard.set(shardId, [copy]);
    else if (state !== 'STARTED') continue;
    // The primary has failed and is being reopened.
    else if (list?.[0].routing.state !== 'STARTED') byShard.set(shardId, [copy]);
    else list.push(copy);
  }
  // Return a primary that is being reopened, so that its shard fails instead of being omitted.
  if (rest === '_rockpool:primary')
    return copies.filter(({ routing: { shardId, primary } }) => primary && byShard.has(shardId));
  const selected: ShardHandle[] = [];
  for (const candidates of byShard.values()) {
    const copy =
      candidates.length === 1 && rest === null ? candidates[0] : choose(candidates, rest, localNodeId, turn);
    if (copy) selected.push(copy);
    else if (rest?.startsWith('_only_nodes:'))
      throw noSuchNodes(rest, indexName, candidates[0].routing.shardId);
  }
  return selected;
}

interface SplitPreference {
  readonly shards: ReadonlySet<number> | null;
  readonly rest: string | null;
}

function splitShards(preference: string | null): SplitPreference {
  if (preference === null || preference === '') return { shards: null, rest: null };
  if (!preference.startsWith('_shards:')) return { shards: null, rest: preference };
  const bar = preference.indexOf('|');
  const list = preference.slice('_shards:'.length, bar === -1 ? undefined : bar);
  const rest = bar === -1 ? null : preference.slice(bar + 1);
  return { shards: new Set(list.split(',').map(Number)), rest };
}

type Selector = (
  candidates: readonly ShardHandle[],
  argument: string,
  local: { readonly nodeId: string; readonly turn: number },
) => ShardHandle | undefined;

const selectors: ReadonlyMap<string, Selector> = new Map<string, Selector>([
  ['_rockpool', ofRole],
  ['_local', (copies, _, { nodeId, turn }) => firstOn(copies, [nodeId]) ?? copies[turn % copies.length]],
  ['_only_local', (copies, _, { nodeId }) => firstOn(copies, [nodeId])],
  [
    '_prefer_nodes',
    (copies, nodes, { turn }) => firstOn(copies, nodes.split(',')) ?? copies[turn % copies.length],
  ],
  ['_only_nodes', (copies, nodes) => firstOn(copies, nodes.split(','))],
]);

function firstOn(copies: readonly ShardHandle[], nodeIds: readonly string[]): ShardHandle | undefined {
  return copies.find((copy) => nodeIds.includes(copy.routing.nodeId ?? ''));
}

function choose(
  candidates: readonly ShardHandle[],
  preference: string | null,
  localNodeId: string,
  turn: number,
): ShardHandle | undefined {
  if (preference === null) return candidates[turn % candidates.length];
  const [kind, argument = ''] = preference.split(':', 2);
  const select = selectors.get(kind);
  if (select !== undefined) return select(candidates, argument, { nodeId: localNodeId, turn });
  if (kind.startsWith('_')) throw unknownPreference(kind);
  return candidates[Math.abs(murmurHash3(preference)) % candidates.length];
}

/** For requests that select no copy: throws illegal_argument_exception for an unknown `_…` preference. */
export function checkPreference(preference: string): void {
  const [kind] = preference.split(':', 1);
  if (kind.startsWith('_') && kind !== '_shards' && !selectors.has(kind)) throw unknownPreference(kind);
}

function unknownPreference(kind: string): Error {
  return illegalArgument(`no Preference for [${kind}]`);
}

/** Our own preferences: this version of the original has none for primaries and replicas. */
function ofRole(candidates: readonly ShardHandle[], role: string): ShardHandle | undefined {
  const replica = candidates.find((copy) => !copy.routing.primary);
  if (role === 'replica') return replica;
  if (role === 'replica_first') return replica ?? candidates[0];
  throw illegalArgument(`unknown role [${role}], expected primary, replica or replica_first`);
}

function noSuchNodes(preference: string, indexName: string, shardId: number): OpenSearchError {
  const criteria = preference.slice(preference.indexOf(':') + 1);
  return illegalArgument(
    `no data nodes with criteria [${criteria}] found for shard: [${indexName}][${shardId}]`,
  );
}
