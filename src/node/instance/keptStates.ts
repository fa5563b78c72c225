import { type Clock, illegalArgument, limits, OpenSearchError } from '../../common/index.ts';
import type { KeptState } from '../../rest/index.ts';
import type { EngineState } from './engineSlot.ts';

/** The state used when no name is given: the one that a server was opened or forked with. */
export const FIRST_STATE = 'seed';

const MAX_NAME_LENGTH = 255;

/** Saved states by name. Removed when replaced, and with their owner. */
export class KeptStates {
  readonly #clock: Clock;
  readonly #states = new Map<string, { readonly kept: KeptState; readonly state: EngineState }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get all(): readonly KeptState[] {
    return [...this.#states.values()].map(({ kept }) => kept);
  }

  /** Throws if the name is invalid or there are too many states. */
  check(name: string): void {
    if (name === '' || name.length > MAX_NAME_LENGTH) {
      throw illegalArgument(`a snapshot name must have 1 to ${MAX_NAME_LENGTH} characters`);
    }
    if (this.#states.has(name) || this.#states.size < limits.keptStates.value) return;
    const reason = `there are already ${limits.keptStates.value} snapshots`;
    throw new OpenSearchError('rejected_execution_exception', reason);
  }

  async put(name: string, state: EngineState): Promise<KeptState> {
    const kept = { name, createdMs: this.#clock.nowMs() };
    const replaced = this.#states.get(name);
    this.#states.set(name, { kept, state });
    await replaced?.state.remove();
    return kept;
  }

  find(name: string): { readonly kept: KeptState; readonly state: EngineState } {
    const found = this.#states.get(name);
    if (found) return found;
    const there = [...this.#states.keys()].join(', ');
    const reason = `no snapshot [${name}]; there are: ${there === '' ? 'none' : there}`;
    throw new OpenSearchError('resource_not_found_exception', reason);
  }

  async forget(name: string): Promise<void> {
    const { state } = this.find(name);
    this.#states.delete(name);
    await state.remove();
  }

  async clear(): Promise<void> {
    const states = [...this.#states.values()];
    this.#states.clear();
    await Promise.all(states.map(({ state }) => state.remove()));
  }
}
