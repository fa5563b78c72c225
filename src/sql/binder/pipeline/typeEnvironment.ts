import type { SqlType } from '../../types.ts';

/**
 * Which names can be named, and their types. Commands that make new rows open an environment of their own; the names of
 * those before it still resolve, as the original has it, although no row holds a value of theirs any more.
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

  /** Here only: an environment before may know the name too. */
  remove(name: string): void {
    this.#types.delete(name);
  }

  resolve(name: string): SqlType | undefined {
    return this.#types.get(name) ?? this.#parent?.resolve(name);
  }

  /** The names of a row without `fields`: those of this environment, members of objects that are there left out. */
  names(): readonly string[] {
    return [...this.#types.keys()].filter((name) => {
      const dot = name.lastIndexOf('.');
      return dot < 0 || !this.#types.has(name.slice(0, dot));
    });
  }
}
