import type { Type } from './types.ts';

export interface Variable {
  readonly slot: number;
  readonly type: Type;
}

/** The variables in scope, each with its frame slot and type. */
export class Scopes {
  readonly #scopes: Map<string, Variable>[] = [new Map()];
  /** Number of slots that a frame needs. */
  size = 0;

  within<T>(compile: () => T): T {
    this.#scopes.push(new Map());
    const result = compile();
    this.#scopes.pop();
    return result;
  }

  /** Allocates a slot for a new variable; `null` if the name is taken. */
  define(name: string, type: Type): number | null {
    if (this.find(name) !== null) return null;
    this.#scopes[this.#scopes.length - 1].set(name, { slot: this.size, type });
    return this.size++;
  }

  find(name: string): Variable | null {
    for (let i = this.#scopes.length - 1; i >= 0; i--) {
      const variable = this.#scopes[i].get(name);
      if (variable !== undefined) return variable;
    }
    return null;
  }
}
