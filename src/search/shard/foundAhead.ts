import { atOnce, type Pacer, paced, type Steps, type Turns } from '../../common/index.ts';

/** Ends a binding that needs what has not been found yet. */
class NotFoundYet extends Error {
  readonly key: string;
  readonly find: () => Steps<unknown>;

  constructor(key: string, find: () => Steps<unknown>) {
    super(`${key} has not been found yet`);
    this.key = key;
    this.find = find;
  }
}

/**
 * What binding has to know of a shard and takes long to find. Queries are bound in one go: where they lack something,
 * they are given up, it is found in turns of the event loop, and they are bound anew.
 */
export class FoundAhead {
  readonly #found = new Map<string, unknown>();
  #isBinding = false;

  get isBinding(): boolean {
    return this.#isBinding;
  }

  /** What `find` finds; the same for the same key. Outside of `bind` it is found at once. */
  get<T>(key: string, find: () => Steps<T>): T {
    if (!this.#isBinding) return atOnce(find());
    if (!this.#found.has(key)) throw new NotFoundYet(key, find);
    return this.#found.get(key) as T;
  }

  /** `forget` takes back what a binding did that was given up. */
  *bind<T>(binding: () => T, forget: () => void, pacer: Pacer): Turns<T> {
    this.#isBinding = true;
    try {
      for (;;) {
        const bound = attempt(binding);
        if (!(bound instanceof NotFoundYet)) return bound;
        forget();
        this.#found.set(bound.key, yield* paced(bound.find(), pacer, 1));
      }
    } finally {
      this.#isBinding = false;
    }
  }
}

function attempt<T>(binding: () => T): T | NotFoundYet {
  try {
    return binding();
  } catch (error) {
    if (error instanceof NotFoundYet) return error;
    throw error;
  }
}
