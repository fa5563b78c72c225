/** What was acquired while opening, released in reverse order when opening fails or the owner closes. */
export class Closers {
  readonly #steps: (() => unknown)[] = [];

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) await step();
  }
}

/** Runs an open that acquires resources step by step; if it throws, releases those acquired so far. */
export async function opening<T>(open: (closers: Closers) => Promise<T>): Promise<T> {
  const closers = new Closers();
  try {
    return await open(closers);
  } catch (error) {
    await closers.run();
    throw error;
  }
}
