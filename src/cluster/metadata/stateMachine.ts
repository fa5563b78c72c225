import { bug, Mutex, OpenSearchError } from '../../common/index.ts';
import type { ClusterState, IndexMetadata } from './clusterState.ts';
import { StateInDoubtError, type StateStore } from './stateStore.ts';

/** Computes the next state; returns the same object to change nothing, or throws to reject the change. */
export type StateChange = (current: ClusterState) => NextState | Promise<NextState>;

type NextState = Omit<ClusterState, 'version'>;

export interface ChangeOptions {
  /** Called in the turn of the event loop in which the change becomes visible. Must not throw. */
  readonly published?: () => void;
  /**
   * Keeps the change in memory even if it is unknown whether it was saved. For deletions: writes acknowledged
   * afterwards would be lost if the deletion is on disk.
   */
  readonly holdsInDoubt?: boolean;
}

/**
 * The only writer of metadata. Changes run one at a time: computed → durable → visible. A change that cannot
 * be saved has no effect, and no reader sees a state that a crash would undo.
 */
export class StateMachine {
  readonly #store: StateStore;
  readonly #queue = new Mutex();
  readonly #listeners: ((state: ClusterState, previous: ClusterState) => void)[] = [];
  #state: ClusterState;

  constructor(store: StateStore, state: ClusterState) {
    this.#store = store;
    this.#state = state;
  }

  /** Durable, except for changes with `holdsInDoubt` that could not be saved. */
  get state(): ClusterState {
    return this.#state;
  }

  /** The listener is called with every new state, in the turn in which it becomes visible. */
  onPublished(listener: (state: ClusterState, previous: ClusterState) => void): void {
    this.#listeners.push(listener);
  }

  /** Resolves when the change is durable and visible. Rejects with the error of `decide` or of the disk. */
  change(decide: StateChange, options: ChangeOptions = {}): Promise<void> {
    return this.#queue.run(async () => {
      const previous = this.#state;
      const decided = await decide(previous);
      if (decided === previous) return options.published?.();
      checkDamaged(decided, previous);
      const next: ClusterState = { ...decided, version: previous.version + 1 };
      try {
        await this.#store.write(next);
      } catch (error) {
        if (!(error instanceof StateInDoubtError)) throw error;
        if (await this.#resolveDoubt(next, options)) return;
        throw error.cause;
      }
      this.#publish(next, options);
    });
  }

  /**
   * Replaces an index whose stored metadata is unusable by a placeholder with its `damage`; its file is left
   * unchanged. Only call it while no change runs. Returns the placeholder.
   */
  markDamaged(uuid: string, what: string): IndexMetadata {
    const index = this.#store.markDamaged(uuid, what);
    this.#state = { ...this.#state, indices: new Map(this.#state.indices).set(uuid, index) };
    return index;
  }

  /** Rejects further changes; resolves when all earlier ones have run. */
  close(): Promise<void> {
    return this.#queue.close(() => new OpenSearchError('node_closed_exception', 'node closed'));
  }

  /**
   * It is unknown whether the disk holds the previous or the next state. Rewrites the state that stays in
   * memory; if that fails, the next change does so. Returns true if the change is durable after all.
   */
  async #resolveDoubt(next: ClusterState, options: ChangeOptions): Promise<boolean> {
    const holds = options.holdsInDoubt === true;
    if (holds) this.#publish(next, options);
    const settled = { ...this.#state, version: next.version + 1 };
    try {
      await this.#store.write(settled);
      return holds;
    } catch {
      return false;
    } finally {
      // Also after a failure: a version must not be used for two states.
      this.#state = settled;
    }
  }

  #publish(next: ClusterState, { published }: ChangeOptions): void {
    const previous = this.#state;
    if (next.version <= previous.version) {
      throw bug(`cluster state ${next.version} cannot follow ${previous.version}`);
    }
    this.#state = next;
    for (const listener of this.#listeners) listener(next, previous);
    published?.();
  }
}

/**
 * Throws if a damaged index is changed, because its file must be kept. Its routing may change, and it may be
 * deleted.
 */
function checkDamaged(next: NextState, previous: ClusterState): void {
  for (const [uuid, index] of next.indices) {
    const before = previous.indices.get(uuid);
    if (!before || before.damage === null || index === before) continue;
    if (
      index.settings === before.settings &&
      index.aliases === before.aliases &&
      index.mapping === before.mapping
    )
      continue;
    throw new OpenSearchError('corrupt_index_exception', `[${index.name}] ${before.damage}`);
  }
}
