import type { Random } from '../../common/index.ts';
import { OpenSearchError, randomUuid } from '../../common/index.ts';
import { createVirtualNodes, type VirtualNode } from './virtualNodes.ts';

/** What the rest of the room asks about the nodes. */
export interface NodeTable {
  /** The node that takes the requests. */
  readonly localId: string;
  isStarted(nodeId: string): boolean;
}

/** Which of the configured nodes run, and which of the others the cluster has not missed yet. */
export class NodeMembership implements NodeTable {
  readonly #random: Random;
  #all: readonly VirtualNode[];
  readonly #stopped = new Set<string>();
  readonly #unnoticed = new Set<string>();
  #members: readonly VirtualNode[];

  constructor(ids: readonly string[], random: Random) {
    this.#random = random;
    this.#all = createVirtualNodes(ids, random);
    this.#members = this.#all;
  }

  /** Every configured node, in order. */
  get all(): readonly VirtualNode[] {
    return this.#all;
  }

  /** The nodes of the cluster: the running ones, then those whose end has not been noticed. */
  get members(): readonly VirtualNode[] {
    return this.#members;
  }

  get started(): readonly VirtualNode[] {
    return this.#all.filter(({ id }) => !this.#stopped.has(id));
  }

  get stoppedIds(): ReadonlySet<string> {
    return this.#stopped;
  }

  get localId(): string {
    return this.#members[0].id;
  }

  /** False for nodes of an earlier start with more of them. */
  isStarted(nodeId: string): boolean {
    return !this.#stopped.has(nodeId) && this.#all.some(({ id }) => id === nodeId);
  }

  /** The configured node of that id or name. Throws resource_not_found_exception. */
  find(idOrName: string): VirtualNode {
    const found = this.#all.find(({ id, name }) => id === idOrName || name === idOrName);
    if (found) return found;
    throw new OpenSearchError('resource_not_found_exception', `no node [${idOrName}]`);
  }

  stop(nodeId: string): void {
    this.#stopped.add(nodeId);
    this.#unnoticed.add(nodeId);
    this.#update();
  }

  /** The cluster has missed a stopped node. */
  notice(nodeId: string): void {
    this.#unnoticed.delete(nodeId);
    this.#update();
  }

  /** A node that starts again is the same node in a new process. */
  start(nodeId: string): void {
    this.#stopped.delete(nodeId);
    this.#unnoticed.delete(nodeId);
    this.#all = this.#all.map((node) =>
      node.id === nodeId ? { ...node, ephemeralId: randomUuid(this.#random) } : node,
    );
    this.#update();
  }

  #update(): void {
    const lost = this.#all.filter(({ id }) => this.#unnoticed.has(id));
    this.#members = [...this.started, ...lost];
  }
}
