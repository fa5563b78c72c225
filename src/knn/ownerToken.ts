import { bug } from '../common/index.ts';
import type { EvictionReason } from './laboratory/types.ts';

/** What a cached graph belongs to: a live segment of an open shard copy. Once it has ended, it never comes back. */
export class GraphOwner {
  #ended: EvictionReason | null = null;

  /** Why it ended; null while it lives. */
  get ended(): EvictionReason | null {
    return this.#ended;
  }

  end(reason: EvictionReason): void {
    this.#ended ??= reason;
  }
}

/**
 * The right to put one loaded graph into the cache. It is void when an owner ended while the graph was loading: such a
 * graph would stay in the cache for good, because nobody is left to take it out.
 */
export class OwnerToken {
  readonly #owners: readonly GraphOwner[];
  #used = false;

  constructor(...owners: readonly GraphOwner[]) {
    this.#owners = owners;
  }

  /** Uses the token up. The result says whether every owner still lives; throws a bug when it was used before. */
  use(): boolean {
    if (this.#used) {
      const states = this.#owners.map(({ ended }) => ended ?? 'alive').join(', ');
      throw bug(`the token of a graph was used twice (owners: ${states})`);
    }
    this.#used = true;
    return this.#owners.every(({ ended }) => ended === null);
  }
}
