import type { Clock, Mutex, Timer } from '../../common/index.ts';
import { illegalArgument, parseTimeMs } from '../../common/index.ts';
import type { LocalIndex } from '../localIndex.ts';
import type { IndexMetadata, StoredCopy } from '../metadata/clusterState.ts';
import type { NodeMembership } from './membership.ts';
import type { VirtualNode } from './virtualNodes.ts';

const DELAY_SETTING = 'index.unassigned.node_left.delayed_timeout';

interface LifecycleParts {
  readonly nodes: NodeMembership;
  readonly clock: Clock;
  readonly changes: Mutex;
  readonly indices: () => Iterable<LocalIndex>;
  /** Where the copies of an index go now; those on `held` nodes keep their place. */
  readonly allocate: (
    index: LocalIndex,
    current: IndexMetadata,
    held: ReadonlySet<string>,
  ) => readonly (readonly StoredCopy[])[];
  readonly changed: () => void;
}

/**
 * Nodes that end and come back while the cluster goes on. What ends is at once without its copies: replicas are
 * promoted, a shard without another copy is unassigned until its node is back. Replicas are made elsewhere when the
 * node has been away for as long as the index waits for it.
 */
export class NodeLifecycle {
  readonly #parts: LifecycleParts;
  readonly #stoppedListeners: ((nodeId: string) => void)[] = [];
  readonly #timers = new Map<string, Timer[]>();

  constructor(parts: LifecycleParts) {
    this.#parts = parts;
  }

  /** Hears of nodes that have stopped, when their copies are closed. */
  onStopped(listener: (nodeId: string) => void): void {
    this.#stoppedListeners.push(listener);
  }

  /**
   * Ends a node as if its process were killed. For `detectAfterMs` the cluster still counts it among its nodes, and
   * requests to all nodes report it as failed. Throws for the last one that runs.
   */
  stop(idOrName: string, detectAfterMs: number): Promise<VirtualNode> {
    const { nodes, changes } = this.#parts;
    return changes.run(async () => {
      const node = nodes.find(idOrName);
      if (!nodes.isStarted(node.id)) return node;
      if (nodes.started.length === 1) {
        throw illegalArgument(`node [${node.name}] is the last one that runs; it cannot be stopped`);
      }
      nodes.stop(node.id);
      for (const index of this.#parts.indices()) await index.nodeStopped(node.id);
      for (const listener of this.#stoppedListeners) listener(node.id);
      if (detectAfterMs === 0) this.#notice(node.id);
      else this.#later(node.id, detectAfterMs, () => this.#notice(node.id));
      for (const delayMs of this.#delays()) {
        this.#later(node.id, detectAfterMs + delayMs, () => this.#replace(node.id, delayMs));
      }
      this.#parts.changed();
      return node;
    });
  }

  /** Starts a stopped node again: its caches are empty, its copies come back or are filled anew. */
  start(idOrName: string): Promise<VirtualNode> {
    const { nodes, changes } = this.#parts;
    return changes.run(async () => {
      const node = nodes.find(idOrName);
      if (nodes.isStarted(node.id)) return node;
      for (const timer of this.#timers.get(node.id) ?? []) timer.cancel();
      this.#timers.delete(node.id);
      nodes.start(node.id);
      for (const index of this.#parts.indices()) await this.#reallocate(index, nodes.stoppedIds);
      this.#parts.changed();
      return node;
    });
  }

  #notice(nodeId: string): void {
    this.#parts.nodes.notice(nodeId);
    this.#parts.changed();
  }

  /** The different times that indices wait for a node to come back. */
  #delays(): ReadonlySet<number> {
    return new Set([...this.#parts.indices()].map(delayOf));
  }

  #replace(nodeId: string, delayMs: number): Promise<void> {
    return this.#parts.changes.run(async () => {
      const held = new Set([...this.#parts.nodes.stoppedIds].filter((id) => id !== nodeId));
      for (const index of this.#parts.indices()) {
        if (delayOf(index) === delayMs) await this.#reallocate(index, held);
      }
      this.#parts.changed();
    });
  }

  async #reallocate(index: LocalIndex, held: ReadonlySet<string>): Promise<void> {
    await index.reallocate(
      (current) => this.#parts.allocate(index, current, held),
      index.settings,
      'NODE_LEFT',
    );
  }

  #later(nodeId: string, delayMs: number, task: () => unknown): void {
    const timers = this.#timers.get(nodeId) ?? [];
    timers.push(this.#parts.clock.schedule(delayMs, task));
    this.#timers.set(nodeId, timers);
  }
}

function delayOf(index: LocalIndex): number {
  return parseTimeMs(index.settings.get(DELAY_SETTING) ?? '1m', DELAY_SETTING);
}
