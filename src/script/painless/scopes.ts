/** The variables in reach, each with its slot in the frame. */
export class Scopes {
  readonly #scopes: Map<string, number>[] = [new Map()];
  /** Slots that a frame needs. */
  size = 0;

  within<T>(compile: () => T): T {
    this.#scopes.push(new Map());
    const result = compile();
    this.#scopes.pop();
    return result;
  }

  /** A new variable's slot; null where the name is taken. */
  define(name: string): number | null {
    if (this.find(name) !== null) return null;
    this.#scopes[this.#scopes.length - 1].set(name, this.size);
    return this.size++;
  }

  find(name: string): number | null {
    for (let i = this.#scopes.length - 1; i >= 0; i--) {
      const slot = this.#scopes[i].get(name);
      if (slot !== undefined) return slot;
    }
    return null;
  }
}
