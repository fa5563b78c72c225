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
  /** Allocates the copies of an index; copies on `held` nodes stay. */
  readonly allocate: (
    index: LocalIndex,
    current: IndexMetadata,
    held: ReadonlySet<string>,
  ) => readonly (readonly StoredCopy[])[];
  readonly changed: () => void;
}

/**
 * Stops and starts nodes of a running cluster. A stopped node's copies are gone at once: replicas are
 * promoted, and a shard without another copy is unassigned until the node is back. Replicas are only rebuilt
 * elsewhere once the node has been away for the index's delay (`index.unassigned.node_left.delayed_timeout`).
 */
export class NodeLifecycle {
  readonly #parts: LifecycleParts;
  readonly #stoppedListeners: ((nodeId: string) => void)[] = [];
  readonly #timers = new Map<string, Timer[]>();

  constructor(parts: LifecycleParts) {
    this.#parts = parts;
  }

  /** Called when a node has stopped and its copies are closed. */
  onStopped(listener: (nodeId: string) => void): void {
    this.#stoppedListeners.push(listener);
  }

  /**
   * Stops a node as if its process were killed. For `detectAfterMs` the cluster still lists it, and requests
   * to all nodes report it as failed. Throws for the last running node.
   */
  stop(idOrName: string, detectAfterMs: number): Promise<VirtualNode> {
    const { nodes, changes } = this.#parts;
    return changes.run(async () => {
      const node = nodes.find(idOrName);
      if (!nodes.isStarted(node.id)) return node;
      if (nodes.started.length === 1) {
        throw illegalArgument(`node [${node.name}] is the last running node and cannot be stopped`);
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

  /** Restarts a stopped node: its caches are empty, its copies are reopened or recovered. */
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

  /** The distinct delays for which indices wait for a node to come back. */
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
