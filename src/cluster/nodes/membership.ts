import type { Random } from '../../common/index.ts';
import { OpenSearchError, randomUuid } from '../../common/index.ts';
import { createVirtualNodes, type VirtualNode } from './virtualNodes.ts';

/** What the rest of the room needs to know about nodes. */
export interface NodeTable {
  /** The node that receives the requests. */
  readonly localId: string;
  isStarted(nodeId: string): boolean;
}

/** Tracks which of the configured nodes run, and which stopped ones the cluster has not noticed yet. */
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

  /** All configured nodes, in order. */
  get all(): readonly VirtualNode[] {
    return this.#all;
  }

  /** The cluster's view of its nodes: the running ones, then stopped ones not noticed yet. */
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

  /** False for nodes of an earlier start with a larger node count. */
  isStarted(nodeId: string): boolean {
    return !this.#stopped.has(nodeId) && this.#all.some(({ id }) => id === nodeId);
  }

  /** Finds a configured node by id or name. Throws resource_not_found_exception. */
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

  /** The cluster has noticed that a node stopped. */
  notice(nodeId: string): void {
    this.#unnoticed.delete(nodeId);
    this.#update();
  }

  /** A restarted node keeps its identity, but is a new process. */
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
