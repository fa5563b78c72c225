import type { Mutex, Random } from '../common/index.ts';
import { illegalArgument, OpenSearchError, randomUuid } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import { clearDamage } from '../shard/index.ts';
import type { LocalIndex } from './localIndex.ts';
import type { StoredCopy } from './metadata/clusterState.ts';
import { indexNotFound } from './metadata/errors.ts';
import { UNASSIGNED } from './nodes/allocation.ts';
import { NODE_HOST, selectNodes, type VirtualNode } from './nodes/virtualNodes.ts';
import { type PlannedCopy, PlannedRouting } from './plannedRouting.ts';
import type { Quarantine } from './quarantine.ts';

interface Place {
  readonly index: string;
  readonly shard: number;
}

export type RerouteCommand =
  | (Place & {
      readonly name: 'allocate_stale_primary' | 'allocate_empty_primary';
      readonly node: string;
      readonly acceptDataLoss: boolean;
    })
  | (Place & { readonly name: 'allocate_replica'; readonly node: string })
  | (Place & { readonly name: 'cancel'; readonly node: string; readonly allowPrimary: boolean })
  | (Place & { readonly name: 'move'; readonly fromNode: string; readonly toNode: string });

/** Whether a command can be carried out; if not, the request fails with `error`. */
export interface RerouteDecision {
  readonly decider: string;
  readonly explanation: string;
  /** `null` if the command can be carried out. */
  readonly error: OpenSearchError | null;
}

/** What a command needs from an index. */
export interface ReroutableIndex
  extends Pick<
    LocalIndex,
    | 'name'
    | 'uuid'
    | 'settings'
    | 'numberOfReplicas'
    | 'metadata'
    | 'copies'
    | 'reallocate'
    | 'handOver'
    | 'closePrimary'
  > {
  /** Both throw illegal_argument_exception if it is not possible. */
  allocateStalePrimary(shardId: number, nodeId: string): Promise<void>;
  allocateEmptyPrimary(shardId: number, nodeId: string, quarantine: () => Promise<unknown>): Promise<void>;
  copyFolder(nodeId: string, shardId: number): Directory;
}

interface ReroutingParts {
  readonly changes: Mutex;
  readonly quarantine: Pick<Quarantine, 'setCopyAside'>;
  readonly random: Random;
  readonly nodes: () => readonly VirtualNode[];
  readonly index: (name: string) => ReroutableIndex | undefined;
  /** Allocates copies that have no node. */
  readonly allocate: (
    index: ReroutableIndex,
    current: readonly (readonly StoredCopy[])[],
  ) => readonly (readonly StoredCopy[])[];
}

/** The decision about a command, and how to carry it out. */
interface Plan {
  readonly decision: RerouteDecision;
  readonly apply: () => Promise<void>;
  /** The index that loses a copy; it is reallocated after all commands. */
  readonly leaves?: ReroutableIndex;
}

/** Carries out the commands of `_cluster/reroute`, with the messages of OpenSearch 2.7. */
export class Rerouting {
  readonly #parts: ReroutingParts;

  constructor(parts: ReroutingParts) {
    this.#parts = parts;
  }

  /**
   * Carries out all commands, or none if one is rejected, whose error is thrown. Each is checked against the
   * effect of the earlier ones. With `explain`, rejected commands are only reported; with `dryRun`, nothing
   * is carried out.
   */
  run(
    commands: readonly RerouteCommand[],
    { explain, dryRun }: { readonly explain: boolean; readonly dryRun: boolean },
  ): Promise<readonly RerouteDecision[]> {
    return this.#parts.changes.run(async () => {
      const routing = new PlannedRouting();
      const plans = commands.map((command) => this.#plan(command, routing));
      const refused = plans.find(({ decision }) => decision.error !== null)?.decision.error;
      if (refused && !explain) throw refused;
      if (!dryRun) await this.#apply(plans.filter(({ decision }) => decision.error === null));
      return plans.map(({ decision }) => decision);
    });
  }

  async #apply(plans: readonly Plan[]): Promise<void> {
    const left = new Set<ReroutableIndex>();
    try {
      for (const { apply, leaves } of plans) {
        if (leaves) left.add(leaves);
        await apply();
      }
    } finally {
      for (const index of left) {
        const decide = ({ copies }: { readonly copies: readonly (readonly StoredCopy[])[] }) =>
          this.#parts.allocate(index, copies);
        await index.reallocate(decide, index.settings, 'REROUTE_CANCELLED');
      }
    }
  }

  #plan(command: RerouteCommand, routing: PlannedRouting): Plan {
    switch (command.name) {
      case 'allocate_stale_primary':
      case 'allocate_empty_primary':
        return this.#rejecting(command.name, () => this.#planPrimary(command, routing));
      case 'allocate_replica':
        return this.#rejecting(command.name, () => this.#planReplica(command, routing));
      case 'cancel':
        return this.#planCancel(command, routing);
      case 'move':
        return this.#planMove(command, routing);
    }
  }

  /**
   * Turns an unknown node, index or shard into a rejection, as these commands do. For other commands it is an
   * error.
   */
  #rejecting(name: string, plan: () => Plan): Plan {
    try {
      return plan();
    } catch (error) {
      if (!(error instanceof OpenSearchError)) throw error;
      const refusal = { decider: `${name} (allocation command)`, explanation: error.reason, error };
      return { decision: refusal, apply: async () => undefined };
    }
  }

  #planPrimary(
    command: RerouteCommand & { name: 'allocate_stale_primary' | 'allocate_empty_primary' },
    routing: PlannedRouting,
  ): Plan {
    const { name, shard, node: wanted, acceptDataLoss } = command;
    const node = this.#node(wanted);
    const index = this.#indexWith(command);
    const where = `[${index.name}][${shard}]`;
    const reject = (reason: string): Plan =>
      refused(`${name} (allocation command)`, reason, `[${name}] ${reason}`);
    if (routing.copiesOf(index, shard)[0]?.state !== 'UNASSIGNED')
      return reject(`primary ${where} is already assigned`);
    if (!acceptDataLoss) {
      return reject(
        `allocating an empty primary for ${where} can result in data loss. Please confirm by setting the ` +
          'accept_data_loss parameter to true',
      );
    }
    const isThere = index.metadata.copies[shard].some(({ nodeId }) => nodeId === node.id);
    if (name === 'allocate_stale_primary' && !isThere)
      return reject(`there is no copy of ${where} on [${wanted}]`);
    routing.allocated(index, shard, node.id, null);
    return {
      decision: { decider: `${name} (allocation command)`, explanation: 'ignore deciders', error: null },
      apply: async () => {
        if (name === 'allocate_stale_primary') {
          await clearDamage(index.copyFolder(node.id, shard));
          return index.allocateStalePrimary(shard, node.id);
        }
        const copy = { nodeId: node.id, indexName: index.name, indexUuid: index.uuid, shardId: shard };
        const reason = 'replaced by an empty primary (allocate_empty_primary)';
        await index.allocateEmptyPrimary(shard, node.id, () =>
          this.#parts.quarantine.setCopyAside(copy, reason),
        );
      },
    };
  }

  #planReplica(command: RerouteCommand & { name: 'allocate_replica' }, routing: PlannedRouting): Plan {
    const { name, shard, node: wanted } = command;
    const node = this.#node(wanted);
    const index = this.#indexWith(command);
    const where = `[${index.name}][${shard}]`;
    const reject = (reason: string): Plan =>
      refused(`${name} (allocation command)`, reason, `[${name}] ${reason}`);
    const copies = routing.copiesOf(index, shard);
    if (copies[0].state === 'UNASSIGNED') {
      return reject(
        `trying to allocate a replica shard ${where}, while corresponding primary shard is still unassigned`,
      );
    }
    const unassigned = copies.find(isUnassignedReplica);
    if (!unassigned) {
      return reject(`all copies of ${where} are already assigned. Use the move allocation command instead`);
    }
    const same = sameShard({ index, shard, copies }, node);
    if (same !== null) {
      const words = `[${name}] allocation of ${where} on node ${nodeText(node)} is not allowed, reason: [NO(${same})]`;
      return refused('same_shard', same, words);
    }
    routing.allocated(index, shard, node.id, unassigned);
    return {
      decision: { decider: `${name} (allocation command)`, explanation: 'all deciders agree', error: null },
      apply: async () => {
        const own = index.copies.filter(({ routing: { shardId } }) => shardId === shard);
        const at = own.findIndex((copy) => isUnassignedReplica(copy.routing));
        const fresh = this.#fresh(node);
        await reallocate(index, shard, (current) => current.map((copy, i) => (i === at ? fresh : copy)));
      },
    };
  }

  #planCancel(command: RerouteCommand & { name: 'cancel' }, routing: PlannedRouting): Plan {
    const { shard, node: wanted, allowPrimary } = command;
    const node = this.#node(wanted);
    const index = this.#index(command.index);
    const decider = 'cancel_allocation_command';
    const reject = (reason: string): Plan => refused(decider, reason, `[cancel_allocation] ${reason}`);
    const copies = routing.copiesOf(index, shard);
    const copy = copies.find(({ nodeId }) => nodeId === node.id);
    if (!copy) return reject(`can't cancel ${shard}, failed to find it on node ${nodeText(node)}`);
    const isTarget = copy.move !== undefined && copy.state === 'INITIALIZING';
    if (copy.primary && !allowPrimary && !isTarget) {
      const state = copy.state.toLowerCase();
      return reject(`can't cancel ${shard} on node ${nodeText(node)}, shard is primary and ${state}`);
    }
    routing.cancelled(index, shard, copy);
    const explanation = `shard ${shard} on node ${nodeText(node)} can be cancelled`;
    const decision = { decider, explanation, error: null };
    if (isTarget) return { decision, apply: async () => undefined };
    const leader = routing.copiesOf(index, shard)[0];
    const { allocationId } = copy;
    const apply = async (): Promise<void> => {
      if (!copy.primary) {
        return reallocate(index, shard, (current) =>
          current.map((stored) => (stored.allocationId === allocationId ? UNASSIGNED : stored)),
        );
      }
      if (leader.allocationId === null) return index.closePrimary(shard);
      await index.handOver(shard, (current) => {
        const rest = current.filter(
          ({ allocationId: id }) => id !== allocationId && id !== leader.allocationId,
        );
        return [...current.filter(({ allocationId: id }) => id === leader.allocationId), ...rest, UNASSIGNED];
      });
    };
    return { decision, apply, leaves: index };
  }

  #planMove(command: RerouteCommand & { name: 'move' }, routing: PlannedRouting): Plan {
    const { shard, fromNode, toNode } = command;
    const [from, to] = [this.#node(fromNode), this.#node(toNode)];
    const index = this.#parts.index(command.index);
    const decider = 'move_allocation_command';
    const copies = index ? routing.copiesOf(index, shard) : [];
    const copy = copies.find(({ nodeId }) => nodeId === from.id);
    if (!index || !copy) {
      const words = `[move_allocation] can't move ${shard}, failed to find it on node ${nodeText(from)}`;
      return refused(decider, `shard ${shard} not found`, words);
    }
    if (copy.state !== 'STARTED') {
      const words = `[move_allocation] can't move ${shard}, shard is not started (state = ${copy.state}]`;
      return refused(decider, `shard ${shard} has not been started`, words);
    }
    const same = sameShard({ index, shard, copies }, to);
    if (same !== null) {
      const way = `from ${nodeText(from)}, to ${nodeText(to)}`;
      const words = `[move_allocation] can't move ${shard}, ${way}, since its not allowed, reason: [NO(${same})]`;
      return refused('same_shard', same, words);
    }
    const move = routing.moved(index, shard, copy, to.id);
    return {
      decision: { decider, explanation: 'all deciders agree', error: null },
      apply: async () => {
        if (move.isCancelled) return;
        const fresh = this.#fresh(to);
        if (copy.primary) return movePrimary(index, shard, copy, fresh);
        await reallocate(index, shard, (current) =>
          current.map((stored) => (stored.allocationId === copy.allocationId ? fresh : stored)),
        );
      },
    };
  }

  /** A new copy, to be filled from the primary. */
  #fresh(node: VirtualNode): StoredCopy {
    return { nodeId: node.id, allocationId: randomUuid(this.#parts.random) };
  }

  /** Throws illegal_argument_exception unless the name selects exactly one node. */
  #node(name: string): VirtualNode {
    const found = selectNodes(this.#parts.nodes(), name);
    if (found.length === 1) return found[0];
    if (found.length === 0) throw illegalArgument(`failed to resolve [${name}], no matching nodes`);
    throw illegalArgument(
      `resolved [${name}] into [${found.length}] nodes, where expected to be resolved to a single node`,
    );
  }

  #index(name: string): ReroutableIndex {
    const index = this.#parts.index(name);
    if (!index) throw indexNotFound(name);
    return index;
  }

  /** The index of the command. Throws if the index or shard does not exist. */
  #indexWith({ index: name, shard }: Place): ReroutableIndex {
    const index = this.#index(name);
    if (shard < index.metadata.copies.length) return index;
    throw new OpenSearchError('shard_not_found_exception', 'no such shard', {
      status: 404,
      metadata: { index: name, shard: String(shard), index_uuid: index.uuid },
    });
  }
}

function isUnassignedReplica({ primary, state }: Pick<PlannedCopy, 'primary' | 'state'>): boolean {
  return !primary && state === 'UNASSIGNED';
}

/** Gives a shard other copies; new ones are filled from the primary. */
async function reallocate(
  index: ReroutableIndex,
  shard: number,
  decide: (current: readonly StoredCopy[]) => readonly StoredCopy[],
): Promise<void> {
  const replaced = (copies: readonly (readonly StoredCopy[])[]) =>
    copies.map((stored, shardId) => (shardId === shard ? decide(stored) : stored));
  await index.reallocate(({ copies }) => replaced(copies), index.settings, 'REPLICA_ADDED');
}

/**
 * Fills a new copy next to the primary, then makes it the primary. A copy that could not be filled is removed
 * again.
 */
async function movePrimary(
  index: ReroutableIndex,
  shard: number,
  { allocationId }: PlannedCopy,
  fresh: StoredCopy,
): Promise<void> {
  await reallocate(index, shard, (current) => [...current, fresh]);
  const isFilled = index.metadata.inSyncAllocations.has(fresh.allocationId ?? '');
  const stays = (copy: StoredCopy): boolean => copy.allocationId !== fresh.allocationId;
  if (!isFilled) return reallocate(index, shard, (current) => current.filter(stays));
  await index.handOver(shard, (current) => [
    fresh,
    ...current.filter((copy) => stays(copy) && copy.allocationId !== allocationId),
  ]);
}

function refused(decider: string, explanation: string, words: string): Plan {
  return {
    decision: { decider, explanation, error: illegalArgument(words) },
    apply: async () => undefined,
  };
}

/** Why a node that has a copy of the shard cannot take another one; `null` if it has none. */
function sameShard(
  { index, shard, copies }: { index: ReroutableIndex; shard: number; copies: readonly PlannedCopy[] },
  node: VirtualNode,
): string | null {
  const there = copies.find(({ nodeId }) => nodeId === node.id);
  if (!there) return null;
  const { primary, state, allocationId } = there;
  const copy = `[${index.name}][${shard}], node[${node.id}], [${primary ? 'P' : 'R'}], s[${state}], a[id=${allocationId}]`;
  return `a copy of this shard is already allocated to this node [${copy}]`;
}

/** A node as in the original's logs and messages. */
function nodeText({ name, id, ephemeralId }: VirtualNode): string {
  const attributes = '{dimr}{shard_indexing_pressure_enabled=true}';
  return `{${name}}{${id}}{${ephemeralId}}{${NODE_HOST}}{${NODE_HOST}:9300}${attributes}`;
}
