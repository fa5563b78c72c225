import { bug } from '../common/index.ts';
import type { EvictionReason } from './laboratory/types.ts';

/** The owner of a cached graph: a live segment of an open shard copy. Once ended, it stays ended. */
export class GraphOwner {
  #ended: EvictionReason | null = null;

  /** Why it has ended; `null` while it is alive. */
  get ended(): EvictionReason | null {
    return this.#ended;
  }

  end(reason: EvictionReason): void {
    this.#ended ??= reason;
  }
}

/**
 * Permission to put one loaded graph into the cache. Invalid if an owner ended during the load, since nothing
 * would ever remove the graph.
 */
export class OwnerToken {
  readonly #owners: readonly GraphOwner[];
  #used = false;

  constructor(...owners: readonly GraphOwner[]) {
    this.#owners = owners;
  }

  /** Whether every owner is still alive. Throws a bug if called more than once. */
  use(): boolean {
    if (this.#used) {
      const states = this.#owners.map(({ ended }) => ended ?? 'alive').join(', ');
      throw bug(`the token of a graph was used twice (owners: ${states})`);
    }
    this.#used = true;
    return this.#owners.every(({ ended }) => ended === null);
  }
}
