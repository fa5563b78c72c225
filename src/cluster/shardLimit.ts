import { OpenSearchError } from '../common/index.ts';
import type { StoredCopy } from './metadata/clusterState.ts';

type Copies = readonly (readonly StoredCopy[])[];

/** What the limit needs to know about the cluster. */
export interface ShardsOfCluster {
  readonly indices: ReadonlyMap<
    string,
    { readonly state: string; readonly metadata: { readonly copies: Copies } }
  >;
  readonly membership: { readonly members: readonly unknown[] };
  readonly settings: { text(key: string): string | null };
}

/**
 * Throws validation_exception if these copies would exceed the open shards that `cluster.max_shards_per_node`
 * allows; `instead`: the copies that they replace.
 */
export function checkShardLimit(cluster: ShardsOfCluster, copies: Copies, instead: Copies = []): void {
  const adding = copies.flat().length - instead.flat().length;
  const indices = [...cluster.indices.values()].filter(({ state }) => state === 'open');
  const open = indices.flatMap(({ metadata }) => metadata.copies.flat()).length;
  const most =
    Number(cluster.settings.text('cluster.max_shards_per_node')) * cluster.membership.members.length;
  if (adding <= 0 || open + adding <= most) return;
  const problem = `this action would add [${adding}] total shards, but this cluster currently has [${open}]/[${most}] maximum shards open`;
  throw new OpenSearchError('validation_exception', `Validation Failed: 1: ${problem};`);
}
