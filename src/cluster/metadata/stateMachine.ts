import { bug, Mutex, OpenSearchError } from '../../common/index.ts';
import type { ClusterState, IndexMetadata } from './clusterState.ts';
import { StateInDoubtError, type StateStore } from './stateStore.ts';

/** Computes the next state; the same object when nothing changes. Throws to refuse: nothing changes then. */
export type StateChange = (current: ClusterState) => NextState | Promise<NextState>;

type NextState = Omit<ClusterState, 'version'>;

export interface ChangeOptions {
  /** Called when the change becomes visible, in the same turn of the event loop. Must not throw. */
  readonly published?: () => void;
  /**
   * Keeps the change in memory even when it is unknown whether it is on disk. For deletions: writes that are
   * acknowledged afterwards would be lost if the deletion is on disk.
   */
  readonly holdsInDoubt?: boolean;
}

/**
 * The only writer of metadata. Changes run one by one: candidate → durable → visible. A change that cannot be saved
 * changes nothing. No reader sees a state that a crash would undo.
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

  /** The listener is called with every new state in the turn in which it becomes visible. */
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
   * What is stored of an index cannot be used: from now on it is there with its `damage` only, and its file stays as it
   * is. Only while no change runs. Returns what stands for the index.
   */
  markDamaged(uuid: string, what: string): IndexMetadata {
    const index = this.#store.markDamaged(uuid, what);
    this.#state = { ...this.#state, indices: new Map(this.#state.indices).set(uuid, index) };
    return index;
  }

  /** Refuses further changes; resolves when all before have run. */
  close(): Promise<void> {
    return this.#queue.close(() => new OpenSearchError('node_closed_exception', 'node closed'));
  }

  /**
   * The disk holds the previous or the next state, it is unknown which. Writes the state again that stays in memory;
   * when that fails, the next change does. True when the change is durable after all.
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

/** Throws when a damaged index is changed, whose file must be kept. Its routing may change, and it may be deleted. */
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
