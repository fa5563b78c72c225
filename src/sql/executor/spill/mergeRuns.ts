import type { Row } from '../../values/index.ts';
import type { Batches } from '../batches.ts';
import { betweenBatches } from '../budget.ts';
import type { ExecutionContext } from '../context.ts';
import { PriorityQueue } from '../priorityQueue.ts';
import type { Run } from './run.ts';

/** Merges sorted runs into one sorted sequence. */
export async function* mergeRuns(
  runs: readonly Run[],
  compare: (a: Row, b: Row) => number,
  context: ExecutionContext,
): Batches {
  const readers = runs.map((run) => new RunReader(run.rows()));
  const queue = new PriorityQueue<RunReader>((a, b) => compare(a.head, b.head));
  try {
    for (const reader of readers) if (await reader.load()) queue.add(reader);
    let out: Row[] = [];
    for (let reader = queue.poll(); reader !== undefined; reader = queue.poll()) {
      out.push(reader.head);
      if (reader.next() || (await reader.load())) queue.add(reader);
      if (out.length < context.batchRows) continue;
      yield out;
      out = [];
      await betweenBatches(context);
    }
    if (out.length > 0) yield out;
  } finally {
    for (const reader of readers) await reader.close();
  }
}

/** A cursor into a run. */
class RunReader {
  readonly #batches: Batches;
  #rows: readonly Row[] = [];
  #at = 0;

  constructor(batches: Batches) {
    this.#batches = batches;
  }

  get head(): Row {
    return this.#rows[this.#at];
  }

  /** Returns false after the last row in memory. */
  next(): boolean {
    return ++this.#at < this.#rows.length;
  }

  /** Reads the next block; returns false after the last row. */
  async load(): Promise<boolean> {
    const { done, value } = await this.#batches.next();
    this.#rows = done === true ? [] : value;
    this.#at = 0;
    return this.#rows.length > 0;
  }

  async close(): Promise<void> {
    await this.#batches.return(undefined);
  }
}
