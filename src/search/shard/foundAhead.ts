import { atOnce, type Pacer, paced, type Steps, type Turns } from '../../common/index.ts';

/** Aborts a binding that needs a result not computed yet. */
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
 * Results about a shard that binding needs but that take long to compute. Queries are bound synchronously: if
 * a result is missing, the binding is aborted, the result is computed while yielding to the event loop, and
 * the query is bound again.
 */
export class FoundAhead {
  readonly #found = new Map<string, unknown>();
  #isBinding = false;

  get isBinding(): boolean {
    return this.#isBinding;
  }

  /** The result of `find`, cached by key. Outside of `bind` it is computed synchronously. */
  get<T>(key: string, find: () => Steps<T>): T {
    if (!this.#isBinding) return atOnce(find());
    if (!this.#found.has(key)) throw new NotFoundYet(key, find);
    return this.#found.get(key) as T;
  }

  /** `forget` undoes the effects of an aborted binding. */
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
