import { call } from '../../lib/api.ts';
import { counted } from '../../lib/format.ts';

/** Why the health is what it is, in a sentence. */

export interface ShardRow {
  readonly index: string;
  readonly shard: string;
  readonly prirep: 'p' | 'r';
  readonly state: string;
  readonly 'unassigned.reason'?: string | null;
}

export interface Health {
  readonly status: 'green' | 'yellow' | 'red';
  readonly sentence: string;
  /** What the cluster itself says about the first copy that is nowhere. */
  readonly explanation: string | null;
}

interface HealthAnswer {
  readonly status: Health['status'];
  readonly number_of_nodes: number;
  readonly active_shards: number;
}

interface Explanation {
  readonly allocate_explanation?: string;
  readonly node_allocation_decisions?: readonly {
    readonly node_name?: string;
    readonly deciders?: readonly { readonly explanation?: string }[];
  }[];
}

export async function readHealth(signal: AbortSignal): Promise<Health> {
  const columns = 'index,shard,prirep,state,unassigned.reason';
  const [{ status, number_of_nodes: nodes, active_shards: active }, shards] = await Promise.all([
    call<HealthAnswer>('GET', '/_cluster/health', undefined, { signal }),
    call<readonly ShardRow[]>('GET', `/_cat/shards?format=json&h=${columns}`, undefined, { signal }),
  ]);
  const lost = shards.filter(({ state }) => state === 'UNASSIGNED');
  const sentence = reasonOf(shards, nodes, active);
  return { status, sentence, explanation: lost.length === 0 ? null : await explain(signal) };
}

/** The cluster explains one copy of its choice; it refuses when there is none any more. */
async function explain(signal: AbortSignal): Promise<string | null> {
  try {
    const answer = await call<Explanation>('GET', '/_cluster/allocation/explain', undefined, { signal });
    const decision = answer.node_allocation_decisions?.[0];
    const reason = decision?.deciders?.[0]?.explanation;
    return reason ? `${decision?.node_name ?? 'A node'}: ${reason}` : (answer.allocate_explanation ?? null);
  } catch {
    return null;
  }
}

export function reasonOf(shards: readonly ShardRow[], nodes: number, active: number): string {
  const lost = shards.filter(({ state }) => state === 'UNASSIGNED');
  const primaries = lost.filter(({ prirep }) => prirep === 'p');
  if (primaries.length > 0) {
    return `${counted(primaries.length, 'primary', 'primaries')} of ${namesOf(primaries)} cannot be read: searches there answer in part, or not at all.`;
  }
  if (lost.length > 0) {
    const why =
      nodes === 1 ? ' There is one node, and a replica is never on the same node as its primary.' : '';
    return `All data is available, but ${counted(lost.length, 'replica')} of ${namesOf(lost)} ${lost.length === 1 ? 'has' : 'have'} no node.${why}`;
  }
  const moving = shards.filter(({ state }) => state !== 'STARTED');
  if (moving.length > 0)
    return `${counted(moving.length, 'copy', 'copies')} of ${namesOf(moving)} are being made.`;
  return `All ${counted(active, 'shard copy', 'shard copies')} are assigned.`;
}

const NAMED = 3;

function namesOf(shards: readonly ShardRow[]): string {
  const names = [...new Set(shards.map(({ index }) => index))];
  const rest = names.length - NAMED;
  return rest > 0 ? `${names.slice(0, NAMED).join(', ')} and ${rest} more` : names.join(', ');
}
