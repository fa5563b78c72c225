/** What opening has taken so far, undone in reverse order when it fails and when its owner closes. */
export class Closers {
  readonly #steps: (() => unknown)[] = [];

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) await step();
  }
}

/** Opens something that is taken step by step; when `open` throws, what it has taken is given back. */
export async function opening<T>(open: (closers: Closers) => Promise<T>): Promise<T> {
  const closers = new Closers();
  try {
    return await open(closers);
  } catch (error) {
    await closers.run();
    throw error;
  }
}
