import type { DocumentState } from './versions.ts';

interface Tombstone extends DocumentState {
  readonly deletedAtMs: number;
}

/**
 * Versions of deleted documents, kept for `index.gc_deletes`, so that late writes are checked against them.
 */
export class Tombstones {
  readonly #states = new Map<string, Tombstone>();

  get(id: string): DocumentState | undefined {
    return this.#states.size === 0 ? undefined : this.#states.get(id);
  }

  set(id: string, state: Omit<DocumentState, 'deleted'>, nowMs: number): void {
    // Delete and reinsert, so that the oldest entries stay in front.
    this.#states.delete(id);
    this.#states.set(id, { ...state, deleted: true, deletedAtMs: nowMs });
  }

  remove(id: string): void {
    if (this.#states.size > 0) this.#states.delete(id);
  }

  /** Drops entries older than `beforeMs`. */
  prune(beforeMs: number): void {
    for (const [id, { deletedAtMs }] of this.#states) {
      if (deletedAtMs >= beforeMs) return;
      this.#states.delete(id);
    }
  }
}
