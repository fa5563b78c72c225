import type { SqlType } from '../../types.ts';

/**
 * Which names can be used, and their types. Commands that produce new rows open a new environment; earlier
 * names still resolve, as in the original, although no row has values for them any more.
 */
export class TypeEnvironment {
  readonly #types = new Map<string, SqlType>();
  readonly #parent: TypeEnvironment | null;

  constructor(parent: TypeEnvironment | null = null) {
    this.#parent = parent;
  }

  define(name: string, type: SqlType): void {
    this.#types.set(name, type);
  }

  /** Removes the name from this environment only: an earlier one may still know it. */
  remove(name: string): void {
    this.#types.delete(name);
  }

  resolve(name: string): SqlType | undefined {
    return this.#types.get(name) ?? this.#parent?.resolve(name);
  }

  /**
   * The columns of a row without `fields`: the names of this environment, except members of objects that are
   * themselves included.
   */
  names(): readonly string[] {
    return [...this.#types.keys()].filter((name) => {
      const dot = name.lastIndexOf('.');
      return dot < 0 || !this.#types.has(name.slice(0, dot));
    });
  }
}
