import type { Mutex, Random } from '../common/index.ts';
import { illegalArgument, notEmulated, OpenSearchError, randomUuid } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import { clearDamage } from '../shard/index.ts';
import type { LocalIndex } from './localIndex.ts';
import type { StoredCopy } from './metadata/clusterState.ts';
import { indexNotFound } from './metadata/errors.ts';
import { NODE_HOST, selectNodes, type VirtualNode } from './nodes/virtualNodes.ts';
import type { Quarantine } from './quarantine.ts';
import type { ShardHandle } from './types.ts';

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

/** Whether a command is carried out; otherwise the request is refused with `error`. */
export interface RerouteDecision {
  readonly decider: string;
  readonly explanation: string;
  /** null: it may be carried out. */
  readonly error: OpenSearchError | null;
}

/** What a command needs of an index. */
export interface ReroutableIndex
  extends Pick<LocalIndex, 'name' | 'uuid' | 'settings' | 'metadata' | 'copies' | 'reallocate'> {
  /** Both throw illegal_argument_exception where they cannot do it. */
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
}

/** The decision about a command, and how to carry it out. */
interface Plan {
  readonly decision: RerouteDecision;
  readonly apply: () => Promise<void>;
}

/** Carries out the commands of `_cluster/reroute`, with the messages of OpenSearch 2.7. */
export class Rerouting {
  readonly #parts: ReroutingParts;

  constructor(parts: ReroutingParts) {
    this.#parts = parts;
  }

  /**
   * Carries out all commands, or none when one is refused: then it throws the error of that one. With `explain` refused
   * commands are skipped and explained; with `dryRun` nothing is carried out.
   */
  run(
    commands: readonly RerouteCommand[],
    { explain, dryRun }: { readonly explain: boolean; readonly dryRun: boolean },
  ): Promise<readonly RerouteDecision[]> {
    return this.#parts.changes.run(async () => {
      const plans = commands.map((command) => this.#plan(command));
      const refused = plans.find(({ decision }) => decision.error !== null)?.decision.error;
      if (refused && !explain) throw refused;
      if (!dryRun) for (const { decision, apply } of plans) if (decision.error === null) await apply();
      return plans.map(({ decision }) => decision);
    });
  }

  #plan(command: RerouteCommand): Plan {
    switch (command.name) {
      case 'allocate_stale_primary':
      case 'allocate_empty_primary':
        return this.#rejecting(command.name, () => this.#planPrimary(command));
      case 'allocate_replica':
        return this.#rejecting(command.name, () => this.#planReplica(command));
      case 'cancel':
        return this.#planCancel(command);
      case 'move':
        return this.#planMove(command);
    }
  }

  /** Turns an unknown node, index or shard into a refusal, as these commands do. For other commands it is an error. */
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
  ): Plan {
    const { name, shard, node: wanted, acceptDataLoss } = command;
    const node = this.#node(wanted);
    const index = this.#indexWith(command);
    const where = `[${index.name}][${shard}]`;
    const reject = (reason: string): Plan =>
      refused(`${name} (allocation command)`, reason, `[${name}] ${reason}`);
    const primary = copiesOf(index, shard).find(({ routing }) => routing.primary);
    if (primary?.routing.state !== 'UNASSIGNED') return reject(`primary ${where} is already assigned`);
    if (!acceptDataLoss) {
      return reject(
        `allocating an empty primary for ${where} can result in data loss. Please confirm by setting the ` +
          'accept_data_loss parameter to true',
      );
    }
    const isThere = index.metadata.copies[shard].some(({ nodeId }) => nodeId === node.id);
    if (name === 'allocate_stale_primary' && !isThere)
      return reject(`there is no copy of ${where} on [${wanted}]`);
    return {
      decision: { decider: `${name} (allocation command)`, explanation: 'ignore deciders', error: null },
      apply: async () => {
        if (name === 'allocate_stale_primary') {
          await clearDamage(index.copyFolder(node.id, shard));
          return index.allocateStalePrimary(shard, node.id);
        }
        const copy = { nodeId: node.id, indexName: index.name, indexUuid: index.uuid, shardId: shard };
        const reason = 'an empty primary took its place (allocate_empty_primary)';
        await index.allocateEmptyPrimary(shard, node.id, () =>
          this.#parts.quarantine.setCopyAside(copy, reason),
        );
      },
    };
  }

  #planReplica(command: RerouteCommand & { name: 'allocate_replica' }): Plan {
    const { name, shard, node: wanted } = command;
    const node = this.#node(wanted);
    const index = this.#indexWith(command);
    const where = `[${index.name}][${shard}]`;
    const reject = (reason: string): Plan =>
      refused(`${name} (allocation command)`, reason, `[${name}] ${reason}`);
    const copies = copiesOf(index, shard);
    if (copies[0].routing.state === 'UNASSIGNED') {
      return reject(
        `trying to allocate a replica shard ${where}, while corresponding primary shard is still unassigned`,
      );
    }
    const at = copies.findIndex(({ routing }) => !routing.primary && routing.state === 'UNASSIGNED');
    if (at === -1) {
      return reject(`all copies of ${where} are already assigned. Use the move allocation command instead`);
    }
    const same = sameShard(index, shard, node);
    if (same !== null) {
      const words = `[${name}] allocation of ${where} on node ${nodeText(node)} is not allowed, reason: [NO(${same})]`;
      return refused('same_shard', same, words);
    }
    return {
      decision: { decider: `${name} (allocation command)`, explanation: 'all deciders agree', error: null },
      apply: () => this.#replaceCopy(index, shard, at, node),
    };
  }

  #planCancel(command: RerouteCommand & { name: 'cancel' }): Plan {
    const { shard, node: wanted, allowPrimary } = command;
    const node = this.#node(wanted);
    const index = this.#index(command.index);
    const decider = 'cancel_allocation_command';
    const reject = (reason: string): Plan => refused(decider, reason, `[cancel_allocation] ${reason}`);
    const copies = copiesOf(index, shard);
    const at = copies.findIndex(({ routing }) => routing.nodeId === node.id);
    if (at === -1) return reject(`can't cancel ${shard}, failed to find it on node ${nodeText(node)}`);
    const { routing } = copies[at];
    if (routing.primary && !allowPrimary) {
      const state = routing.state.toLowerCase();
      return reject(`can't cancel ${shard} on node ${nodeText(node)}, shard is primary and ${state}`);
    }
    const explanation = `shard ${shard} on node ${nodeText(node)} can be cancelled`;
    return {
      decision: { decider, explanation, error: null },
      apply: async () => {
        if (routing.primary) throw notEmulated('cancelling the allocation of a primary');
        await this.#replaceCopy(index, shard, at, node);
      },
    };
  }

  #planMove(command: RerouteCommand & { name: 'move' }): Plan {
    const { shard, fromNode, toNode } = command;
    const [from, to] = [this.#node(fromNode), this.#node(toNode)];
    const index = this.#parts.index(command.index);
    const decider = 'move_allocation_command';
    const copies = index ? copiesOf(index, shard) : [];
    const at = copies.findIndex(({ routing }) => routing.nodeId === from.id);
    if (!index || at === -1) {
      const words = `[move_allocation] can't move ${shard}, failed to find it on node ${nodeText(from)}`;
      return refused(decider, `shard ${shard} not found`, words);
    }
    const { routing } = copies[at];
    if (routing.state !== 'STARTED') {
      const words = `[move_allocation] can't move ${shard}, shard is not started (state = ${routing.state}]`;
      return refused(decider, `shard ${shard} has not been started`, words);
    }
    const same = sameShard(index, shard, to);
    if (same !== null) {
      const way = `from ${nodeText(from)}, to ${nodeText(to)}`;
      const words = `[move_allocation] can't move ${shard}, ${way}, since its not allowed, reason: [NO(${same})]`;
      return refused('same_shard', same, words);
    }
    return {
      decision: { decider, explanation: 'all deciders agree', error: null },
      apply: async () => {
        if (routing.primary) throw notEmulated('moving a primary');
        await this.#replaceCopy(index, shard, at, to);
      },
    };
  }

  /** Replaces the copy at that position by a new one on the node, which is recovered from the primary. */
  async #replaceCopy(index: ReroutableIndex, shard: number, at: number, node: VirtualNode): Promise<void> {
    const fresh: StoredCopy = { nodeId: node.id, allocationId: randomUuid(this.#parts.random) };
    const replaced = (copies: readonly (readonly StoredCopy[])[]) =>
      copies.map((stored, shardId) =>
        shardId === shard ? stored.map((copy, i) => (i === at ? fresh : copy)) : stored,
      );
    await index.reallocate((current) => replaced(current.copies), index.settings, 'REPLICA_ADDED');
  }

  /** Throws illegal_argument_exception for a name that does not select exactly one node. */
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

  /** The index of the place. Throws when there is no such index or shard. */
  #indexWith({ index: name, shard }: Place): ReroutableIndex {
    const index = this.#index(name);
    if (shard < index.metadata.copies.length) return index;
    throw new OpenSearchError('shard_not_found_exception', 'no such shard', {
      status: 404,
      metadata: { index: name, shard: String(shard), index_uuid: index.uuid },
    });
  }
}

/** In the order of the metadata: the primary first. */
function copiesOf(index: ReroutableIndex, shard: number): readonly ShardHandle[] {
  return index.copies.filter(({ routing }) => routing.shardId === shard);
}

function refused(decider: string, explanation: string, words: string): Plan {
  return {
    decision: { decider, explanation, error: illegalArgument(words) },
    apply: async () => undefined,
  };
}

/** Why a node with a copy of the shard cannot get another one; null: it has none. */
function sameShard(index: ReroutableIndex, shard: number, node: VirtualNode): string | null {
  const there = copiesOf(index, shard).find(({ routing }) => routing.nodeId === node.id);
  if (!there) return null;
  const { primary, state, allocationId } = there.routing;
  const copy = `[${index.name}][${shard}], node[${node.id}], [${primary ? 'P' : 'R'}], s[${state}], a[id=${allocationId}]`;
  return `a copy of this shard is already allocated to this node [${copy}]`;
}

/** As the original's logs and messages name a node. */
function nodeText({ name, id, ephemeralId }: VirtualNode): string {
  const attributes = '{dimr}{shard_indexing_pressure_enabled=true}';
  return `{${name}}{${id}}{${ephemeralId}}{${NODE_HOST}}{${NODE_HOST}:9300}${attributes}`;
}
